import { createLane } from "./lane.ts";

/**
 * Everything that decodes what strangers made runs in these lanes and never in the service itself: there, a few bytes that
 * hang a parser would stop every request, and a few that exhaust the memory of native code would end the process, again
 * after each restart. Threads are no bound: their limits leave buffers and native memory out, and V8 ends the whole process
 * when one allocation of a thread is too large.
 *
 * Pools of processes that npm has (piscina, tinypool, workerpool) queue and reuse; what this is about they leave to their
 * users: limits of the kernel, an end that is certain, and whose fault it was.
 */

/** Of Node itself, before it has done anything: heap, code and stacks that are set aside. */
const NODE_MEGABYTES = 700;

/** Feeds and pages: a document of 10 MB and what is made of it. */
export const TEXTS = createLane({
  width: 2,
  seconds: 10,
  heapMegabytes: 384,
  memoryMegabytes: NODE_MEGABYTES + 500,
  processorSeconds: 120,
});

/** What files say about themselves: heads, tables and indexes, no pictures. */
export const FILES = createLane({
  width: 2,
  seconds: 3,
  heapMegabytes: 96,
  memoryMegabytes: NODE_MEGABYTES + 300,
  processorSeconds: 60,
});

/** Pictures that are unpacked and packed again. One at a time: a large one takes hundreds of megabytes. */
export const PICTURES = createLane({
  width: 1,
  seconds: 60,
  heapMegabytes: 384,
  memoryMegabytes: NODE_MEGABYTES + 1500,
  processorSeconds: 480,
});
