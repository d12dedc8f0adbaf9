"""Statistics of samples: intervals, tests, sequential tests, paired differences."""
