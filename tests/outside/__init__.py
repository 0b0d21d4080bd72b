"""Games from outside the package: the example of the guide, and files that are broken."""
