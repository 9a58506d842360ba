import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import sharp from "sharp";
import { z } from "zod";
import { vendorContract } from "../../../testing/contracts.ts";
import { type Network, openNetwork } from "./testing/network.ts";

/**
 * Holds replies against the examples of the vendor's own collection: asked for every field that the collection names, this network
 * answers, and has every field of the example with a value of its type.
 */
const { path, skip } = vendorContract("threads/threads-api.postman_collection.json");

/** A value that profiles here do not have. */
const ABSENT = ["threads_profile_picture_url"];

const Leaf = z.object({ name: z.string(), response: z.array(z.object({ body: z.string().nullish() })) });
interface Branch {
  readonly item: readonly unknown[];
}
const Collection = z.object({ item: z.array(z.unknown()), variable: z.array(z.object({ key: z.string(), value: z.string() })) });
const isBranch = (node: unknown): node is Branch => typeof node === "object" && node !== null && "item" in node && Array.isArray(node.item);

let network: Network;
let fields: (name: string) => string;
const examples = new Map<string, unknown>();
const ids: Record<string, string> = {};
const picture = await sharp({ create: { width: 80, height: 60, channels: 3, background: "#080" } })
  .jpeg()
  .toBuffer();

before(async () => {
  network = await openNetwork({ "photo.jpg": picture });
  if (skip !== false) return;
  const collection = Collection.parse(JSON.parse(readFileSync(path, "utf8")));
  const variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
  fields = (name) => variables.get(name) ?? assert.fail(`the contract has no variable ${name}`);
  readExamples(collection.item);
  const item = { media_type: "IMAGE", image_url: "https://social.example/media/1/photo.jpg", is_carousel_item: "true" };
  const children = `${await network.container(item)},${await network.container(item)}`;
  ids.carousel = await network.published({ media_type: "CAROUSEL", children, text: "Both" });
  const poll_attachment = JSON.stringify({ option_a: "1", option_b: "2", option_c: "3", option_d: "4" });
  ids.poll = await network.published({ media_type: "TEXT", text: "This is a test post", poll_attachment });
  ids.reply = await network.published({ media_type: "TEXT", text: "reply", reply_to_id: ids.poll });
  ids.container = await network.container({ media_type: "TEXT", text: "Later" });
});
after(() => network[Symbol.asyncDispose]());

const CALLS = [
  { example: "Get App-Scoped User's Profile Information", path: () => "/v1.0/me", fields: "fields_profile" },
  { example: "Get Threads Post Details", path: () => `/v1.0/${ids.poll}`, fields: "fields_threads" },
  { example: "Get a List of All a User's Threads", path: () => "/v1.0/me/threads", fields: "fields_threads" },
  { example: "Get a List of All a User's Replies", path: () => "/v1.0/me/replies", fields: "fields_replies" },
  { example: "Check Container's Publishing Status", path: () => `/v1.0/${ids.container}/`, fields: "fields_container" },
  { example: "Retrieve Publishing Quota Limit", path: () => "/v1.0/me/threads_publishing_limit", fields: "fields_quota" },
] as const;

for (const call of CALLS) {
  test(`the reply is like the contract's example: ${call.example}`, { skip }, async () => {
    const { status, body } = await network.get(call.path(), { fields: fields(call.fields) });
    assert.equal(status, 200, JSON.stringify(body));
    resembles(body, examples.get(call.example), call.example);
  });
}

test("insights are like the contract's example", { skip }, async () => {
  const { status, body } = await network.get(`/v1.0/${ids.poll}/insights`, { metric: fields("metrics_post") });
  assert.equal(status, 200);
  resembles(body, examples.get("Get Post Insights"), "insights");
});

test("tokens, new containers and posts are like the contract's examples", { skip }, async () => {
  network.pass(86_400);
  const token = await network.get("/refresh_access_token", { grant_type: "th_refresh_token" });
  resembles(token.body, examples.get("Get Long-Lived Access Token"), "token");
  const container = await network.post("/v1.0/me/threads", { media_type: "TEXT", text: "One more" });
  resembles(container.body, examples.get("1.1 Create Text Container"), "container");
  const post = await network.post("/v1.0/me/threads_publish", { creation_id: container.body.id });
  resembles(post.body, examples.get("2. Publish Threads Post"), "post");
});

test("every field of the contract is known on a carousel too", { skip }, async () => {
  const { body } = await network.get(`/v1.0/${ids.carousel}`, { fields: fields("fields_threads") });
  assert.equal(Object(body).children.data.length, 2);
});

function readExamples(nodes: readonly unknown[]): void {
  for (const node of nodes) {
    if (isBranch(node)) readExamples(node.item);
    else {
      const leaf = Leaf.safeParse(node).data;
      const body = leaf?.response[0]?.body;
      if (leaf !== undefined && body?.startsWith("{") && !examples.has(leaf.name)) examples.set(leaf.name, parsed(body));
    }
  }
}

/** Some examples are sketches, no JSON. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Whether the value has the example's type, and of objects and first items every field. */
function resembles(value: unknown, example: unknown, where: string): void {
  assert.notEqual(example, undefined, `the contract has no example of ${where}`);
  assert.equal(Array.isArray(value) ? "array" : typeof value, Array.isArray(example) ? "array" : typeof example, where);
  if (typeof value !== "object" || value === null || typeof example !== "object" || example === null) return;
  if (Array.isArray(value) && Array.isArray(example)) {
    resembles(value[0], example[0], `${where}[0]`);
    return;
  }
  const has = new Map<string, unknown>(Object.entries(value));
  for (const [name, one] of Object.entries(example)) if (!ABSENT.includes(name)) resembles(has.get(name), one, `${where}.${name}`);
}
