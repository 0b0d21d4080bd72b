"""Bots: when they answer, and the processes in which they think and compile."""
