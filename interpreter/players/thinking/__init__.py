"""Players who think: what they cannot know is dealt anew, and they try their answers in many such worlds."""
