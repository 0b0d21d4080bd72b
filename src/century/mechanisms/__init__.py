"""The rules, a file for each thing on the table."""
