import { randomUUID } from "node:crypto";
import { piecesOf, type Room } from "./pieces.ts";

export interface EncodedForm {
  readonly contentType: string;
  readonly length: number;
  pieces(room: Room): AsyncIterable<Uint8Array>;
}

/**
 * Encodes a form as `multipart/form-data` of known length: the proxies of some Mastodon servers refuse chunked uploads.
 * Files are read when they are sent, never read into memory.
 */
export function encodeForm(form: FormData): EncodedForm {
  const boundary = `form-${randomUUID()}`;
  const end = Buffer.from(`--${boundary}--\r\n`);
  const parts = [...form].map(([name, value]) => ({ head: headOf(boundary, name, value), value: contentOf(value) }));
  const length = parts.reduce((sum, part) => sum + part.head.length + part.value.size + LINE_END.length, end.length);
  return { contentType: `multipart/form-data; boundary=${boundary}`, length, pieces: (room) => chunks(parts, end, room) };
}

const LINE_END = Buffer.from("\r\n");

async function* chunks(parts: readonly { head: Buffer; value: Blob }[], end: Buffer, room: Room): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    yield part.head;
    yield* piecesOf(part.value, room);
    yield LINE_END;
  }
  yield end;
}

function headOf(boundary: string, name: string, value: string | File): Buffer {
  const start = `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"`;
  if (typeof value === "string") return Buffer.from(`${start}\r\n\r\n`);
  const type = value.type === "" ? "application/octet-stream" : value.type;
  return Buffer.from(`${start}; filename="${escapeName(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`);
}

function contentOf(value: string | File): Blob {
  return typeof value === "string" ? new Blob([value.replace(/\r?\n|\r/g, "\r\n")]) : value;
}

/** The WHATWG rule for names in a form: these three characters would break the header. */
function escapeName(name: string): string {
  return name.replaceAll("\n", "%0A").replaceAll("\r", "%0D").replaceAll('"', "%22");
}
