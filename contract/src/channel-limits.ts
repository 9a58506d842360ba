import { z } from "zod";

/**
 * Limits reported by the account's own server, or by the platform for this account; null where unknown. Connectors store them in
 * a channel's settings under these names. They override the platform's row.
 */
export interface ChannelLimits {
  readonly maxCharacters: number | null;
  readonly videoBytes: number | null;
  readonly videoPixels: number | null;
  readonly videoSeconds: number | null;
  /** Accepted file types; null when not reported. */
  readonly mimeTypes: readonly string[] | null;
}

const figure = z.number().positive().nullable().default(null).catch(null);

const Limits = z.object({
  maxCharacters: figure,
  videoBytes: figure,
  videoPixels: figure,
  videoSeconds: figure,
  mimeTypes: z.array(z.string()).min(1).nullable().default(null).catch(null),
});

export const NO_LIMITS: ChannelLimits = Limits.parse({});

/** Reads the limits from a channel's settings, ignoring anything malformed. */
export function channelLimits(settings: unknown): ChannelLimits {
  const limits = Limits.safeParse(settings);
  return limits.success ? limits.data : NO_LIMITS;
}
