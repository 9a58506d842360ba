/**
 * Messages from or about a database that is down or slow, or has as many connections as it takes, as while processes are replaced by
 * others that start before they end: none of these is a defect.
 */
export const PASSING =
  /ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|Connection terminated|terminating connection|timeout|the database system is|Client has encountered a connection error|server closed the connection|too many clients already/;
