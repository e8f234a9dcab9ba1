"""Railways of the World. ``help(railways_of_the_world_v0)`` shows the page of the environment."""

from functools import partial

from railgym.envs.aec import make_env, make_raw_env
from railgym.envs.pages import show_page

__all__ = ["env", "raw_env"]

env = partial(make_env, "railways_of_the_world_v0")
raw_env = partial(make_raw_env, "railways_of_the_world_v0")
show_page(__name__)
