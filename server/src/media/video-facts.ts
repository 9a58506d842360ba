import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { MediumFacts } from "@rostrum/contract/medium-facts.ts";
import { createGate } from "./gate.ts";

export interface VideoQuestion {
  readonly path: string;
  readonly sizeBytes: number;
}

/** Sizes in pixels as shown, turned by the rotation. */
export type VideoFacts = Pick<MediumFacts, "rotation" | "hasAudio" | "videoCodec" | "audioCodec" | "framesPerSecond" | "bitsPerSecond"> & {
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
};

/** A file that takes longer is made to. */
const SECONDS_MAX = 3;
/** Enough for the tables of a video of hours; a file that wants more ends its thread, not the service. */
const LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };
/** Threads cost memory: files wait for each other, and none for long. */
const gate = createGate(2);

/** The worker lies beside this file, whatever both have been made into. */
const WORKER = new URL(`./video-worker${extname(import.meta.filename)}`, import.meta.url);

/**
 * Null when the file does not tell, in time and in little memory. Never throws for what a file holds. `busy`: others were
 * before it for as long as `patienceSeconds`.
 */
export async function readVideoFacts(
  question: VideoQuestion,
  { patienceSeconds }: { readonly patienceSeconds: number },
): Promise<VideoFacts | null | "busy"> {
  const giveUp = AbortSignal.timeout(patienceSeconds * 1000);
  try {
    return await gate(() => ask(question), giveUp);
  } catch (error) {
    if (error === giveUp.reason) return "busy";
    throw error;
  }
}

async function ask(question: VideoQuestion): Promise<VideoFacts | null> {
  const worker = new Worker(WORKER, { workerData: question, resourceLimits: LIMITS, stdout: true, stderr: true });
  const { promise, resolve } = Promise.withResolvers<VideoFacts | null>();
  const late = setTimeout(() => resolve(null), SECONDS_MAX * 1000);
  worker.on("message", (facts: VideoFacts) => resolve(facts));
  worker.on("error", () => resolve(null));
  worker.on("exit", () => resolve(null));
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    await worker.terminate();
  }
}
