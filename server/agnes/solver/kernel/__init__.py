"""The part of the solver that is compiled where it can be: integers in flat arrays, standard library only."""
