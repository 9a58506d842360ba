import { toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Checkpoint } from "../connector.ts";

const Moment = z.string().transform((text) => toInstant(text));
const count = z.int().default(0);

const CreatedForm = z.object({ id: z.string() });

const VideoForm = z.object({
  /** Not named `id`, because that claims a pin for the delivery. */
  media: z.string(),
  at: Moment,
  /** Whether the address took all bytes; false as well if its answer was lost. */
  isSent: z.boolean(),
});
export type Video = z.output<typeof VideoForm>;

/** The calls that make the pin, which readers may notice. */
const CallsForm = z.object({
  firstAt: Moment,
  lastAt: Moment,
  /**
   * What has to be settled about the last call: it had no answer, or one that said that something went wrong there. Stored as
   * `silence` before each call.
   */
  open: z.enum(["silence", "fault", "nothing"]),
  /** Whether a front end has said that it had nobody to hand the last call to. */
  isTurnedAway: z.boolean().default(false),
  /** How many calls before the last one ended that way and were repeated. */
  silences: count,
  faults: count,
  /** How often the last call's pin was certainly not on the boards. */
  looks: count,
  /** How far Pinterest's clock is ahead of ours; null until the first look. */
  aheadSeconds: z.number().nullable(),
  /** When the looks had ended that permit a repetition. */
  clearedAt: Moment.nullable().default(null),
});
export type Calls = z.output<typeof CallsForm>;

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
  /** The id of the pin that was made. */
  created(): string | null;
  setCreated(id: string): Promise<void>;
  video(): Video | null;
  setVideo(video: Video | null): Promise<void>;
  calls(): Calls | null;
  setCalls(calls: Calls): Promise<void>;
  strikes(): Strikes;
  strike(kind: keyof Strikes): Promise<number>;
  /** What was counted before somebody had the delivery tried again says nothing about what follows. */
  forgetStrikes(): Promise<void>;
}

export function progressOf(checkpoint: Checkpoint): Progress {
  const strikes = () => StrikesForm.parse(checkpoint.get("strikes") ?? {});
  return {
    created: () => CreatedForm.safeParse(checkpoint.get("pin")).data?.id ?? null,
    setCreated: (id) => checkpoint.keep("pin", { id }),
    video: () => VideoForm.safeParse(checkpoint.get("video")).data ?? null,
    setVideo: (video) => checkpoint.set("video", video),
    calls: () => CallsForm.safeParse(checkpoint.get("calls")).data ?? null,
    setCalls: (calls) => checkpoint.set("calls", calls),
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
