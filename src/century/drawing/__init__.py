"""Drawing a table as text: what the terminal and the environments show."""
