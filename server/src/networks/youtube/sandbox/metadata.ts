import { fromEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { type Metadata, PRIVACIES } from "./model.ts";
import { invalidBody, wrongVideo } from "./refusals.ts";
import type { Settings } from "./settings.ts";

const TITLE_LENGTH_MAX = 100;
const DESCRIPTION_BYTES_MAX = 5000;
/** Unverified: with the commas between them, and two more for a tag that has blanks. */
const TAGS_LENGTH_MAX = 500;
/** Those that videos can be put into. https://developers.google.com/youtube/v3/docs/videoCategories (2026-11) */
const CATEGORIES = ["1", "2", "10", "15", "17", "19", "20", "22", "23", "24", "25", "26", "27", "28", "29"];
const CATEGORY_DEFAULT = "22";
/** What a video without a title is called. */
const TITLE_DEFAULT = "unknown";

const Body = z.object({
  snippet: z
    .object({
      title: z.string().optional(),
      description: z.string().optional(),
      tags: z.array(z.string()).optional(),
      categoryId: z.string().optional(),
      defaultLanguage: z.string().optional(),
    })
    .optional(),
  status: z
    .object({
      privacyStatus: z.enum(PRIVACIES).optional(),
      publishAt: z.string().optional(),
      selfDeclaredMadeForKids: z.boolean().optional(),
      embeddable: z.boolean().optional(),
      license: z.enum(["youtube", "creativeCommon"]).optional(),
      publicStatsViewable: z.boolean().optional(),
      containsSyntheticMedia: z.boolean().optional(),
    })
    .optional(),
});

/**
 * What the body of `videos.insert` says, as far as `part` names it. Limits:
 * https://developers.google.com/youtube/v3/docs/videos#properties (2026-11)
 */
export function metadataIn(
  body: unknown,
  { parts, world, settings }: { readonly parts: readonly string[]; readonly world: SandboxWorld; readonly settings: Settings },
): Metadata {
  const read = Body.safeParse(body ?? {});
  if (!read.success) throw invalidBody(read.error.issues[0]?.path.join(".") || "video");
  const snippet = parts.includes("snippet") ? (read.data.snippet ?? {}) : {};
  const status = parts.includes("status") ? (read.data.status ?? {}) : {};
  const { title = TITLE_DEFAULT, description = "", tags = [], categoryId = CATEGORY_DEFAULT, defaultLanguage = null } = snippet;
  requireTitle(title, settings);
  if (Buffer.byteLength(description) > DESCRIPTION_BYTES_MAX || hasBrackets(description)) {
    throw wrongVideo("invalidDescription", "The request metadata specifies an invalid video description.");
  }
  if (tags.some(hasBrackets) || lengthOfTags(tags) > TAGS_LENGTH_MAX) {
    throw wrongVideo("invalidTags", "The request metadata specifies invalid video keywords.");
  }
  if (!CATEGORIES.includes(categoryId)) {
    throw wrongVideo("invalidCategoryId", "The snippet.categoryId property specifies an invalid category ID.");
  }
  return {
    title,
    description,
    tags,
    category_id: categoryId,
    default_language: defaultLanguage,
    privacy: status.privacyStatus ?? null,
    publish_at: publishAtIn(status, world),
    made_for_kids: status.selfDeclaredMadeForKids ?? false,
    embeddable: status.embeddable ?? true,
    license: status.license ?? "youtube",
    stats_viewable: status.publicStatsViewable ?? true,
    synthetic: status.containsSyntheticMedia ?? false,
  };
}

function requireTitle(title: string, { title_unit }: Settings): void {
  const length = title_unit === "utf-16" ? title.length : [...title].length;
  if (title.trim() !== "" && length <= TITLE_LENGTH_MAX && !hasBrackets(title)) return;
  throw wrongVideo("invalidTitle", "The request metadata specifies an invalid or empty video title.");
}

function hasBrackets(text: string): boolean {
  return /[<>]/.test(text);
}

function lengthOfTags(tags: readonly string[]): number {
  const commas = Math.max(0, tags.length - 1);
  return tags.reduce((sum, tag) => sum + tag.length + (/\s/.test(tag) ? 2 : 0), commas);
}

/** Only a private video has a time at which it becomes public; a time in the past is now. */
function publishAtIn(
  { publishAt, privacyStatus }: { readonly publishAt?: string | undefined; readonly privacyStatus?: string | undefined },
  world: SandboxWorld,
): string | null {
  if (publishAt === undefined) return null;
  const time = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(publishAt) ? Date.parse(publishAt) : Number.NaN;
  if (Number.isNaN(time) || privacyStatus !== "private") {
    throw wrongVideo("invalidPublishAt", "The request metadata specifies an invalid scheduled publishing time.");
  }
  const at = fromEpochMilliseconds(time);
  return at <= world.now() ? world.now() : at;
}
