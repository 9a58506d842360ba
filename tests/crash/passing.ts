/** Messages from or about a database that is down or slow: none of these is a defect. */
export const PASSING =
  /ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|Connection terminated|terminating connection|timeout|the database system is|Client has encountered a connection error|server closed the connection/;
