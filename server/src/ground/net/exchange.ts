import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { Client } from "undici";
import { HEADER_BYTES_MAX } from "./caps.ts";
import { openSocket, type TlsSessions } from "./connect.ts";
import type { Deadline } from "./deadline.ts";
import type { Guard } from "./guard.ts";
import { giveBack, type Room, takeMemory } from "./pieces.ts";
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
export type Body = Whole | InPieces;
type Whole = string | Uint8Array | null;
type InPieces = Readable | ((room: Room) => AsyncIterable<Uint8Array>);

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
  #memory: Uint8Array<ArrayBuffer> | null = null;

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
        body: isWhole(body) ? body : asBody(this.#pieces(body)),
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

  /** Once the body has ended nobody reads into its memory any more, and it may serve another exchange. */
  async *#pieces(body: InPieces): AsyncGenerator<Uint8Array, void, void> {
    try {
      for await (const piece of typeof body === "function" ? body(() => this.#room()) : body) {
        this.#request.deadline.check();
        yield piece;
      }
    } finally {
      if (this.#memory !== null && this.#isSent) giveBack(this.#memory);
      this.#memory = null;
    }
  }

  #room(): Uint8Array<ArrayBuffer> {
    if (this.#memory === null || !this.#isSent) this.#memory = takeMemory();
    return this.#memory;
  }

  /** undici hands a piece to the socket before it asks for the next, so with nothing left in the socket all pieces are sent. */
  get #isSent(): boolean {
    return this.#socket?.writableLength === 0;
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

function isWhole(body: Body): body is Whole {
  return body === null || typeof body === "string" || body instanceof Uint8Array;
}

/** undici takes iterables, by its documentation of `Dispatcher.dispatch`, but its types do not name them. */
function asBody(pieces: AsyncIterable<Uint8Array>): Readable {
  return pieces as Readable;
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, [value].flat().join(", ")]]));
  return Object.fromEntries(entries);
}
