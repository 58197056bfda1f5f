"""One module a sub-command, each with `register(subparsers)`."""
