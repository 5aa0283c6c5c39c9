"""`make bench`: what a move costs, in units of a bare echo on the same machine in the same run."""
