import { z } from "zod";
import type { Server } from "../../connectors/api.ts";
import type { Read } from "../../connectors/oauth/read.ts";
import { ask, reasonOf } from "./api.ts";
import { NO_CHANNEL, type Sign, signOf } from "./errors.ts";
import { UNVERIFIED_VIDEO_SECONDS } from "./unverified.ts";

/** What is kept about a channel, for everybody to see. */
export interface Settings {
  /** The playlist of everything that it has uploaded. */
  readonly uploads: string;
  /** How long its videos may be; absent if nothing less than YouTube's own limit is known. */
  readonly videoSeconds?: number;
}

export interface Channel {
  readonly id: string;
  readonly title: string;
  readonly handle: string;
  readonly pictureUrl: string | null;
  readonly settings: Settings;
}

const DEAD: readonly Sign[] = ["dead token", "no permission", "closed", "no channel"];
const PASSING: readonly Sign[] = ["outage", "proxy", "throttled", "day used up"];

const Answer = z.object({
  items: z
    .array(
      z.object({
        id: z.string().min(1),
        snippet: z.object({
          title: z.string().catch(""),
          customUrl: z.string().nullish().catch(null),
          thumbnails: z
            .object({ default: z.object({ url: z.string() }).nullish() })
            .nullish()
            .catch(null),
        }),
        contentDetails: z.object({ relatedPlaylists: z.object({ uploads: z.string().min(1) }) }),
        status: z.object({ longUploadsStatus: z.string().nullish() }).nullish().catch(null),
      }),
    )
    // An account without a channel has no list.
    .default([]),
});
const StoredSettings = z.object({ uploads: z.string().min(1) });

/** The channel that was chosen when the access was given: https://developers.google.com/youtube/v3/docs/channels/list (2026-11). */
export async function readChannel(server: Server): Promise<Read<Channel>> {
  const answer = await ask(server, {
    method: "GET",
    path: "/channels",
    query: { part: "id,snippet,contentDetails,status", mine: "true" },
  });
  if (answer.kind !== "ok") {
    const sign = signOf(answer);
    const reason = sign === "no channel" ? NO_CHANNEL : `${reasonOf(answer)}.`;
    return PASSING.includes(sign) ? { kind: "unreachable", reason } : { kind: "refused", reason, isDead: DEAD.includes(sign) };
  }
  const read = Answer.safeParse(answer.body);
  if (!read.success) return { kind: "unreachable", reason: "YouTube: the channel cannot be read." };
  const [item] = read.data.items;
  if (item === undefined) return { kind: "refused", reason: NO_CHANNEL, isDead: true };
  const { id, snippet, contentDetails, status } = item;
  const long = status?.longUploadsStatus ?? null;
  return {
    kind: "read",
    value: {
      id,
      title: snippet.title || id,
      handle: snippet.customUrl || snippet.title || id,
      pictureUrl: snippet.thumbnails?.default?.url ?? null,
      settings: {
        uploads: contentDetails.relatedPlaylists.uploads,
        ...(long === "eligible" || long === "disallowed" ? { videoSeconds: UNVERIFIED_VIDEO_SECONDS } : {}),
      },
    },
  };
}

/** The playlist of everything that the channel has uploaded. */
export function uploadsOf(settings: unknown): string {
  return StoredSettings.parse(settings).uploads;
}
