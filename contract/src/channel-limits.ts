import { z } from "zod";

/**
 * What the account's own server, or the platform for this account, tells of its limits; null where it does not. Connectors
 * store them in a channel's settings under these names, and they go before the platform's row.
 */
export interface ChannelLimits {
  readonly maxCharacters: number | null;
  readonly videoBytes: number | null;
  readonly videoPixels: number | null;
  readonly videoSeconds: number | null;
  /** Of all files that are taken; null: not told. */
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

/** Reads a channel's settings, whatever they are. */
export function channelLimits(settings: unknown): ChannelLimits {
  const limits = Limits.safeParse(settings);
  return limits.success ? limits.data : NO_LIMITS;
}
