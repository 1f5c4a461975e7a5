"""``python -m sendable``."""

from sendable.cli import main

if __name__ == "__main__":
    main()
