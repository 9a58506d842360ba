import { z } from "zod";
import type { Json } from "../../connectors/json.ts";
import { COLLABORATORS_MAX } from "./facts.ts";

/** The post's options for this network. */
export interface Options {
  /** User names without `@`. */
  readonly collaborators: readonly string[];
  /** Id of a Facebook Page that has a location. */
  readonly locationId: string | null;
  /** How a trial reel graduates; null for a reel that everybody sees. */
  readonly trialReel: string | null;
  /** Whether a reel shows in the feed as well as in the reels tab; null leaves it to the network. */
  readonly shareToFeed: boolean | null;
}

const Given = z.object({
  collab: z.union([z.string(), z.array(z.string())]).default([]),
  location: z.object({ id: z.string().trim() }).optional(),
  trialReel: z.string().trim().optional(),
  shareToFeed: z.boolean().optional(),
});

/** https://developers.facebook.com/documentation/instagram-platform/content-publishing#trial-reels (2026-06). */
const GRADUATIONS = ["MANUAL", "SS_PERFORMANCE"];

export function optionsOf(given: Json): { readonly options: Options } | { readonly problem: string } {
  const { collab, location, trialReel, shareToFeed } = Given.parse(given ?? {});
  const names = [collab].flat().map((name) => name.trim().replace(/^@/, ""));
  const collaborators = [...new Set(names.filter((name) => name !== ""))];
  if (collaborators.length > COLLABORATORS_MAX) {
    return { problem: `The post has ${collaborators.length} collaborators; Instagram takes at most ${COLLABORATORS_MAX}.` };
  }
  if (trialReel && !GRADUATIONS.includes(trialReel)) {
    return { problem: `The trial reel must graduate by ${GRADUATIONS.join(" or ")}, not by ${trialReel}.` };
  }
  return {
    options: { collaborators, locationId: location?.id || null, trialReel: trialReel || null, shareToFeed: shareToFeed ?? null },
  };
}
