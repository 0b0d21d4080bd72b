"""The page: lobby, tables, replays, and an API for players that come by HTTP."""
