import type { Writable } from "node:stream";

/** What a reader may leave unread before it is cut off. Events are small, and a reader that comes back asks for everything anyway. */
const UNREAD_BYTES_MAX = 64 * 1024;
const RETRY_MILLISECONDS = 2000;

/** Server-sent events for one reader. */
export class EventStream {
  readonly #to: Writable;

  constructor(to: Writable) {
    this.#to = to;
    this.#write(`retry: ${RETRY_MILLISECONDS}\n\n`);
  }

  send(event: string, data: unknown): void {
    this.#write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Keeps proxies from ending an idle connection, and shows who is gone. */
  beat(): void {
    this.#write(": still here\n\n");
  }

  /** The last event; `why` tells the page whether to come back. */
  end(why: "stopping" | "signed out" | "too many"): void {
    this.send("end", { why });
    this.#to.end();
  }

  #write(text: string): void {
    if (this.#to.destroyed || this.#to.writableEnded) return;
    if (this.#to.writableLength > UNREAD_BYTES_MAX) this.#to.destroy();
    else this.#to.write(text);
  }
}
