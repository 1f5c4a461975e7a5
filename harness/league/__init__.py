"""The league: other people's normalizers, each judged on the same cases; a report about others, not in the package."""
