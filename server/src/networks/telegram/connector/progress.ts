import { type Instant, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Checkpoint } from "../../connectors/connector.ts";

/** A message that exists, or an album, whose ids are consecutive. */
export interface Created {
  readonly ids: readonly number[];
  /** The server accepted the poll without its caption, as servers before Bot API 10.0 do. */
  readonly lacksCaption: boolean;
  /** The name of the chat then, null without one; absent where the answer did not say. */
  readonly username?: string | null | undefined;
}

/** A request that was sent and whose outcome is unknown. */
export interface Sent {
  readonly at: Instant;
  readonly chatId: string;
  /** Every message that it may have created has a higher id. */
  readonly above: number;
  /**
   * Whether no earlier message of the bot has an id above `above`, because `above` was the chat's last id or the id of the
   * bot's newest message. If so, the messages above it tell the outcome.
   */
  readonly isHead: boolean;
}

/** Where a comment goes; decided before it is sent. */
export interface Target {
  readonly chatId: string;
  readonly messageId: number;
}

/** How far the ids above a mark have been read. */
export interface Scan {
  readonly next: number;
  readonly own: readonly number[];
  readonly others: readonly number[];
  /** How many of the last ones have no message. */
  readonly empty: number;
}

const CreatedForm = z.object({ ids: z.array(z.int()).min(1), lacksCaption: z.boolean(), username: z.string().nullish() });
const SentForm = z.object({ at: z.string(), chatId: z.string(), above: z.int(), isHead: z.boolean() });
const ScanForm = z.object({ next: z.int(), own: z.array(z.int()), others: z.array(z.int()), empty: z.int() });
const TargetForm = z.object({ chatId: z.string(), messageId: z.int() });

/** The state left by earlier attempts, per part. Values that no longer apply are overwritten with null. */
export function progressOf(checkpoint: Checkpoint) {
  return {
    created: (part: string): Created | null => CreatedForm.safeParse(checkpoint.get(`message ${part}`)).data ?? null,
    setCreated: (part: string, created: Created) => checkpoint.keep(`message ${part}`, { ...created, ids: [...created.ids] }),
    sent: (part: string): Sent | null => {
      const sent = SentForm.safeParse(checkpoint.get(`sent ${part}`)).data;
      return sent === undefined ? null : { ...sent, at: toInstant(sent.at) };
    },
    setSent: async (part: string, sent: Sent | null) => {
      if (checkpoint.get(`scan ${part}`) != null) await checkpoint.set(`scan ${part}`, null);
      await checkpoint.set(`sent ${part}`, sent === null ? null : { ...sent });
    },
    scan: (part: string) => ({
      kept: (): Scan | null => ScanForm.safeParse(checkpoint.get(`scan ${part}`)).data ?? null,
      keep: (scan: Scan) => checkpoint.set(`scan ${part}`, { ...scan, own: [...scan.own], others: [...scan.others] }),
    }),
    target: (): Target | null => TargetForm.safeParse(checkpoint.get("target")).data ?? null,
    setTarget: (target: Target) => checkpoint.set("target", { ...target }),
    /** Whether Telegram has slowed this part down: then the next attempt spends no requests on anything but sending it. */
    isSlowed: (part: string) => checkpoint.get(`slowed ${part}`) === true,
    noteSlowed: (part: string) => checkpoint.note(`slowed ${part}`, true),
    /** When the post's copy in the discussion group was first looked for. */
    waitingSince: (): Instant | null => {
      const since = z.string().safeParse(checkpoint.get("waiting since")).data;
      return since === undefined ? null : toInstant(since);
    },
    setWaitingSince: (at: Instant) => checkpoint.set("waiting since", at),
  };
}
export type Progress = ReturnType<typeof progressOf>;
