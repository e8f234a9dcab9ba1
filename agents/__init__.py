"""Who sits at the table: scripted, searching and learned bots, the Railbot, and people."""
