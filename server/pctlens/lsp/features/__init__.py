"""What the server offers: one feature a file, each handler a few lines from the document through the core to the wire."""
