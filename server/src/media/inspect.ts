import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { UploadType } from "@rostrum/contract/media.ts";
import { type MediumFacts, NO_FACTS } from "@rostrum/contract/medium-facts.ts";
import { fileTypeFromBuffer } from "file-type";
import { createGate } from "./gate.ts";
import { readImageFacts } from "./image-facts.ts";
import { createPageCounter, type PageCounter } from "./pdf-pages.ts";
import { acceptedType } from "./rules.ts";
import { readVideoFacts } from "./video-facts.ts";

/** What a file shows and says. Sizes in pixels as shown, turned by its orientation; null where they cannot be read. */
export interface ContentFacts {
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
  /** Null where there was no time: then the file is looked at later. */
  readonly facts: MediumFacts | null;
}

/** What a file is, by its content alone. */
export interface FileFacts extends ContentFacts {
  readonly mime: UploadType;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** Bytes at the beginning that decide the type. */
const HEAD_BYTES = 4100;
/** A PDF's mark stands within these. */
const PDF_MARK_BYTES = 1024;
/** Who uploads waits no longer than this for videos before it; work in the background has time. */
const UPLOAD_PATIENCE_SECONDS = 1.5;
const PATIENCE_SECONDS = 600;
/** Few turns of the loop, and requests in between wait for less than a millisecond. */
const PIECE_BYTES = 256 * 1024;
/** More at once would only take turns on the disk. */
const readings = createGate(2);

/**
 * Null when the content is none of the accepted types. A damaged file of an accepted type has few facts and is no error.
 * `sha256`, where whoever received the file has it already.
 */
export async function inspectFile(path: string, known: { readonly sha256?: string } = {}): Promise<FileFacts | null> {
  const { head, sizeBytes } = await readHead(path);
  const mime = acceptedType(await detect(head));
  if (mime === null) return null;
  const hash = known.sha256 === undefined ? createHash("sha256") : null;
  const counter = mime === "application/pdf" ? createPageCounter() : null;
  if (hash !== null || counter !== null) {
    await readThrough(path, (piece) => {
      hash?.update(piece);
      counter?.take(piece);
    });
  }
  const sha256 = known.sha256 ?? hash?.digest("hex") ?? "";
  const looked = { path, mime, head, sizeBytes, patienceSeconds: UPLOAD_PATIENCE_SECONDS };
  return { mime, sizeBytes, sha256, ...(await contentOf(looked, counter)) };
}

/** The facts of a file that is kept already, whatever its type. */
export async function inspectContent(path: string, mime: string): Promise<ContentFacts> {
  const { head, sizeBytes } = await readHead(path);
  const counter = mime === "application/pdf" ? createPageCounter() : null;
  if (counter !== null) await readThrough(path, (piece) => counter.take(piece));
  return contentOf({ path, mime, head, sizeBytes, patienceSeconds: PATIENCE_SECONDS }, counter);
}

interface Looked {
  readonly path: string;
  readonly mime: string;
  readonly head: Buffer;
  readonly sizeBytes: number;
  readonly patienceSeconds: number;
}

async function contentOf({ path, mime, head, sizeBytes, patienceSeconds }: Looked, counter: PageCounter | null): Promise<ContentFacts> {
  const unknown = { width: null, height: null, durationSeconds: null };
  if (mime.startsWith("image/")) return { ...unknown, ...(await readImageFacts(path, mime, head)) };
  if (!mime.startsWith("video/")) return { ...unknown, facts: { ...NO_FACTS, pages: counter?.pages() ?? null } };
  const found = await readVideoFacts({ path, sizeBytes }, { patienceSeconds });
  if (found === "busy") return { ...unknown, facts: null };
  if (found === null) return { ...unknown, facts: NO_FACTS };
  const { width, height, durationSeconds, ...facts } = found;
  return { width, height, durationSeconds, facts: { ...NO_FACTS, ...facts } };
}

/** All bytes in pieces, through one buffer: a stream makes a new one for each, and leaves them to be collected. */
function readThrough(path: string, take: (piece: Buffer) => void): Promise<void> {
  return readings(() => readAll(path, take));
}

async function readAll(path: string, take: (piece: Buffer) => void): Promise<void> {
  await using file = await open(path, "r");
  const buffer = Buffer.allocUnsafeSlow(PIECE_BYTES);
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, PIECE_BYTES, null);
    if (bytesRead === 0) return;
    take(buffer.subarray(0, bytesRead));
  }
}

async function readHead(path: string): Promise<{ head: Buffer; sizeBytes: number }> {
  await using file = await open(path, "r");
  const { size } = await file.stat();
  const head = Buffer.alloc(Math.min(HEAD_BYTES, size));
  await file.read(head, 0, head.length, 0);
  return { head, sizeBytes: size };
}

async function detect(head: Buffer): Promise<string | null> {
  if (head.subarray(0, PDF_MARK_BYTES).includes("%PDF-")) return "application/pdf";
  // A header that ends too early makes the detector throw: then the content is of no known type.
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return found?.mime ?? null;
}
