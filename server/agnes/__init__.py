"""Agnes Race: friends race on the same deal of Agnes Bernauer or Agnes Sorel."""

__version__ = "0.1.0"
