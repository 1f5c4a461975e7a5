"""What flows through the house: frozen records, no input or output, nothing of ours imported."""
