import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { z } from "zod";
import { vendorContract } from "../../../testing/contracts.ts";
import type { GraphNode } from "../../sandbox/meta/node.ts";
import { textAt } from "../../sandbox/meta/testing/answers.ts";
import { holderOf } from "./access.ts";
import { commentNode } from "./comment-node.ts";
import { CALLS } from "./graph.ts";
import { find } from "./model.ts";
import { pageNode } from "./page-node.ts";
import { photoNode } from "./photo-calls.ts";
import { postNode } from "./post-node.ts";
import { openStage, type Stage } from "./testing/stage.ts";
import { videoNode } from "./video-node.ts";

/** What Meta's own SDKs are generated from. */
const { path, skip } = vendorContract("meta/specs");

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const Spec = z.object({
  fields: z.array(z.object({ name: z.string() })),
  apis: z.array(z.object({ method: z.string(), endpoint: z.string().optional(), name: z.string().optional() })),
});

const specOf = (type: string) => Spec.parse(JSON.parse(readFileSync(join(path, `${type}.json`), "utf8")));

const TYPES: Readonly<Record<string, string>> = {
  person: "User",
  account: "Page",
  post: "PagePost",
  photo: "Photo",
  video: "AdVideo",
  comment: "Comment",
};
const OWN_CALLS: Readonly<Record<string, string>> = { GET: "#get", POST: "#update", DELETE: "#delete" };

/** On the vendor's pages or seen in products, but not in the contract. */
const CALLS_BESIDE_IT = ["GET business/owned_pages", "GET business/client_pages"];
const FIELDS_BESIDE_IT: Readonly<Record<string, readonly string[]>> = {
  Page: ["tasks"],
  PagePost: [],
  Photo: [],
  AdVideo: [],
  Comment: [],
};

test("Every call of the network is in Meta's contract", { skip }, () => {
  const unknown = Object.keys(CALLS).filter((call) => {
    const [, method = "", kind = "", edge] = /^(\w+) (\w+)(?:\/(\w+))?$/.exec(call) ?? [];
    const type = TYPES[kind];
    const wanted = edge ?? OWN_CALLS[method];
    return type === undefined || !specOf(type).apis.some((api) => api.method === method && (api.endpoint ?? api.name) === wanted);
  });
  assert.deepEqual(unknown, CALLS_BESIDE_IT);
});

test("Every field of the network's objects is one in Meta's contract, or an edge", { skip }, async () => {
  for (const [type, node] of Object.entries(await nodes())) {
    const { fields, apis } = specOf(type);
    const known = new Set([...fields.map(({ name }) => name), ...apis.map(({ endpoint, name }) => endpoint ?? name)]);
    assert.deepEqual(
      Object.keys(node.fields).filter((name) => !known.has(name)),
      FIELDS_BESIDE_IT[type],
      type,
    );
  }
});

async function nodes(): Promise<Record<string, GraphNode>> {
  const { world } = stage;
  const photo = await find(world, "photo", await stage.make("photos", { url: stage.link("a.jpg"), published: "false" }));
  const post = await find(world, "post", await stage.make("feed", { message: "Hello" }));
  const begun = await stage.ask("POST", `/${stage.pageId}/video_reels`, { upload_phase: "start" });
  const video = await find(world, "video", textAt(begun, "video_id"));
  const comment = await find(world, "comment", textAt(await stage.ask("POST", `/${post?.id}/comments`, { message: "First" }), "id"));
  const caller = await holderOf(world, stage.token);
  assert.ok(photo !== null && post !== null && video !== null && comment !== null && caller.page !== null);
  return {
    Page: pageNode({ world, caller, guest: null }, caller.page),
    PagePost: postNode(world, post),
    Photo: photoNode(world, photo),
    AdVideo: videoNode(world, video),
    Comment: commentNode(comment),
  };
}
