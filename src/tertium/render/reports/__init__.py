"""What each command shows: from a result record to tables and sentences."""
