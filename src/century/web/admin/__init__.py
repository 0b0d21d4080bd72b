"""The operator's side: tables, people, backups and upkeep, for `century admin` and for the server itself."""
