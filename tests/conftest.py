"""The laws that games share are checked outside the files of tests; their failures are told in as much detail."""

import pytest

pytest.register_assert_rewrite("laws")
