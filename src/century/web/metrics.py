"""What a server measures of itself, for Prometheus. The metrics belong to the process, whatever it serves."""

from prometheus_client import Counter, Gauge, Histogram

ANSWERS = Counter("century_answers", "Answers that were committed, by who gave them.", ["by"])
COMMITS = Histogram("century_commit_seconds", "Time until an answer was in the database.")
REQUESTS = Histogram("century_request_seconds", "Time for a request, without streams.", ["method", "route", "status"])
STREAMS = Gauge("century_streams", "Open event streams.")
BOT_ANSWERS = Histogram(
    "century_bot_wait_seconds",
    "Time until a bot had chosen its answer, waiting for its turn included.",
    ["level"],
    buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 25.0, 60.0),
)
BOTS_WAITING = Gauge("century_bots_waiting", "Questions that bots have not answered yet.")
COMPILED = Gauge("century_compiled", "1 if the bots of a game play compiled, 0 while they play without.", ["game"])
DATABASE_ERRORS = Counter("century_database_errors", "Statements and connections that failed.")
IN_MEMORY = Gauge("century_tables_in_memory", "Tables that this process has in memory.")
TABLES = Gauge("century_tables", "Tables in the database.", ["stage"])
