import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { Client } from "undici";
import { HEADER_BYTES_MAX, PIECE_BYTES } from "./caps.ts";
import { openSocket, type TlsSessions } from "./connect.ts";
import type { Deadline } from "./deadline.ts";
import type { Guard } from "./guard.ts";
import type { Room } from "./pieces.ts";
import { asTrouble, Trouble } from "./trouble.ts";
import { hostOf, portOf } from "./url.ts";

export interface ExchangeRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
  readonly guard: Guard;
  readonly sessions: TlsSessions;
  readonly deadline: Deadline;
  /** From connecting to the response headers; null to rely on the total. */
  readonly firstByteSeconds: number | null;
}

/** The last is read while it is sent, into memory that is used again. */
export type Body = string | Uint8Array | Readable | null | ((room: Room) => AsyncIterable<Uint8Array>);

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

/**
 * One request over a connection of its own. undici resends a request by itself if a kept-alive connection turns out to be
 * dead, and nobody can tell what the server did with the first copy; here a second connection is refused. Afterwards `sent`
 * says whether a byte of the request may have been sent.
 */
export class Exchange implements AsyncDisposable {
  readonly #request: ExchangeRequest;
  readonly #client: Client;
  #socket: Socket | null = null;
  #connecting = false;
  #memory = new Uint8Array(0);

  constructor(request: ExchangeRequest) {
    this.#request = request;
    this.#client = new Client(request.url.origin, {
      connect: (_options, done) => this.#connect(done),
      maxHeaderSize: HEADER_BYTES_MAX,
      // Our own deadlines are exact; undici's are rounded to half a second and throw other errors.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** False only until there is a connection: from then on nobody can prove that nothing was sent. */
  get sent(): boolean {
    return this.#socket !== null;
  }

  /** Returns the response headers, with the body still to be read. Throws Trouble. */
  async run(): Promise<Reply> {
    const { method, url, headers, body, deadline } = this.#request;
    try {
      deadline.check();
      const reply = await this.#client.request({
        method,
        path: url.pathname + url.search,
        headers,
        body: typeof body === "function" ? asBody(body(() => this.#room())) : body,
        signal: deadline.signal,
        reset: true,
      });
      deadline.calm();
      // An unread body still emits an error when the connection is dropped.
      reply.body.on("error", () => {});
      return { status: reply.statusCode, headers: flatten(reply.headers), body: reply.body };
    } catch (error) {
      throw asTrouble(deadline.signal.aborted ? deadline.signal.reason : error, "broken");
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.destroy();
    this.#socket?.destroy();
  }

  /**
   * undici hands a piece to the socket before it asks for the next, so the memory of the last one is free once the socket has
   * nothing left to send. Fresh memory for each piece would be garbage of 64 MB and more before the engine collects it.
   */
  #room(): Uint8Array<ArrayBuffer> {
    if (this.#memory.length === 0 || this.#socket?.writableLength !== 0) this.#memory = new Uint8Array(PIECE_BYTES);
    return this.#memory;
  }

  async #connect(done: (...result: [null, Socket] | [Error, null]) => void): Promise<void> {
    if (this.#connecting) return done(new Trouble("broken", "connection closed early"), null);
    this.#connecting = true;
    const { url, guard, sessions, deadline, firstByteSeconds } = this.#request;
    const target = { hostname: hostOf(url), port: portOf(url), secure: url.protocol === "https:" };
    try {
      this.#socket = await openSocket({ target, guard, sessions, deadline });
    } catch (error) {
      return done(asTrouble(error, "unreachable"), null);
    }
    if (firstByteSeconds !== null) deadline.phase("time to the first byte", firstByteSeconds);
    done(null, this.#socket);
  }
}

/** undici takes iterables, by its documentation of `Dispatcher.dispatch`, but its types do not name them. */
function asBody(pieces: AsyncIterable<Uint8Array>): Readable {
  return pieces as Readable;
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, [value].flat().join(", ")]]));
  return Object.fromEntries(entries);
}
