import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { Json } from "../../connectors/json.ts";
import type { JsonStream } from "./api.ts";

/** JSON in which files stand as base64 text. Their bytes are read when it is sent: five images would fill the memory. */
export class JsonWithFiles {
  readonly #mark = randomUUID();
  readonly #files: Blob[] = [];

  /** What stands for the file in the value. */
  take(file: Blob): string {
    return `${this.#mark}:${this.#files.push(file) - 1}:`;
  }

  body(value: Json): string | JsonStream {
    const text = JSON.stringify(value);
    if (this.#files.length === 0) return text;
    const pieces = text.split(new RegExp(`(${this.#mark}:\\d+:)`)).map((piece) => this.#fileOf(piece) ?? Buffer.from(piece));
    const length = pieces.reduce((sum, piece) => sum + (piece instanceof Blob ? encodedLength(piece.size) : piece.length), 0);
    return { stream: Readable.from(chunks(pieces)), length };
  }

  #fileOf(piece: string): Blob | undefined {
    const [mark, index] = piece.split(":");
    return mark === this.#mark ? this.#files[Number(index)] : undefined;
  }
}

async function* chunks(pieces: readonly (Blob | Buffer)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (piece instanceof Blob) yield* encoded(piece);
    else yield piece;
  }
}

/** Base64 takes three bytes at a time, so what is left of a chunk goes in front of the next. */
async function* encoded(file: Blob): AsyncGenerator<Uint8Array> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of file.stream()) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    rest = bytes.subarray(whole);
    yield Buffer.from(bytes.toString("base64", 0, whole));
  }
  yield Buffer.from(rest.toString("base64"));
}

function encodedLength(bytes: number): number {
  return 4 * Math.ceil(bytes / 3);
}
