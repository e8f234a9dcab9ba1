"""Maps as geography files and tables (see README.md), and the Railbot cards that all maps share."""
