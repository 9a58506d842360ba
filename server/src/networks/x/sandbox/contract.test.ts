import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import sharp from "sharp";
import { vendorContract } from "../../../testing/contracts.ts";
import { CALLS } from "./index.ts";
import { type Answer, formOf, type Network, openNetwork } from "./testing/network.ts";

/** Holds the successes of this network against the vendor's OpenAPI document, which knows the new names of fields alone. */
const { path, skip } = vendorContract("x/openapi.json");

const PNG = await sharp({ create: { width: 80, height: 60, channels: 3, background: "#080" } })
  .png()
  .toBuffer();
const ALL_POST_FIELDS =
  "attachments,conversation_id,created_at,display_text_range,entities,id,lang,note_post,paid_partnership,possibly_sensitive,public_metrics,reply_settings,text";
const QUERY = {
  "post.fields": ALL_POST_FIELDS,
  expansions: "attachments.media_keys,attachments.poll_ids,author_id,in_reply_to_user_id,referenced_posts,username",
  "user.fields": "created_at,description,id,name,protected,subscription_type,username,verified,verified_type",
};

let network: Network;
const answers = new Map<string, Answer>();
before(async () => {
  network = await openNetwork();
  await network.settings({ names: "new", subscription: "Premium" });
  const keep = async (call: string, answer: Promise<Answer>) => {
    answers.set(call, await answer);
    return answer;
  };
  const { ask } = network;
  const me = await keep("GET /2/users/me", network.get("/2/users/me", { "user.fields": QUERY["user.fields"] }));
  const size = PNG.byteLength;
  const begin = { media_type: "image/png", media_category: "tweet_image", total_bytes: size };
  const { id } = (await keep("POST /2/media/upload/initialize", ask("POST", "/2/media/upload/initialize", { body: begin }))).body.data;
  const segment = formOf({ segment_index: "0", media: PNG });
  await keep("POST /2/media/upload/{id}/append", ask("POST", `/2/media/upload/${id}/append`, { body: segment }));
  await network.fault("processing", { count: 1 });
  await keep("POST /2/media/upload/{id}/finalize", ask("POST", `/2/media/upload/${id}/finalize`, { body: {} }));
  await keep("GET /2/media/upload", network.get("/2/media/upload", { command: "STATUS", media_id: id }));
  const simple = formOf({ media_category: "tweet_image", media: PNG });
  const image = await keep("POST /2/media/upload", ask("POST", "/2/media/upload", { body: simple }));
  const described = { id: image.body.data.id, metadata: { alt_text: { text: "A loaf" } } };
  await keep("POST /2/media/metadata", ask("POST", "/2/media/metadata", { body: described }));
  const first = await network.posted({
    text: `${"Bread ".repeat(60)}#rye $OAT @x example.com`,
    media: { media_ids: [image.body.data.id] },
  });
  const poll = { options: ["Rye", "Oat"], duration_minutes: 60 };
  const body = { text: "Which? example.com", poll, reply: { in_reply_to_tweet_id: first } };
  const second = (await keep("POST /2/tweets", ask("POST", "/2/tweets", { body }))).body.data.id;
  await keep("GET /2/tweets", network.get("/2/tweets", { ids: `${first},${second},17`, ...QUERY }));
  await keep(
    "GET /2/users/{id}/tweets",
    network.get(`/2/users/${me.body.data.id}/tweets`, { ...QUERY, start_time: "2026-11-21T00:00:00Z" }),
  );
});
after(() => network[Symbol.asyncDispose]());

const callOf = ({ method, path }: { method: string; path: string }) => `${method} ${path.replace(":id", "{id}")}`;

for (const call of CALLS.map(callOf)) {
  test(`the reply is as the contract has it: ${call}`, { skip }, () => {
    const [method = "", place = ""] = call.split(" ");
    const { status, body } = answers.get(call) ?? assert.fail(`${call} is not called`);
    assert.ok(status < 300, JSON.stringify(body));
    const pointer = ["paths", place, method.toLowerCase(), "responses", String(status), "content", "application/json", "schema"];
    const validate = contract().getSchema(`x#/${pointer.map((word) => encodeURIComponent(word.replaceAll("/", "~1"))).join("/")}`);
    assert.ok(validate !== undefined, `the contract has no ${status} for ${call}`);
    assert.ok(validate(body), `${JSON.stringify(validate.errors?.slice(0, 3))} ${JSON.stringify(body)}`);
  });
}

const ajv = new Ajv({
  strict: false,
  discriminator: false,
  validateFormats: true,
  formats: { int32: true, int64: true, binary: true, byte: true },
});

function contract(): Ajv {
  if (ajv.schemas.x === undefined) {
    formats.default(ajv);
    ajv.addSchema(closed(JSON.parse(readFileSync(path, "utf8"))), "x", false, false);
  }
  return ajv;
}

/** The document with objects that have no other fields than those it names: so misspelled ones are found. */
function closed(node: unknown): Record<string, unknown> {
  const close = (value: unknown): unknown => (Array.isArray(value) ? value.map(close) : isObject(value) ? closed(value) : value);
  const entries = Object.entries(Object(node)).map(([name, value]) => [name, close(value)] as const);
  const isShape = isObject(node) && node.type === "object" && isObject(node.properties) && !("additionalProperties" in node);
  if (!isShape) return Object.fromEntries(entries);
  return { ...Object.fromEntries(entries), additionalProperties: false };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
