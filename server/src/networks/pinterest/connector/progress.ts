import { toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Checkpoint } from "../../connectors/connector.ts";
import { strikesIn } from "../../connectors/strikes.ts";

const Moment = z.string().transform((text) => toInstant(text));

const VideoForm = z.object({
  /** Not named `id`, because that claims a pin for the delivery. */
  media: z.string(),
  at: Moment,
  /** Whether the address took all bytes; false as well if its answer was lost. */
  isSent: z.boolean(),
});
export type Video = z.output<typeof VideoForm>;

/** What is counted so that it does not go on forever. */
const STRIKES = [
  /** Pinterest could not fetch an image. */
  "unfetched",
  /** It suspected spam. */
  "spam",
] as const;

/** What earlier attempts left. */
export function progressOf(checkpoint: Checkpoint) {
  return {
    ...strikesIn(checkpoint, STRIKES),
    video: (): Video | null => VideoForm.safeParse(checkpoint.get("video")).data ?? null,
    setVideo: (video: Video | null) => checkpoint.set("video", video),
  };
}
export type Progress = ReturnType<typeof progressOf>;
