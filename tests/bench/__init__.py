"""`make bench`: the CPU cost of a move, in units of a bare websocket echo on the same machine in the same
run."""
