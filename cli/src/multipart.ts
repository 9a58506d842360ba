import { randomBytes } from "node:crypto";

/** A form with one file as it goes over the wire. */
export interface Multipart {
  readonly contentType: string;
  readonly bytes: number;
  /** Reads the file piece by piece as the connection takes them; made anew for each sending. */
  body(): ReadableStream<Uint8Array>;
}

/**
 * Writes what `fetch` would make of the form, but one piece at a time: `fetch` reads ahead of a slow connection until it has
 * the whole file, and falls over a service that answers before it has read everything. `sent` hears of each piece of the file.
 */
export function multipart(form: FormData, sent: (bytes: number) => void): Multipart {
  const [[field, file] = []] = form;
  if (field === undefined || !(file instanceof File)) throw new TypeError("The form holds no file");
  const boundary = `rostrum-${randomBytes(16).toString("hex")}`;
  const head = new TextEncoder().encode(
    `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${escaped(file.name)}"\r\nContent-Type: ${file.type || "application/octet-stream"}\r\n\r\n`,
  );
  const tail = new TextEncoder().encode(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: head.length + file.size + tail.length,
    body: () => streamOf(pieces(head, file, { tail, sent })),
  };
}

/** Nothing is read ahead: the connection asks for each piece. */
function streamOf(source: AsyncGenerator<Uint8Array, void, void>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
        const { done, value } = await source.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => void (await source.return()),
    },
    { highWaterMark: 0 },
  );
}

async function* pieces(
  head: Uint8Array,
  file: File,
  { tail, sent }: { tail: Uint8Array; sent: (bytes: number) => void },
): AsyncGenerator<Uint8Array, void, void> {
  yield head;
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    const piece = new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer());
    sent(piece.byteLength);
    yield piece;
  }
  yield tail;
}

const PIECE_BYTES = 256 * 1024;

/** As browsers write names (HTML standard, multipart form data). */
function escaped(name: string): string {
  return name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
