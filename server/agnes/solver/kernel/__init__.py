"""The part of the solver that is compiled where it can be."""
