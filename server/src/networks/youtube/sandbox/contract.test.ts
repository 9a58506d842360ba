import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, test } from "node:test";
import { Ajv } from "ajv";
import { z } from "zod";
import { vendorContract } from "../../../testing/contracts.ts";
import type { Call } from "./calls.ts";
import { CALLS } from "./index.ts";
import { type Answer, mp4, openStage, picture, type Stage, textAt } from "./testing/stage.ts";
import { THUMBNAIL_CALL } from "./thumbnails.ts";

/** Holds the successes of this network against Google's description of the API. */
const { path, skip } = vendorContract("youtube/youtube.v3.json");

const Method = z.object({
  httpMethod: z.string(),
  path: z.string(),
  scopes: z.array(z.string()),
  response: z.object({ $ref: z.string() }),
  mediaUpload: z.object({ protocols: z.record(z.string(), z.object({ path: z.string() })) }).optional(),
});
const Contract = z.object({
  schemas: z.record(z.string(), z.unknown()),
  resources: z.record(z.string(), z.object({ methods: z.record(z.string(), z.unknown()).optional() })),
});
const contract = skip === false ? Contract.parse(JSON.parse(readFileSync(path, "utf8"))) : null;

const EVERY_CALL = [...CALLS, THUMBNAIL_CALL];
const PARTNERS = /youtubepartner/;

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

test("every call is in the description, with its address and its scopes", { skip }, () => {
  for (const { name, method, paths, scopes } of EVERY_CALL) {
    const { httpMethod, path, scopes: known, mediaUpload } = methodOf(name);
    const addresses = [path, ...Object.values(mediaUpload?.protocols ?? {}).map((protocol) => `upload${protocol.path}`)];
    assert.equal(method, httpMethod, name);
    assert.deepEqual(
      paths.filter((one) => !addresses.includes(one.slice(1).replace("::", ":"))),
      [],
      name,
    );
    assert.deepEqual([...scopes].sort(), known.filter((scope) => !PARTNERS.test(scope)).sort(), name);
  }
});

test("every answer has the form of the description, and no field beside it", { skip }, async () => {
  const shown = new Set<string>();
  const hold = (name: Call["name"], { status, body }: Answer) => {
    assert.ok(status < 300, `${name}: ${JSON.stringify(body)}`);
    conforms(body, methodOf(name).response.$ref);
    shown.add(name);
    return body;
  };
  const { ask } = stage;
  const everything = "snippet,status,statistics,fileDetails,processingDetails,id";
  const snippet = { description: "Two days", tags: ["rye"], defaultLanguage: "en" };
  const session = await stage.session({ body: { snippet }, query: { part: everything } });
  const id = textAt(hold("videos.insert", await stage.put(session, null, mp4)), "id");
  hold("videos.list", await ask("GET", `/videos?part=${everything}&id=${id}`));
  stage.pass(2);
  hold("videos.list", await ask("GET", `/videos?part=${everything}&id=${id}`));
  hold("thumbnails.set", await stage.thumbnail(id, picture));
  hold("channels.list", await ask("GET", "/channels?part=id,snippet,contentDetails,status&mine=true"));
  const lists = hold("playlists.list", await ask("GET", "/playlists?part=id,snippet&mine=true&maxResults=1"));
  const playlistId = z.object({ items: z.array(z.object({ id: z.string() })) }).parse(lists).items[0]?.id;
  const item = { snippet: { playlistId, resourceId: { kind: "youtube#video", videoId: id } } };
  hold("playlistItems.insert", await ask("POST", "/playlistItems?part=snippet,contentDetails", { body: item }));
  hold("playlistItems.list", await ask("GET", `/playlistItems?part=id,snippet,contentDetails&playlistId=${playlistId}`));
  const thread = { snippet: { videoId: id, topLevelComment: { snippet: { textOriginal: "First" } } } };
  hold("commentThreads.insert", await ask("POST", "/commentThreads?part=snippet", { body: thread }));
  hold("commentThreads.list", await ask("GET", `/commentThreads?part=id,snippet,replies&videoId=${id}`));
  hold("videos.batchGetStats", await ask("GET", `/videos:batchGetStats?part=id,statistics&id=${id}`));
  assert.deepEqual([...shown].sort(), EVERY_CALL.map(({ name }) => name).sort());
});

function methodOf(name: string): z.output<typeof Method> {
  const [resource = "", method = ""] = name.split(".");
  return Method.parse(contract?.resources[resource]?.methods?.[method]);
}

function conforms(body: unknown, schema: string): void {
  // Ajv does not know Google's formats, such as uint64 in a text.
  const ajv = new Ajv({ strict: false, validateFormats: false, validateSchema: false });
  const definitions = closed(contract?.schemas);
  const validate = ajv.compile({ definitions, $ref: `#/definitions/${schema}` });
  assert.ok(validate(body), `${schema}: ${ajv.errorsText(validate.errors)}: ${JSON.stringify(body)}`);
}

/** The schemas as JSON Schema has them: a reference is a pointer, and objects have no other fields than those they name. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== "object" || node === null) return node;
  const fields = new Map<string, unknown>(Object.entries(node));
  const reference = fields.get("$ref");
  if (typeof reference === "string") return { $ref: `#/definitions/${reference}` };
  // The name of a schema; among properties, `id` is one of them.
  if (typeof fields.get("id") === "string") fields.delete("id");
  const read = Object.fromEntries([...fields].map(([name, value]) => [name, closed(value)]));
  return read.type === "object" && "properties" in read ? { ...read, additionalProperties: false } : read;
}
