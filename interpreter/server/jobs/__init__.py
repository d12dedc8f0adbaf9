"""What an editor may have done that takes its time: scenarios and games are played in a process of their own."""
