"""How people use it: the command line, the demo and its report.

Importing it keeps numpy to one thread, unless the environment says otherwise: the arrays are too small for more
to pay, and photos are read side by side. numpy looks when it is first imported, so this comes before.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
