import { addSeconds, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Content } from "./content.ts";
import { assetsIn } from "./content.ts";
import { shownOf } from "./little.ts";
import { find, insert, LIST_MAX, list, type Stored } from "./model.ts";
import { duplicatePost, notFound } from "./refusals.ts";
import type { Settings } from "./settings.ts";
import { newSerial } from "./urns.ts";

/** The post of this URN. */
export async function requirePost(world: SandboxWorld, urn: string): Promise<Stored<"post">> {
  const post = await find(world, "post", urn);
  if (post === null) throw notFound(urn);
  return post;
}

export function kindOf(content: Content | null): Settings["ugc_posts"][number] {
  if (content === null) return "text";
  if (content.article !== undefined) return "article";
  if (content.multiImage !== undefined) return "images";
  if (content.poll !== undefined) return "poll";
  const [, kind] = /^urn:li:(image|video|document):/.exec(content.media?.id ?? "") ?? [];
  return kind === "video" || kind === "document" ? kind : "image";
}

/** A post as the API gives it. */
export function postNode(post: Stored<"post">, { commentary_read }: Settings): Record<string, unknown> {
  const at = toEpochMilliseconds(post.createdAt);
  const sent = post.commentary.slice(0, shownOf(post.commentary).sentLength);
  return {
    id: post.id,
    author: post.author,
    commentary: commentary_read === "sent" ? sent : post.shown,
    ...(post.content === null ? {} : { content: post.content }),
    visibility: post.visibility,
    distribution: { feedDistribution: "MAIN_FEED", targetEntities: [], thirdPartyDistributionChannels: [] },
    lifecycleState: "PUBLISHED",
    lifecycleStateInfo: { isEditedByAuthor: false },
    isReshareDisabledByAuthor: false,
    createdAt: at,
    publishedAt: at,
    lastModifiedAt: at,
  };
}

const HOUR_SECONDS = 3600;

interface NewPost {
  readonly author: string;
  readonly shown: string;
  readonly content: Content | null;
}

/**
 * Refuses a post whose text is that of an earlier one of the same author, as the settings say. The vendor's pages say nothing of it.
 * Seen: https://github.com/Arisamiga/Linkedin-RSS/issues/5 (2023-12), and with posts that do not exist
 * https://github.com/ComposioHQ/composio/issues/2710 (2026-02).
 */
export async function refuseDuplicate(world: SandboxWorld, settings: Settings, { author, shown, content }: NewPost): Promise<void> {
  const hasMedia = content !== null && assetsIn(content).length > 0;
  if (settings.duplicates === "off" || (hasMedia && settings.duplicates_among === "without media")) return;
  const since = addSeconds(world.now(), -settings.duplicates_hours * HOUR_SECONDS);
  const posts = await list(world, "post", { where: { author, shown }, limit: LIST_MAX });
  const recent = posts.filter(({ createdAt }) => createdAt > since);
  if (settings.duplicates === "on") {
    const first = recent.at(-1);
    if (first !== undefined) throw duplicatePost(first.id);
    return;
  }
  const refused = await list(world, "refused_post", { where: { author, shown }, limit: LIST_MAX });
  if (recent.length === 0 && !refused.some(({ createdAt }) => createdAt > since)) return;
  const urn = `urn:li:share:${await newSerial(world)}`;
  await insert(world, "refused_post", urn, { author, shown });
  throw duplicatePost(urn);
}
