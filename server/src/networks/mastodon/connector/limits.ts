import { z } from "zod";
import type { Json } from "../../connectors/json.ts";
import { type Answer, ask, type Instance } from "./api.ts";

/** A number from the instance; other servers omit some or send null, in which case Mastodon's default applies. */
const figure = (stock: number) => z.int().positive().catch(stock);

/**
 * What an instance accepts, stored as the channel's settings. Limits differ per instance (500 to 15,000 characters and more),
 * so none of these is hard-coded; the values here are mastodon.social's, for limits that an instance does not report:
 * https://docs.joinmastodon.org/entities/Instance/, read in July 2026.
 */
const Limits = z.object({
  maxCharacters: figure(500),
  maxMedia: figure(4),
  charactersPerUrl: figure(23),
  /** Empty if the instance does not report them. */
  mimeTypes: z.array(z.string()).catch([]),
  imageBytes: figure(16_777_216),
  imagePixels: figure(33_177_600),
  videoBytes: figure(103_809_024),
  videoPixels: figure(8_294_400),
  pollOptions: figure(4),
  pollOptionCharacters: figure(50),
  pollSecondsMin: figure(300),
  pollSecondsMax: figure(2_629_746),
});
export type Limits = z.output<typeof Limits>;

export const STOCK_LIMITS: Limits = Limits.parse({});

/** Reads stored settings, with a stock instance's values for anything missing. */
export function limitsFrom(settings: Json | undefined): Limits {
  const result = Limits.safeParse(settings);
  return result.success ? result.data : STOCK_LIMITS;
}

export interface InstanceFacts {
  /** The part of handles after the second @; may differ from the API's host. */
  readonly domain: string | null;
  readonly version: string | null;
  readonly limits: Limits;
}

/** Reads the instance document: version 2, on older servers version 1. Null if neither exists; stock limits then apply. */
export async function readInstance(server: Instance): Promise<InstanceFacts | null> {
  const current = factsOf(await ask(server, { method: "GET", path: "/api/v2/instance" }));
  return current ?? factsOf(await ask(server, { method: "GET", path: "/api/v1/instance" }));
}

const group = z.record(z.string(), z.unknown()).catch({});
const Document = z.object({
  domain: z.string().nullish().catch(null),
  uri: z.string().nullish().catch(null),
  version: z.string().nullish().catch(null),
  /** Pleroma and forks from before 4.0 report the length here. */
  max_toot_chars: z.unknown().optional(),
  configuration: z
    .object({ statuses: group.default({}), media_attachments: group.default({}), polls: group.default({}) })
    .catch({ statuses: {}, media_attachments: {}, polls: {} }),
});

function factsOf(answer: Answer): InstanceFacts | null {
  const result = answer.kind === "ok" ? Document.safeParse(answer.body) : null;
  if (!result?.success) return null;
  const { statuses, media_attachments: media, polls } = result.data.configuration;
  return {
    domain: (result.data.domain ?? result.data.uri ?? "").replace(/^https?:\/\//, "").replace(/\/.*$/, "") || null,
    version: result.data.version ?? null,
    limits: Limits.parse({
      maxCharacters: statuses.max_characters ?? result.data.max_toot_chars,
      maxMedia: statuses.max_media_attachments,
      charactersPerUrl: statuses.characters_reserved_per_url,
      mimeTypes: media.supported_mime_types,
      imageBytes: media.image_size_limit,
      imagePixels: media.image_matrix_limit,
      videoBytes: media.video_size_limit,
      videoPixels: media.video_matrix_limit,
      pollOptions: polls.max_options,
      pollOptionCharacters: polls.max_characters_per_option,
      pollSecondsMin: polls.min_expiration,
      pollSecondsMax: polls.max_expiration,
    }),
  };
}
