import { connect, type Socket } from "node:net";

/** A request as it goes over the wire, and what its reply must be. */
export interface Call {
  readonly bytes: Buffer;
  readonly status: number;
  /** Throws when the body is wrong. Runs for each reply: it has to be cheap. */
  check(body: Buffer): void;
}

export interface Load {
  readonly seconds: number;
  /** How long each request waited for its reply. */
  readonly milliseconds: readonly number[];
}

/** Requests that wait for their reply at the same time, each on a connection of its own. */
const CONNECTIONS = 16;

/**
 * Sends the call again and again on a fixed number of connections for so many seconds and answers how long each took. Each
 * reply is read in full and checked. Written on bare sockets, since the load shares its cores with what it measures: a
 * client library takes as much of them as the service does.
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

/** One connection's requests, one after the other, until the time is over and the last reply is there. */
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

/** The one reply that the bytes begin with, or null as long as it is not complete. Both servers announce the length of each. */
function readReply(bytes: Buffer): { readonly status: number; readonly body: Buffer } | null {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd === -1) return null;
  const head = bytes.toString("latin1", 0, headEnd);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`A reply without a length: ${head}`);
  const start = headEnd + HEAD_END.length;
  const end = start + Number(length);
  if (bytes.length < end) return null;
  if (bytes.length > end) throw new Error("More bytes than the reply announces");
  return { status: Number(head.slice(9, 12)), body: bytes.subarray(start, end) };
}
