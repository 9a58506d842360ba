import { addSeconds } from "@rostrum/contract/formats.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { assetsIn, type Content } from "./content.ts";
import { insert, LIST_MAX, list } from "./model.ts";
import { duplicatePost } from "./refusals.ts";
import type { Settings } from "./settings.ts";
import { newSerial } from "./urns.ts";

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
    const first = recent.findLast(({ deleted }) => !deleted);
    if (first !== undefined) throw duplicatePost(first.id);
    return;
  }
  const refused = await list(world, "refused_post", { where: { author, shown }, limit: LIST_MAX });
  if (recent.length === 0 && !refused.some(({ createdAt }) => createdAt > since)) return;
  const urn = `urn:li:share:${await newSerial(world)}`;
  await insert(world, "refused_post", urn, { author, shown });
  throw duplicatePost(urn);
}
