import { type Instant, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Checkpoint } from "../connector.ts";

/** A message that exists, or an album: its ids rise by one. */
export interface Created {
  readonly ids: readonly number[];
  /** The server took the poll and not its caption, as servers from before Bot API 10.0 do. */
  readonly lacksCaption: boolean;
}

/** A request that has left and has no known outcome. */
export interface Sent {
  readonly at: Instant;
  readonly chatId: string;
  /** Every message that it may have made has a higher id. */
  readonly above: number;
  /**
   * Whether no message of the bot's from before stands above `above`, since it was the chat's very last id then or that of
   * the bot's newest message: by what stands above it the outcome can be told.
   */
  readonly isHead: boolean;
}

/** Where a comment goes, decided before it is sent. */
export interface Target {
  readonly chatId: string;
  readonly messageId: number;
}

const CreatedForm = z.object({ ids: z.array(z.int()).min(1), lacksCaption: z.boolean() });
const SentForm = z.object({ at: z.string(), chatId: z.string(), above: z.int(), isHead: z.boolean() });
const TargetForm = z.object({ chatId: z.string(), messageId: z.int() });

/** What earlier attempts have come to, by part. Null is stored over what no longer holds. */
export function progressOf(checkpoint: Checkpoint) {
  return {
    created: (part: string): Created | null => CreatedForm.safeParse(checkpoint.get(`message ${part}`)).data ?? null,
    setCreated: (part: string, { ids, lacksCaption }: Created) => checkpoint.set(`message ${part}`, { ids: [...ids], lacksCaption }),
    sent: (part: string): Sent | null => {
      const sent = SentForm.safeParse(checkpoint.get(`sent ${part}`)).data;
      return sent === undefined ? null : { ...sent, at: toInstant(sent.at) };
    },
    setSent: (part: string, sent: Sent | null) => checkpoint.set(`sent ${part}`, sent === null ? null : { ...sent }),
    target: (): Target | null => TargetForm.safeParse(checkpoint.get("target")).data ?? null,
    setTarget: (target: Target) => checkpoint.set("target", { ...target }),
    /** When the first look for the post's copy in the discussion group was. */
    waitingSince: (): Instant | null => {
      const since = z.string().safeParse(checkpoint.get("waiting since")).data;
      return since === undefined ? null : toInstant(since);
    },
    setWaitingSince: (at: Instant) => checkpoint.set("waiting since", at),
  };
}
export type Progress = ReturnType<typeof progressOf>;
