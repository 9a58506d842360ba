import type { ByteRange, Room } from "../../ground/storage/storage.ts";
import { takeTurn } from "./turns.ts";

export interface FileSource {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** The bytes from `start` to `end`, which is inclusive; each piece is the reader's until they ask for the next. */
  pieces(range: ByteRange, room: Room): AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/**
 * A `File` whose bytes are read only when they are sent, and again each time: in a form, as a body, or in slices for uploads
 * in parts. However large it is, it is never in memory as a whole.
 */
export class StreamedFile extends File {
  readonly #source: FileSource;
  /** `end` is exclusive, as in `slice`. */
  readonly #range: { readonly start: number; readonly end: number };

  constructor(source: FileSource, range = { start: 0, end: source.size }) {
    super([], source.name, { type: source.type });
    this.#source = source;
    this.#range = range;
    Object.defineProperty(this, "size", { value: range.end - range.start });
  }

  override slice(start = 0, end = this.size, type = this.type): Blob {
    const from = this.#range.start + within(start, this.size);
    return new StreamedFile({ ...this.#source, type }, { start: from, end: Math.max(from, this.#range.start + within(end, this.size)) });
  }

  override stream(): ReturnType<File["stream"]> {
    const pieces = this.pieces(newRoom);
    // Reads nothing ahead: beside the pieces on their way there is only the one that the storage has ready.
    return new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        async pull(controller) {
          const { done, value } = await pieces.next();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel: async () => void (await pieces.return()),
      },
      { highWaterMark: 0 },
    );
  }

  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const pieces: Uint8Array[] = [];
    for await (const piece of this.pieces(newRoom)) pieces.push(piece);
    return new Uint8Array(Buffer.concat(pieces));
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.bytes()).buffer;
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes());
  }

  /** As `FileSource`'s, in turn with all other files that are read. */
  async *pieces(room: Room): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
    const { start, end } = this.#range;
    if (start >= end) return;
    for await (const piece of this.#source.pieces({ start, end: end - 1 }, room)) {
      await takeTurn();
      yield piece;
    }
  }
}

const PIECE_BYTES = 65_536;

function newRoom(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(PIECE_BYTES);
}

/** A position as `Blob.slice` reads it: negative ones count from the end. */
function within(position: number, size: number): number {
  return position < 0 ? Math.max(0, size + position) : Math.min(position, size);
}
