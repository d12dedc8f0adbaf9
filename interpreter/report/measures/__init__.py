"""What a report measures: each question is a function from the evidence to a finding."""
