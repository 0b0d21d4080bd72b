"""The printed things: cards, tiles and boards as TOML, and the catalogue that reads them."""
