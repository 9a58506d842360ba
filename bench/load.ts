import { connect, type Socket } from "node:net";

/** A request as bytes, and the expected reply. */
export interface Call {
  readonly bytes: Buffer;
  readonly status: number;
  /** Throws if the body is wrong. Runs for every reply, so it must be cheap. */
  check(body: Buffer): void;
}

export interface Load {
  readonly seconds: number;
  /** Latency of each request. */
  readonly milliseconds: readonly number[];
}

/** Concurrent requests, each on its own connection. */
const CONNECTIONS = 16;

/**
 * Repeats the call on a fixed number of connections for the given seconds and returns all latencies. Every reply is read in full
 * and checked. Uses bare sockets, because the load generator shares its cores with the server: a client library would use as much
 * CPU as the service.
 */
export async function load(port: number, call: Call, seconds: number): Promise<Load> {
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => open(port)));
  try {
    const milliseconds: number[] = [];
    const start = performance.now();
    const end = start + seconds * 1000;
    await Promise.all(sockets.map((socket) => drive(socket, { call, end, milliseconds })));
    return { seconds: (performance.now() - start) / 1000, milliseconds };
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    socket.once("error", reject).once("connect", () => resolve(socket));
  });
}

/** Sends one connection's requests sequentially until time is up and the last reply has arrived. */
function drive(socket: Socket, run: { call: Call; end: number; milliseconds: number[] }): Promise<void> {
  const { call, end, milliseconds } = run;
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    let sentAt = 0;
    const send = () => {
      sentAt = performance.now();
      socket.write(call.bytes);
    };
    socket.on("error", reject).on("close", () => reject(new Error("The connection was closed between two requests")));
    socket.on("data", (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      try {
        const reply = readReply(received);
        if (reply === null) return;
        if (reply.status !== call.status) throw new Error(`${reply.status} instead of ${call.status}: ${reply.body.toString()}`);
        call.check(reply.body);
      } catch (error) {
        return reject(error);
      }
      received = Buffer.alloc(0);
      const now = performance.now();
      milliseconds.push(now - sentAt);
      if (now < end) send();
      else resolve();
    });
    send();
  });
}

const HEAD_END = Buffer.from("\r\n\r\n");

/** Parses the reply at the start of the bytes; null while incomplete. Both servers send Content-Length. */
function readReply(bytes: Buffer): { readonly status: number; readonly body: Buffer } | null {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd === -1) return null;
  const head = bytes.toString("latin1", 0, headEnd);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`A reply without a length: ${head}`);
  const start = headEnd + HEAD_END.length;
  const end = start + Number(length);
  if (bytes.length < end) return null;
  if (bytes.length > end) throw new Error("More bytes than Content-Length");
  return { status: Number(head.slice(9, 12)), body: bytes.subarray(start, end) };
}
