import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { UploadType } from "@rostrum/contract/media.ts";
import { type MediumFacts, NO_FACTS } from "@rostrum/contract/medium-facts.ts";
import { apart, type Waiting } from "../../ground/decoding/apart.ts";
import type { Decoded } from "../../ground/decoding/decoder.ts";
import { createGate } from "../../ground/decoding/gate.ts";
import { AT_ONCE, FILES } from "../../ground/decoding/lanes.ts";
import type { detectType } from "./file-type.ts";
import type { readImageFacts } from "./image-facts.ts";
import type { countPages } from "./pdf-pages.ts";
import { readThrough } from "./read-through.ts";
import { acceptedType } from "./rules.ts";
import { type Ended, hasEnded } from "./trials.ts";
import type { readVideoFacts } from "./video-facts.ts";

/** The MIME type by a file's first bytes, found out in a process of its own; null if unknown. */
export const detectApart = apart<typeof detectType>(FILES, import.meta, { file: "file-type", name: "detectType" });
const readImageApart = apart<typeof readImageFacts>(FILES, import.meta, { file: "image-facts", name: "readImageFacts" });
const readVideoApart = apart<typeof readVideoFacts>(FILES, import.meta, { file: "video-facts", name: "readVideoFacts" });
const countPagesApart = apart<typeof countPages>(FILES, import.meta, { file: "pdf-pages", name: "countPages" });

/** A file's dimensions and facts. Dimensions in pixels as displayed, after rotation; null if unreadable. */
export interface ContentFacts {
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
  /** Null if there was no time: the file is examined later. */
  readonly facts: MediumFacts | null;
}

/** Everything about a file that its content determines. */
export interface FileFacts extends ContentFacts {
  readonly mime: UploadType;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** The first bytes, which determine the type. */
const HEAD_BYTES = 4100;
/** A PDF's signature may be anywhere within these. */
const PDF_MARK_BYTES = 1024;
/** An upload waits at most this long for files ahead of it; background work can wait longer. */
const UPLOAD_PATIENCE_SECONDS = 1.5;
/** For the type only, without which an upload cannot be answered. */
const TYPE_PATIENCE_SECONDS = 30;
const DETECTIONS_MAX = 2;
const PATIENCE_SECONDS = 600;
const readings = createGate(AT_ONCE.readings);

interface Inspection {
  /** If it has been computed while receiving the file. */
  readonly sha256?: string;
  /** How long it may wait for files ahead of it until its type is known; half a minute by default. */
  readonly typePatienceSeconds?: number;
}

/**
 * Null if the content is not of an accepted type. A damaged file of an accepted type has few facts and is not an error. Rejects if
 * there was no time to find out the type: nothing is wrong with the file then.
 */
export async function inspectFile(path: string, inspection: Inspection = {}): Promise<FileFacts | null> {
  const { head, sizeBytes } = await readHead(path);
  const mime = acceptedType(await detect(head, inspection.typePatienceSeconds ?? TYPE_PATIENCE_SECONDS));
  if (mime === null) return null;
  const sha256 = inspection.sha256 ?? (await readings(() => hashOf(path)));
  const looked = await lookInto({ path, mime, head, sizeBytes, patienceSeconds: UPLOAD_PATIENCE_SECONDS });
  // One end proves nothing: a machine without time for anything ends this, too. It is tried again later, and given up then.
  const content = looked === "busy" || hasEnded(looked) ? { ...UNKNOWN, facts: null } : looked;
  return { mime, sizeBytes, sha256, ...content };
}

/** The MIME type of a file, accepted or not; null if unknown. */
export async function typeOf(path: string): Promise<string | null> {
  return detect((await readHead(path)).head, TYPE_PATIENCE_SECONDS);
}

/** The facts of a stored file, whatever its type. */
export async function inspectContent(path: string, mime: string): Promise<ContentFacts | Ended> {
  const { head, sizeBytes } = await readHead(path);
  const looked = await lookInto({ path, mime, head, sizeBytes, patienceSeconds: PATIENCE_SECONDS });
  return looked === "busy" ? { ...UNKNOWN, facts: null } : looked;
}

interface Looked {
  readonly path: string;
  readonly mime: string;
  readonly head: Buffer;
  readonly sizeBytes: number;
  readonly patienceSeconds: number;
}

const UNKNOWN = { width: null, height: null, durationSeconds: null };

/** No file of an accepted size has more: a header that says so is damaged, or wants to do harm. */
const PIXELS_PER_SIDE_MAX = 1_000_000;
/** A year. */
const DURATION_SECONDS_MAX = 366 * 24 * 3600;

/** What a file claims of itself, as far as it can be true. */
function plausible({ width, height, durationSeconds, facts }: ContentFacts): ContentFacts {
  const isSide = (pixels: number | null) => pixels !== null && Number.isInteger(pixels) && pixels > 0 && pixels <= PIXELS_PER_SIDE_MAX;
  const hasSides = isSide(width) && isSide(height);
  const isDuration = durationSeconds !== null && durationSeconds >= 0 && durationSeconds <= DURATION_SECONDS_MAX;
  return {
    width: hasSides ? width : null,
    height: hasSides ? height : null,
    durationSeconds: isDuration ? durationSeconds : null,
    facts,
  };
}

async function lookInto(looked: Looked): Promise<ContentFacts | Ended | "busy"> {
  const found = await claimedBy(looked);
  return found === "busy" || hasEnded(found) ? found : plausible(found);
}

/**
 * `busy`: it did not get its turn in time.
 */
async function claimedBy({ path, mime, head, sizeBytes, patienceSeconds }: Looked): Promise<ContentFacts | Ended | "busy"> {
  if (mime.startsWith("image/")) {
    const found = await inTime(patienceSeconds, (waiting) => readImageApart({ path, mime, head }, waiting));
    return found === "busy" || hasEnded(found) ? found : { ...UNKNOWN, ...found };
  }
  if (mime.startsWith("video/")) {
    const found = await inTime(patienceSeconds, (waiting) => readVideoApart({ path, sizeBytes }, waiting));
    if (found === "busy" || hasEnded(found)) return found;
    if (found === null) return { ...UNKNOWN, facts: NO_FACTS };
    const { width, height, durationSeconds, ...facts } = found;
    return { width, height, durationSeconds, facts: { ...NO_FACTS, ...facts } };
  }
  if (mime !== "application/pdf") return { ...UNKNOWN, facts: NO_FACTS };
  const pages = await inTime(patienceSeconds, (waiting) => countPagesApart({ path }, waiting));
  return pages === "busy" || hasEnded(pages) ? pages : { ...UNKNOWN, facts: { ...NO_FACTS, pages } };
}

async function inTime<T>(patienceSeconds: number, ask: (waiting: Waiting) => Promise<Decoded<T>>): Promise<T | Ended | "busy"> {
  const giveUp = AbortSignal.timeout(patienceSeconds * 1000);
  try {
    const decoded = await ask({ giveUp });
    return decoded.kind === "decoded" ? decoded.value : { ended: decoded.how };
  } catch (error) {
    if (error === giveUp.reason) return "busy";
    throw error;
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await readThrough(path, (piece) => hash.update(piece));
  return hash.digest("hex");
}

async function readHead(path: string): Promise<{ head: Buffer; sizeBytes: number }> {
  await using file = await open(path, "r");
  const { size } = await file.stat();
  const head = Buffer.alloc(Math.min(HEAD_BYTES, size));
  await file.read(head, 0, head.length, 0);
  return { head, sizeBytes: size };
}

async function detect(head: Buffer, patienceSeconds: number): Promise<string | null> {
  const pdfAt = head.subarray(0, PDF_MARK_BYTES).indexOf("%PDF-");
  if (pdfAt === 0) return "application/pdf";
  // A machine without time for anything ends this, too, so that one time proves nothing.
  for (let tries = 0; tries < DETECTIONS_MAX; tries += 1) {
    const found = await inTime(patienceSeconds, (waiting) => detectApart({ head }, waiting));
    if (found === "busy") throw new Error("There was no time to find out the type of a file: too many others are being read");
    if (hasEnded(found)) continue;
    if (found === null && pdfAt > 0) return "application/pdf";
    return found === "image/bmp" && !isBitmap(head) ? null : found;
  }
  return null;
}

/** The lengths of the header that follows the file's own, by version. Two letters at the beginning are a sign of text just as well. */
const BITMAP_HEADERS = [12, 40, 52, 56, 64, 108, 124];
const BITMAP_HEADER_AT = 14;

/** https://learn.microsoft.com/en-us/windows/win32/gdi/bitmap-header-types (November 2026); 52, 56 and 64 are other vendors'. */
function isBitmap(head: Buffer): boolean {
  return head.length >= BITMAP_HEADER_AT + 4 && BITMAP_HEADERS.includes(head.readUInt32LE(BITMAP_HEADER_AT));
}
