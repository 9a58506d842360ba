import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";

/** What Node finds wrong before there is a request that a route could refuse. */
const PROBLEMS: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "The address and the headers of the request are too long."],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request did not arrive in time."],
};

const MALFORMED = ["400 Bad Request", "This is not a valid HTTP request."] as const;

/** Refuses what cannot be read as a request, in the form of every other refusal, and closes the connection. */
export function refuseUnreadable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const [status, message] = PROBLEMS[error.code ?? ""] ?? MALFORMED;
  const body = JSON.stringify({ status: "error", message, errors: { request: message } });
  const head = [
    `HTTP/1.1 ${status}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Cache-Control: no-store",
    `X-Request-Id: ${randomUUID()}`,
    "X-Content-Type-Options: nosniff",
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
