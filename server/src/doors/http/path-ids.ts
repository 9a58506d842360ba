import { camelCase } from "@rostrum/contract/operation.ts";
import { refuse } from "../../ground/refusal.ts";

/** Parses an id in a path; null when it is not a positive integer below 2^53. */
export function pathId(text: string | undefined): number | null {
  const id = text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : null;
}

/** All ids of a path by camelCase name; 404 for the first that is not an id. */
export function pathIds(params: Readonly<Record<string, string>>): Record<string, number> {
  const ids: Record<string, number> = {};
  for (const name in params) {
    const { id, key, sentence } = PARTS[name] ?? { id: camelCase(name), key: "path", sentence: "Not found." };
    ids[id] = pathId(params[name]) ?? refuse(404, key, sentence);
  }
  return ids;
}

const PARTS: Readonly<Record<string, { readonly id: string; readonly key: string; readonly sentence: string }>> = {
  brand_id: { id: "brandId", key: "brand", sentence: "Brand not found." },
  collection_id: { id: "collectionId", key: "collection", sentence: "Collection not found." },
  post_id: { id: "postId", key: "post_id", sentence: "Post not found in this brand." },
};
