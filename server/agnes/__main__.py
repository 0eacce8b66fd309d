"""`python -m agnes` is the command `agnes`."""

from agnes.cli import main

raise SystemExit(main())
