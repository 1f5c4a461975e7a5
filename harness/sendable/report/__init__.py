"""One function per format over one report record."""
