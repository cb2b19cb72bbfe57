"""How people use it: the command line, the demo and its report."""
