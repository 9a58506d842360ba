import { createLane } from "./lane.ts";

/**
 * All decoding of untrusted files runs in these lanes, never in the service itself: there, a few bytes that hang a parser
 * would block every request, and a few that exhaust native memory would crash the process, again after each restart.
 * Threads do not contain this: their limits exclude buffers and native memory, and V8 aborts the whole process if a single
 * allocation in a thread is too large.
 *
 * One place of each lane is left for others than the person or brand whose inputs fill the rest.
 *
 * The process pools on npm (piscina, tinypool, workerpool) queue and reuse, but leave the important parts to their users:
 * kernel limits, guaranteed termination, and attribution of the failure.
 */

/** Node's own baseline: heap, code and stacks it reserves at startup. */
const NODE_MEGABYTES = 700;

/** Feeds and pages: a document of up to 10 MB and its parsed form. */
export const TEXTS = createLane({
  width: 2,
  perHolder: 1,
  seconds: 10,
  heapMegabytes: 384,
  memoryMegabytes: NODE_MEGABYTES + 500,
  processorSeconds: 120,
});

/** File metadata: headers, tables and indexes, but no picture decoding. */
export const FILES_AT_ONCE = { width: 2, perHolder: 1 } as const;
export const FILES = createLane({
  ...FILES_AT_ONCE,
  seconds: 3,
  heapMegabytes: 96,
  memoryMegabytes: NODE_MEGABYTES + 300,
  processorSeconds: 60,
});

/**
 * Decoding and re-encoding pictures. One at a time for each person and brand, since a large one takes hundreds of megabytes; a second place
 * is for others: a hostile picture takes a minute before it is given up.
 */
export const PICTURES_AT_ONCE = { width: 2, perHolder: 1 } as const;
export const PICTURES = createLane({
  ...PICTURES_AT_ONCE,
  seconds: 60,
  heapMegabytes: 384,
  memoryMegabytes: NODE_MEGABYTES + 1500,
  processorSeconds: 480,
});
