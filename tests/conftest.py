"""What holds for all tests."""

from collections.abc import Iterator

import pytest

pytest.register_assert_rewrite("laws")  # they are checked outside the files of tests, and tell failures in full


@pytest.fixture(autouse=True, scope="session")
def _no_data_of_a_person(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test, and no command that one starts, finds the profile of whoever runs it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield
