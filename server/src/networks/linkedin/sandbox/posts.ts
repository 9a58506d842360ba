import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Content } from "./content.ts";
import { shownOf } from "./little.ts";
import { find, type Stored } from "./model.ts";
import { notFound } from "./refusals.ts";
import type { Settings } from "./settings.ts";

/** The post of this URN, unless it was deleted. */
export async function requirePost(world: SandboxWorld, urn: string): Promise<Stored<"post">> {
  const post = await find(world, "post", urn);
  if (post === null || post.deleted) throw notFound(urn);
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
