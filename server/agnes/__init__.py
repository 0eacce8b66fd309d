"""Agnes Race: friends race on the same deal of Agnes Bernauer or Agnes Sorel."""
