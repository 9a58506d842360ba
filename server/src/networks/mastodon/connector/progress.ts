import { type Instant, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Checkpoint } from "../../connectors/connector.ts";
import type { Names } from "../../connectors/once/calls.ts";
import { type Limits, limitsFrom } from "./limits.ts";

/** Where a status of the chain stands. */
export function namesOf(part: string): Names {
  return { calls: `sent ${part}`, made: `status ${part}` };
}

/** A file on the instance that is not attached to a status yet. */
export interface Uploaded {
  readonly id: string;
  readonly isReady: boolean;
}

const UploadedForm = z.object({ id: z.string(), isReady: z.boolean() });
const Moment = z.string().transform((text) => toInstant(text));
const LookForm = z.object({
  underWay: z.object({
    begunAt: Moment,
    /** This status and all newer ones have been seen. */
    before: z.string(),
    /** Named `status` because an `id` in a checkpoint claims a status for the delivery. */
    matches: z.array(z.object({ status: z.string(), url: z.string().nullable(), isExact: z.boolean() })),
  }),
});

/** A search that has not yet covered the whole period. */
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
 * The state left by earlier attempts, per part: how far it has been searched for, and its files. Values that no longer apply are overwritten with null.
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
    look: (part: string): UnderWay | null => LookForm.safeParse(checkpoint.get(`look ${part}`)).data?.underWay ?? null,
    setLook: (part: string, look: UnderWay | null) =>
      checkpoint.set(
        `look ${part}`,
        look === null ? null : { absentAt: null, underWay: { ...look, matches: look.matches.map((match) => ({ ...match })) } },
      ),
    uploaded: (part: string, index: number): Uploaded | null =>
      UploadedForm.safeParse(checkpoint.get(`media ${part} ${index}`)).data ?? null,
    setUploaded: (part: string, index: number, media: Uploaded | null) =>
      checkpoint.set(`media ${part} ${index}`, media === null ? null : { id: media.id, isReady: media.isReady }),
  };
}
export type Progress = ReturnType<typeof progressOf>;
