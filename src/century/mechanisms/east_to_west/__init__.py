"""What Eastern Wonders and A New World share when they are combined: boats sent out by settlers."""
