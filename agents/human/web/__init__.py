"""Playing in the browser: ``railgym serve``.

``command.py`` starts the server, ``app.py`` has its addresses, ``lobby.py`` makes games, ``store.py`` keeps them,
``table.py`` is one game, ``room.py`` everybody at it, ``talk.py`` what is said over the web socket, ``static/`` what
the browser gets.
"""
