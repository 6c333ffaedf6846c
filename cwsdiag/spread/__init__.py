"""One way to do many tasks at once: by threads or processes of this machine, or by the workers of a Dask scheduler.

Importing it loads neither joblib nor distributed: they come with the first task.
"""

from cwsdiag.spread.at_once import at_once
from cwsdiag.spread.task import Task
from cwsdiag.spread.where import HERE, Where

__all__ = ["HERE", "Task", "Where", "at_once"]
