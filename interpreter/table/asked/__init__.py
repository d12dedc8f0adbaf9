"""What stands beside the words of a question: what asks, what is at stake, what each answer is about."""
