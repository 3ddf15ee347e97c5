//! A small client of the table in the browser: requests over HTTP and messages over a WebSocket, for tests and for measuring.
