import { type Instant, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Checkpoint } from "../connector.ts";
import { type Limits, limitsFrom } from "./limits.ts";

/** A status that exists. */
export interface Created {
  readonly id: string;
  readonly url: string | null;
}

/** A file on the instance that is not attached to a status yet. */
export interface Uploaded {
  readonly id: string;
  readonly isReady: boolean;
}

const CreatedForm = z.object({ id: z.string(), url: z.string().nullable() });
const UploadedForm = z.object({ id: z.string(), isReady: z.boolean() });
const SentForm = z.object({ at: z.string() });
const Moment = z.string().transform((text) => toInstant(text));
const LookForm = z.object({
  underWay: z
    .object({
      begunAt: Moment,
      /** This status and all newer ones have been seen. */
      before: z.string(),
      /** Named `status` because an `id` in a checkpoint claims a status for the delivery. */
      matches: z.array(z.object({ status: z.string(), url: z.string().nullable(), isExact: z.boolean() })),
    })
    .nullable(),
  absentAt: Moment.nullable(),
});

/** Progress of the search for a part that may be live. */
export interface Look {
  /** A search that has not yet covered the whole period. */
  readonly underWay: UnderWay | null;
  /** When the first search started that covered the whole period without finding the part. */
  readonly absentAt: Instant | null;
}

export interface UnderWay {
  readonly begunAt: Instant;
  readonly before: string;
  readonly matches: readonly Match[];
}

/** A status similar to the wanted one. */
export interface Match {
  readonly status: string;
  readonly url: string | null;
  /** Whether its text is identical. */
  readonly isExact: boolean;
}

/**
 * The state left by earlier attempts, per part: which status it became, whether its request was sent with no known outcome,
 * how far it has been searched for, and its files. Values that no longer apply are overwritten with null.
 */
export function progressOf(checkpoint: Checkpoint) {
  return {
    /** The limits by which the parts were split; later attempts must split the same way. */
    limits: () => {
      const saved = checkpoint.get("limits");
      return saved === undefined || saved === null ? null : limitsFrom(saved);
    },
    /** Stored with the first request that creates a status: until then nothing has been split. */
    setLimits: (limits: Limits) => checkpoint.note("limits", { ...limits }),
    created: (part: string): Created | null => CreatedForm.safeParse(checkpoint.get(`status ${part}`)).data ?? null,
    /** Stored with the request for the next part, or with the end of the attempt: nothing is sent between. */
    setCreated: (part: string, { id, url }: Created) => checkpoint.note(`status ${part}`, { id, url }),
    /** When the part's first request with no known outcome was sent. */
    sentAt: (part: string): Instant | null => {
      const sent = SentForm.safeParse(checkpoint.get(`sent ${part}`)).data;
      return sent === undefined ? null : toInstant(sent.at);
    },
    setSent: (part: string, at: Instant | null) => checkpoint.set(`sent ${part}`, at === null ? null : { at }),
    look: (part: string): Look => LookForm.safeParse(checkpoint.get(`look ${part}`)).data ?? { underWay: null, absentAt: null },
    setLook: (part: string, look: Look | null) =>
      checkpoint.set(
        `look ${part}`,
        look === null
          ? null
          : {
              absentAt: look.absentAt,
              underWay: look.underWay === null ? null : { ...look.underWay, matches: look.underWay.matches.map((match) => ({ ...match })) },
            },
      ),
    uploaded: (part: string, index: number): Uploaded | null =>
      UploadedForm.safeParse(checkpoint.get(`media ${part} ${index}`)).data ?? null,
    setUploaded: (part: string, index: number, media: Uploaded | null) =>
      checkpoint.set(`media ${part} ${index}`, media === null ? null : { id: media.id, isReady: media.isReady }),
  };
}
export type Progress = ReturnType<typeof progressOf>;
