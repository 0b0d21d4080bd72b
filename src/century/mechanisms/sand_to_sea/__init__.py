"""What Spice Road and Eastern Wonders share when they are combined: cards that pay for sailing."""
