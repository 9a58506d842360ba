import { toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Checkpoint } from "../../connectors/connector.ts";
import { type Names, recordOf } from "../../connectors/once/calls.ts";

const Moment = z.string().transform((text) => toInstant(text));

/** Where a post of the chain stands. */
export function namesOf(piece: string): Names {
  return { calls: `sent ${piece}`, made: `post ${piece}` };
}

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
const STRIKES = ["parent", "files"] as const;
export type Strike = (typeof STRIKES)[number];
const StrikesForm = z.partialRecord(z.enum(STRIKES), z.record(z.string(), z.int()));

/** What earlier attempts left, per post of the chain. */
export interface Progress {
  /** The limit by which the chain was planned when its first post was sent; null before. */
  lengthMax(): number | null;
  /** Stored with the request that is sent next. */
  noteLengthMax(lengthMax: number): void;
  /** Whether it may be out. */
  isBegun(piece: string): boolean;
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
    isBegun(piece) {
      const record = recordOf(checkpoint, namesOf(piece));
      return record.made() !== null || record.calls() !== null;
    },
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
