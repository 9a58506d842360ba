import { toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Checkpoint } from "../../connectors/connector.ts";

const Moment = z.string().transform((text) => toInstant(text));
const count = z.int().default(0);

const VideoForm = z.object({
  /** Not named `id`, because that claims a pin for the delivery. */
  media: z.string(),
  at: Moment,
  /** Whether the address took all bytes; false as well if its answer was lost. */
  isSent: z.boolean(),
});
export type Video = z.output<typeof VideoForm>;

const StrikesForm = z.object({
  /** Pinterest could not fetch an image. */
  unfetched: count,
  /** It suspected spam. */
  spam: count,
  /** A video had to be uploaded again. */
  uploads: count,
});
export type Strikes = z.output<typeof StrikesForm>;

/** What earlier attempts left. */
export interface Progress {
  video(): Video | null;
  setVideo(video: Video | null): Promise<void>;
  strikes(): Strikes;
  strike(kind: keyof Strikes): Promise<number>;
  /** What was counted before somebody had the delivery tried again says nothing about what follows. */
  forgetStrikes(): Promise<void>;
}

export function progressOf(checkpoint: Checkpoint): Progress {
  const strikes = () => StrikesForm.parse(checkpoint.get("strikes") ?? {});
  return {
    video: () => VideoForm.safeParse(checkpoint.get("video")).data ?? null,
    setVideo: (video) => checkpoint.set("video", video),
    strikes,
    async strike(kind) {
      const before = strikes();
      await checkpoint.set("strikes", { ...before, [kind]: before[kind] + 1 });
      return before[kind] + 1;
    },
    async forgetStrikes() {
      if (checkpoint.get("strikes") !== undefined) await checkpoint.set("strikes", {});
    },
  };
}
