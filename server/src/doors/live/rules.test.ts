import assert from "node:assert/strict";
import { test } from "node:test";
import { nounOf } from "./rules.ts";

for (const [path, noun] of [
  ["/brands/{brand_id}/media", "media"],
  ["/brands/{brand_id}/collections/{collection_id}/posts", "posts"],
  ["/admin/collections/{collection_id}", "collections"],
  ["/admin/deliveries/{delivery_id}/settlement", "published"],
  ["/admin/brands/{brand_id}/members", "brand"],
  ["/admin/brands/{brand_id}", "brand"],
] as const) {
  test(`an operation at ${path} changes ${noun}`, () => assert.equal(nounOf(path), noun));
}
