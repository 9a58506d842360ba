import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { z } from "zod";
import type { CallRequest } from "../../../ground/net/net.ts";
import { vendorContract } from "../../../testing/contracts.ts";
import { APPLICATION, memoryCheckpoint } from "../../connectors/testing/call.ts";
import { anImage, aPost, aTallVideo, aVideo } from "../../connectors/testing/posts.ts";
import { pageNamed } from "../sandbox/people.ts";
import { facebook } from "./index.ts";
import { loggedIn, logInOf } from "./testing/log-in.ts";
import { delivery, OUTAGE, openStage, type Stage } from "./testing/stage.ts";

/** What Meta's own SDKs are generated from. */
const { path, skip } = vendorContract("meta/specs");

/** Every call of the connector, by the type of its object, and what it asks or sends beside the contract: on the vendor's pages, but not in there. */
const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  // The type `User` stands for `/me` with a Page's token too.
  "GET User": [],
  "GET User/permissions": [],
  "DELETE User/permissions": [],
  "GET User/accounts": ["field tasks"],
  "GET User/businesses": [],
  "GET Page": [],
  "POST Page/feed": [],
  // Bytes instead of an address: https://developers.facebook.com/docs/graph-api/reference/page/photos/ (2026-10).
  "POST Page/photos": ["parameter source"],
  "POST Page/videos": [],
  "POST Page/video_reels": [],
  "POST Page/photo_stories": [],
  "POST Page/video_stories": [],
  "GET Page/published_posts": [],
  "GET Page/video_reels": [],
  "GET Page/stories": [],
  "GET PagePost": [],
  "GET PagePost/comments": [],
  "POST PagePost/comments": [],
  "POST AdVideo/comments": [],
  "GET AdVideo": [],
  "POST AdVideo/collaborators": [],
  "GET Photo": [],
};

/** Calls that the contract leaves out altogether, with the pages that have them. */
const BESIDE_THE_CONTRACT = [
  // https://developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived (2026-10)
  "GET oauth/access_token",
  // https://developers.facebook.com/docs/graph-api/reference/debug_token/ (2026-11)
  "GET debug_token",
  // https://developers.facebook.com/documentation/video-api/guides/reels-publishing (2026-07)
  "POST upload",
  // https://developers.facebook.com/documentation/pages-api/search-pages (2026-04)
  "GET pages/search",
  // Of businesses, for which the contract has no file.
  "GET Business/owned_pages",
  "GET Business/client_pages",
];

/** Every list takes these, and every object `fields`. */
const OF_ALL_LISTS = ["fields", "limit", "after"];
/** Objects by the first digit of an id on the sandbox network. */
const TYPES: Readonly<Record<string, string>> = {
  1: "User",
  2: "Page",
  3: "Photo",
  4: "AdVideo",
  5: "PagePost",
  6: "Comment",
  8: "Business",
};

const Spec = z.object({
  fields: z.array(z.object({ name: z.string() })),
  apis: z.array(
    z.object({
      method: z.string(),
      endpoint: z.string().optional(),
      name: z.string().optional(),
      return: z.string().optional(),
      params: z.array(z.object({ name: z.string(), type: z.string(), required: z.boolean() })),
    }),
  ),
});
const Enums = z.array(z.object({ name: z.string(), values: z.array(z.string()) }));
const specOf = (type: string) => Spec.parse(JSON.parse(readFileSync(join(path, `${type}.json`), "utf8")));

let stage: Stage;
let requests: readonly CallRequest[];
before(async () => {
  stage = await openStage();
  await play(stage);
  requests = stage.exchanges.map(({ request }) => request);
});
after(() => stage[Symbol.asyncDispose]());

test("the script below makes every call that is checked, and no other", () => {
  const made = [...new Set(requests.map(operationOf))].toSorted();
  assert.deepEqual(made, [...Object.keys(OPERATIONS), ...BESIDE_THE_CONTRACT].toSorted());
});

for (const [operation, beside] of Object.entries(OPERATIONS)) {
  test(`${operation}: the call, its parameters, their types and the fields it asks for are in the contract`, { skip }, (context) => {
    const checked = requests.filter((request) => operationOf(request) === operation);
    assert.deepEqual([...new Set(checked.flatMap((request) => mistakesIn(request, operation)))], [...beside]);
    context.diagnostic(`${checked.length} requests to ${operation} checked`);
  });
}

test("the number of paths is told", { skip }, (context) => {
  context.diagnostic(`${Object.keys(OPERATIONS).length} paths of Facebook checked, ${BESIDE_THE_CONTRACT.length} named exceptions`);
  assert.ok(Object.keys(OPERATIONS).length > 20);
});

/** Everything the connector does. */
async function play(stage: Stage): Promise<void> {
  await stage.settings({ refuses_repeats: false });
  const { world, account } = stage;
  const mill = await pageNamed(world, "Flour Mill");
  const options = { location: { id: mill.id }, collab: mill.id };
  const published = async (fields: Parameters<typeof aPost>[0]) => {
    const outcome = await delivery(stage, aPost(fields)).published();
    assert.ok(outcome.kind === "published", JSON.stringify(outcome));
    return outcome.remoteId;
  };
  const lost = async (fields: Parameters<typeof aPost>[0], path: RegExp, after = 0) => {
    const { publish, find } = delivery(stage, aPost(fields));
    stage.fault({ method: "POST", path, after, act: { when: "before", ...OUTAGE } });
    assert.equal((await publish()).kind, "unknown");
    stage.pass(10);
    await find();
  };
  const text = await published({ text: "Hello", link: "https://shop.example", options });
  await published({ text: "Two", alt: "Rye", media: [await anImage(), await anImage()] });
  const reel = await published({ text: "Reel", title: "At five", media: [aTallVideo()], options });
  await published({ text: "Video", title: "At five", media: [aVideo({ cover: { picture: await anImage(), seconds: null } })] });
  await published({ asStory: true, media: [await anImage(), aVideo()] });
  await lost({ text: "Hello" }, /\/feed/);
  await lost({ text: "Hello", media: [await anImage()] }, /\/feed/);
  await lost({ media: [aTallVideo()] }, /\/video_reels/, 1);
  await lost({ asStory: true, media: [await anImage()] }, /\/photo_stories/);
  for (const remoteId of [text, reel]) {
    const order = { key: "c", dueAt: world.now(), text: "First", remoteId };
    const call = stage.call(memoryCheckpoint());
    await facebook.comment?.(order, account, call);
  }
  const order = { key: "c", dueAt: world.now(), text: "Second", remoteId: text };
  const call = stage.call(memoryCheckpoint());
  stage.fault({ method: "POST", path: /\/comments/, act: "cut" });
  await facebook.comment?.(order, account, call);
  assert.equal((await facebook.findComment?.(order, account, call))?.kind, "published");
  assert.equal((await facebook.counts?.([text, reel], account, stage.call()))?.kind, "counted");
  const asking = { ...stage.call(), applicationOf: async () => APPLICATION };
  assert.equal((await facebook.places?.("mill", account, asking))?.kind, "found");
  const grant = await loggedIn(stage, "Anna Berg");
  await withBusiness(stage, grant.remoteId);
  assert.equal((await logInOf().accounts(grant, stage.logInCall())).kind, "listed");
  await stage.settings({ refuses_repeats: false, lists_pages: "none" });
  assert.equal((await logInOf().accounts(grant, stage.logInCall())).kind, "listed");
  await stage.settings({ refuses_repeats: false });
  assert.equal((await logInOf().probe(grant, stage.logInCall())).kind, "works");
  assert.equal(await logInOf().revoke?.(grant, stage.logInCall()), "revoked");
}

async function withBusiness({ world }: Stage, personId: string): Promise<void> {
  await world.objects.insert("business", "80001", { name: "Berg Group", person_id: personId });
}

/** `GET Page/published_posts`: a call by the type of its object. */
function operationOf({ method, url }: CallRequest): string {
  const path = new URL(url).pathname.replace(/^\/sandbox\/facebook\//, "");
  if (path.startsWith("upload/")) return `${method} upload`;
  const [, id = "", edge] = path.split("/");
  if (id === "oauth") return `${method} oauth/${edge}`;
  const type = id === "me" ? "User" : (TYPES[id.split("_").at(-1)?.[0] ?? ""] ?? id);
  return edge === undefined ? `${method} ${type}` : `${method} ${type}/${edge}`;
}

/** What of a request is not in the contract. */
function mistakesIn(request: CallRequest, operation: string): string[] {
  const [, method = "", type = "", edge] = /^(\w+) (\w+)(?:\/(\w+))?$/.exec(operation) ?? [];
  const wanted = edge ?? "#get";
  const api = specOf(type).apis.find((one) => one.method === method && (one.endpoint ?? one.name) === wanted);
  if (api === undefined) return ["call"];
  const given = parametersOf(request);
  const wrong = [...given].flatMap(([name, value]) => {
    if (OF_ALL_LISTS.includes(name)) return [];
    const parameter = api.params.find((one) => one.name === name);
    if (parameter === undefined) return [`parameter ${name}`];
    return isOfType(value, parameter.type) ? [] : [`parameter ${name} of type ${parameter.type}: ${String(value)}`];
  });
  const missing = api.params.filter(({ name, required }) => required && !given.has(name)).map(({ name }) => `without parameter ${name}`);
  const fields = given.get("fields");
  return [
    ...wrong,
    ...missing,
    ...(typeof fields === "string" ? unknownFields(fields, edge === undefined ? type : (api.return ?? type)) : []),
  ];
}

function parametersOf({ method, url, body }: CallRequest): Map<string, FormDataEntryValue> {
  if (body instanceof FormData) return new Map(body);
  return new Map(method === "POST" ? new URLSearchParams(String(body)) : new URL(url).searchParams);
}

function isOfType(value: FormDataEntryValue, type: string): boolean {
  if (typeof value !== "string") return type === "string" || type === "file";
  if (type === "bool") return /^(true|false)$/.test(value);
  if (/^(unsigned )?int$/.test(type)) return /^\d+$/.test(value);
  if (type === "datetime") return /^\d+$/.test(value) || !Number.isNaN(Date.parse(value));
  if (type.endsWith("_enum_param")) return hasValue(type, value);
  const [, item] = /^list<(\w+_enum_param)>$/.exec(type) ?? [];
  if (item !== undefined) return value.split(",").every((one) => hasValue(item, one));
  if (/^(list|map|Object)/.test(type)) return isJson(value);
  return true;
}

/** The vendor's pages write `start` where the contract has `START`: case does not count. */
function hasValue(type: string, value: string): boolean {
  const enums = Enums.parse(JSON.parse(readFileSync(join(path, "enum_types.json"), "utf8")));
  return enums.find(({ name }) => name === type)?.values.some((known) => known.toUpperCase() === value.toUpperCase()) === true;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Fields by their names alone, without what is asked of them. Edges are fields too. */
function unknownFields(asked: string, type: string): string[] {
  // Businesses have no file of their own in the contract; every object has an id.
  if (asked === "id") return [];
  const { fields, apis } = specOf(type);
  const known = new Set([...fields.map(({ name }) => name), ...apis.map(({ endpoint, name }) => endpoint ?? name)]);
  let plain = asked;
  for (let last = ""; last !== plain; ) {
    last = plain;
    plain = plain.replace(/\{[^{}]*\}|\.\w+\([^()]*\)/g, "");
  }
  return plain
    .split(",")
    .filter((name) => !known.has(name))
    .map((name) => `field ${name}`);
}
