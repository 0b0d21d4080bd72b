"""Tables laid out by hand, for the tests of rules."""
