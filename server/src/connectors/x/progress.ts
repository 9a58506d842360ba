import { toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Checkpoint } from "../connector.ts";

/** A post that readers see. */
const CreatedForm = z.object({ id: z.string(), at: z.string().transform((text) => toInstant(text)) });
export type Created = z.output<typeof CreatedForm>;

const Moment = z.string().transform((text) => toInstant(text));

/** A request that creates a post and whose effect is not certain. */
const SentForm = z.object({
  firstAt: Moment,
  lastAt: Moment,
  /** Requests so far that may have had an effect: beside those that were turned away, there is never a third. */
  sends: z.int(),
  /** How many of them were answered by a front end that had nobody to hand them to. */
  turnedAway: z.int().default(0),
  /**
   * `open`: nothing is known of the last request. `doubted`: X refused it in a way that does not rule out that the post exists. `clear`:
   * lookups have ruled that out, and it may be sent once more. `refused`: X's refusal holds.
   */
  state: z.enum(["open", "doubted", "clear", "refused"]),
  /** X's refusal. */
  reason: z.string().nullable(),
  /** Complete lookups since the last request that did not find the post. */
  looks: z.int(),
  clearedAt: Moment.nullable(),
});
export type Sent = z.output<typeof SentForm>;

/** A file at X that no post uses yet. Its id is not named `id`, because that claims a post for the delivery. */
const UploadForm = z.object({
  media: z.string(),
  /** By which it is recognized in posts. */
  key: z.string().nullable(),
  begunAt: Moment,
  endsAt: Moment.nullable(),
  /** Parts that have arrived. */
  parts: z.int(),
  state: z.enum(["sending", "processing", "ready"]),
  alt: z.enum(["due", "set", "failed"]),
});
export type Upload = z.output<typeof UploadForm>;

/** What went wrong so often. */
const STRIKES = ["parent", "processing"] as const;
export type Strike = (typeof STRIKES)[number];
const StrikesForm = z.partialRecord(z.enum(STRIKES), z.record(z.string(), z.int()));

/** What earlier attempts left, per post of the chain. */
export interface Progress {
  /** The limit by which the chain was planned when its first post was sent; null before. */
  lengthMax(): number | null;
  /** Stored with the request that is sent next. */
  noteLengthMax(lengthMax: number): void;
  created(piece: string): Created | null;
  setCreated(piece: string, post: Created): Promise<void>;
  sent(piece: string): Sent | null;
  setSent(piece: string, sent: Sent | null): Promise<void>;
  upload(piece: string, index: number): Upload | null;
  setUpload(piece: string, index: number, upload: Upload | null): Promise<void>;
  /** One more; returns how many there are. `what` is what they are counted for. */
  strike(kind: Strike, what: string): Promise<number>;
  forgetStrikes(): Promise<void>;
}

export function progressOf(checkpoint: Checkpoint): Progress {
  return {
    lengthMax: () => z.int().safeParse(checkpoint.get("length max")).data ?? null,
    noteLengthMax: (lengthMax) => checkpoint.note("length max", lengthMax),
    created: (piece) => CreatedForm.safeParse(checkpoint.get(`post ${piece}`)).data ?? null,
    setCreated: (piece, { id, at }) => checkpoint.keep(`post ${piece}`, { id, at }),
    sent: (piece) => SentForm.safeParse(checkpoint.get(`sent ${piece}`)).data ?? null,
    setSent: (piece, sent) => checkpoint.set(`sent ${piece}`, sent),
    upload: (piece, index) => UploadForm.safeParse(checkpoint.get(`file ${piece} ${index}`)).data ?? null,
    setUpload: (piece, index, upload) => checkpoint.set(`file ${piece} ${index}`, upload),
    async strike(kind, what) {
      const strikes = StrikesForm.safeParse(checkpoint.get("strikes")).data ?? {};
      const times = (strikes[kind]?.[what] ?? 0) + 1;
      await checkpoint.set("strikes", { ...strikes, [kind]: { ...strikes[kind], [what]: times } });
      return times;
    },
    async forgetStrikes() {
      if (checkpoint.get("strikes") !== undefined) await checkpoint.set("strikes", {});
    },
  };
}

/** Whether readers may see anything of the delivery. */
export function liveOf(progress: Progress, pieces: readonly { readonly name: string }[]): "no" | "maybe" {
  const mayBeSeen = pieces.some(({ name }) => {
    const sent = progress.sent(name);
    return progress.created(name) !== null || (sent !== null && sent.state !== "refused");
  });
  return mayBeSeen ? "maybe" : "no";
}
