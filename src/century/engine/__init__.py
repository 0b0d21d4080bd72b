"""The engine: state, questions, actions, matches and records. It knows no game in particular."""
