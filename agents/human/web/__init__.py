"""Playing in the browser: ``railgym serve``.

``command.py`` starts the server, ``app.py`` has its addresses, ``lobby.py`` makes games, ``store.py`` keeps them,
``table.py`` is one game, ``room.py`` the people at it, ``talk.py`` the messages of the web socket, ``static/`` the
files for the browser.
"""
