import { randomBytes } from "node:crypto";

/** A form with one file, encoded for sending. */
export interface Multipart {
  readonly contentType: string;
  readonly bytes: number;
  /** Streams the file as the connection accepts it; a new stream for each attempt. */
  body(): ReadableStream<Uint8Array>;
}

/**
 * Encodes the form as `fetch` would, but streams it: `fetch` buffers the whole file on a slow connection, and fails if the
 * service replies before it has read everything. `sent` is called for each chunk of the file.
 */
export function multipart(form: FormData, sent: (bytes: number) => void): Multipart {
  const [[field, file] = []] = form;
  if (field === undefined || !(file instanceof File)) throw new TypeError("The form has no file");
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

/** No read-ahead: the connection pulls each chunk. */
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

/** Escapes names as browsers do (HTML standard, multipart form data). */
function escaped(name: string): string {
  return name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
