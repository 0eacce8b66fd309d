"""The packages, found rather than listed. All else about the build stands in pyproject.toml."""

from setuptools import find_packages, setup

# The client has no code in Python, but travels as a package of data, so that a wheel serves the whole game.
setup(packages=[*find_packages("server"), "agnes.client"])
