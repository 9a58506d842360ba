import { type Instant, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Checkpoint } from "../connector.ts";
import { type Limits, limitsFrom } from "./limits.ts";

/** A status that exists. */
export interface Created {
  readonly id: string;
  readonly url: string | null;
}

/** A file on the instance that no status has yet. */
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
      /** Statuses from this one on have been seen. */
      before: z.string(),
      /** By `status`, not by `id`: that is how a checkpoint says that the delivery has a status. */
      matches: z.array(z.object({ status: z.string(), url: z.string().nullable(), isExact: z.boolean() })),
    })
    .nullable(),
  absentAt: Moment.nullable(),
});

/** How far the search for a part has come that may be live. */
export interface Look {
  /** A look that has not yet seen all of the time. */
  readonly underWay: UnderWay | null;
  /** When the first look began that saw all of the time and not the part. */
  readonly absentAt: Instant | null;
}

export interface UnderWay {
  readonly begunAt: Instant;
  readonly before: string;
  readonly matches: readonly Match[];
}

/** A status like the one that is looked for. */
export interface Match {
  readonly status: string;
  readonly url: string | null;
  /** Whether its words are the same to the letter. */
  readonly isExact: boolean;
}

/**
 * What earlier attempts have come to, by part: which status it became, whether its request has left without a known
 * outcome, how far it has been looked for, and its files. Null is stored over what no longer holds.
 */
export function progressOf(checkpoint: Checkpoint) {
  return {
    /** The limits that the parts were made by; later attempts have to make the same ones. */
    limits: () => {
      const saved = checkpoint.get("limits");
      return saved === undefined || saved === null ? null : limitsFrom(saved);
    },
    setLimits: (limits: Limits) => checkpoint.set("limits", { ...limits }),
    created: (part: string): Created | null => CreatedForm.safeParse(checkpoint.get(`status ${part}`)).data ?? null,
    setCreated: (part: string, { id, url }: Created) => checkpoint.set(`status ${part}`, { id, url }),
    /** When the first request of this part left that has no outcome yet. */
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
