import type { Places } from "./gate.ts";
import { createLane } from "./lane.ts";

/**
 * All decoding of untrusted files runs in these lanes, never in the service itself: there, a few bytes that hang a parser
 * would block every request, and a few that exhaust native memory would crash the process, again after each restart.
 * Threads do not contain this: their limits exclude buffers and native memory, and V8 aborts the whole process if a single
 * allocation in a thread is too large.
 *
 * One place of each is left for others than the account whose inputs fill the rest.
 *
 * The process pools on npm (piscina, tinypool, workerpool) queue and reuse, but leave the important parts to their users:
 * kernel limits, guaranteed termination, and attribution of the failure.
 */

/** Node's own baseline: heap, code and stacks it reserves at startup. */
const NODE_MEGABYTES = 700;

/** How much of each kind of work on untrusted files runs at once. */
export const AT_ONCE = {
  texts: { width: 2, perHolder: 1 },
  /** Metadata. */
  files: { width: 2, perHolder: 1 },
  /** A large picture takes hundreds of megabytes, and a hostile one a minute before it is given up. */
  pictures: { width: 2, perHolder: 1 },
  /** By FFmpeg, which may take hours. */
  videos: { width: 2, perHolder: 1 },
  /** Of whole files: more would only compete for the disk. */
  readings: { width: 2, perHolder: 1 },
} as const satisfies Readonly<Record<string, Places>>;

/** Feeds and pages: a document of up to 10 MB and its parsed form. */
export const TEXTS = createLane({
  ...AT_ONCE.texts,
  seconds: 10,
  heapMegabytes: 384,
  memoryMegabytes: NODE_MEGABYTES + 500,
  processorSeconds: 120,
});

/** File metadata: headers, tables and indexes, but no picture decoding. */
export const FILES = createLane({
  ...AT_ONCE.files,
  seconds: 3,
  heapMegabytes: 96,
  memoryMegabytes: NODE_MEGABYTES + 300,
  processorSeconds: 60,
});

/** Decoding and re-encoding pictures. */
export const PICTURES = createLane({
  ...AT_ONCE.pictures,
  seconds: 60,
  heapMegabytes: 384,
  memoryMegabytes: NODE_MEGABYTES + 1500,
  processorSeconds: 480,
});
