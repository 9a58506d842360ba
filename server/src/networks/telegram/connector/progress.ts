import { type Instant, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Checkpoint } from "../../connectors/connector.ts";
import { type Made, type Names, recordOf } from "../../connectors/once/calls.ts";

/** Where a message stands. */
export function namesOf(part: string): Names {
  return { calls: `calls ${part}`, made: `made ${part}` };
}

const CreatedForm = z.object({
  ids: z.array(z.int()).min(1),
  /** The server accepted the poll without its caption, as servers before Bot API 10.0 do. */
  lacksCaption: z.boolean(),
  /** The name of the chat then, null without one; absent where the answer did not say. */
  username: z.string().nullish(),
});
/** A message that exists, or an album, whose ids are consecutive. */
export type Created = z.output<typeof CreatedForm>;

const MarkForm = z.object({
  at: z.string().transform((text) => toInstant(text)),
  chatId: z.string(),
  /** Every message that the request may have created has a higher id. */
  above: z.int(),
  /**
   * Whether no earlier message of the bot has an id above `above`, because `above` was the chat's last id or the id of the
   * bot's newest message. If so, the messages above it tell the outcome.
   */
  isHead: z.boolean(),
});
/** Where the chat stood when a request was sent. */
export type Mark = z.output<typeof MarkForm>;

const ScanForm = z.object({
  next: z.int(),
  own: z.array(z.int()),
  others: z.array(z.int()),
  /** How many of the last ones have no message. */
  empty: z.int(),
});
/** How far the ids above a mark have been read. */
export type Scan = z.output<typeof ScanForm>;

const TargetForm = z.object({ chatId: z.string(), messageId: z.int() });
/** Where a comment goes; decided before it is sent. */
export type Target = z.output<typeof TargetForm>;

/** The state left by earlier attempts, per part. Values that no longer apply are overwritten with null. */
export function progressOf(checkpoint: Checkpoint) {
  const sent = (part: string) => MarkForm.safeParse(checkpoint.get(`sent ${part}`)).data ?? null;
  const mark = (part: string) => MarkForm.safeParse(checkpoint.get(`mark ${part}`)).data ?? null;
  const created = (part: string) => CreatedForm.safeParse(checkpoint.get(`message ${part}`)).data ?? null;
  return {
    created,
    /** Stored with what the frame keeps of it. */
    noteCreated: (part: string, message: Created) => checkpoint.note(`message ${part}`, { ...message }),
    mark,
    /** Stored with the call that follows, and under the name of the version before, which makes none while it is there. */
    noteMark(part: string, at: Mark) {
      for (const name of ["mark", "sent"]) checkpoint.note(`${name} ${part}`, { ...at });
      checkpoint.note(`scan ${part}`, null);
    },
    noteSettled: (part: string) => checkpoint.note(`sent ${part}`, null),
    /** What the version before has sent and created, which kept no calls. */
    adopt(part: string, madeOf: (message: Created, chatId: string | null) => Made) {
      const [message, request] = [created(part), sent(part)];
      const { made, noteMade } = recordOf(checkpoint, namesOf(part));
      if (message !== null && made() === null) noteMade(madeOf(message, request?.chatId ?? null));
      if (request === null || mark(part)?.at === request.at) return;
      checkpoint.note(`mark ${part}`, { ...request });
      checkpoint.note(namesOf(part).calls, { firstAt: request.at, lastAt: request.at, open: "silence" });
    },
    scan: (part: string) => ({
      kept: (): Scan | null => ScanForm.safeParse(checkpoint.get(`scan ${part}`)).data ?? null,
      keep: (scan: Scan) => checkpoint.set(`scan ${part}`, { ...scan }),
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
