import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { TOOL_FILE_BYTES_MAX } from "@rostrum/contract/limits.ts";
import { aPlace, type Place } from "../../testing/builders.ts";
import { watchLoop } from "../../testing/loop.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { aToolToken } from "../../testing/tool-token.ts";

// A process of its own: it measures how long the event loop stands still, which also collects what other files left behind.

const STALL_MILLISECONDS_MAX = 200;

let stage: Stage;
let place: Place;
let token: string;

before(async () => {
  stage = await openStage();
  place = await aPlace(stage);
  token = await aToolToken(stage.app, place.person.email);
  await send("{}");
});
after(() => stage[Symbol.asyncDispose]());

async function send(body: string, path = "/mcp"): Promise<{ status: number; text: string; stall: number }> {
  const bytes = Buffer.from(body);
  using loop = watchLoop();
  const reply = await fetch(`${stage.url}${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${path === "/mcp" ? token : place.person.key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-06-18",
    },
    body: bytes,
  });
  const text = await reply.text();
  return { status: reply.status, text, stall: loop.longest() };
}

const callOf = (inside: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"upload_media","arguments":${inside}}}`;
const keys = (bytes: number) =>
  `{${Array.from({ length: Math.floor(bytes / 11) }, (_, index) => `"${index.toString(36).padStart(5, "_")}":1`).join(",")}}`;
const MIB = 1024 * 1024;

const BODIES: readonly [string, () => string][] = [
  ["1 MiB of keys as arguments", () => callOf(keys(MIB - 1000))],
  ["1 MiB of keys as parameters", () => `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${keys(MIB - 1000)}}`],
  ["1 MiB of keys as a message", () => keys(MIB - 1000)],
  ["as many keys as are allowed", () => callOf(keys(11 * 4900))],
  ["as many keys as are allowed as parameters", () => `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${keys(11 * 4900)}}`],
  ["as many brackets as are allowed", () => callOf("[".repeat(4900) + "]".repeat(4900))],
  ["1 MiB of numbers", () => callOf(`{"channels":[${"1,".repeat(MIB / 2 - 1000)}1]}`)],
  ["17 MB of keys", () => callOf(keys(17_000_000))],
  ["1 MiB of brackets", () => callOf("[".repeat(MIB / 2 - 500) + "]".repeat(MIB / 2 - 500))],
  ["1 MiB of nested objects", () => callOf(`${'{"a":'.repeat(150_000)}1${"}".repeat(150_000)}`)],
  [
    "1 MiB of nested parameters",
    () => `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${'{"a":'.repeat(150_000)}1${"}".repeat(150_000)}}`,
  ],
  ["1 MiB of empty objects in a batch", () => `[${"{},".repeat(MIB / 3 - 100)}{}]`],
  [
    "a batch of 10,000 messages",
    () => `[${Array.from({ length: 10_000 }, (_, id) => `{"jsonrpc":"2.0","id":${id},"method":"tools/list"}`).join(",")}]`,
  ],
  [
    "a file of the largest size",
    () => callOf(`{"brandId":${place.brandId},"fileName":"a.png","contentBase64":"${"A".repeat(Math.ceil(TOOL_FILE_BYTES_MAX / 3) * 4)}"}`),
  ],
  [
    "14 MB of escapes as a file",
    () => callOf(`{"brandId":${place.brandId},"fileName":"a.png","contentBase64":"${"\\u0041".repeat(2_300_000)}"}`),
  ],
  [
    "14 MB of escaped astral text as a file",
    () => callOf(`{"brandId":${place.brandId},"fileName":"a.png","contentBase64":"${"\\ud83e\\udd50".repeat(1_150_000)}"}`),
  ],
  ["14 MB of text as a name", () => callOf(`{"brandId":${place.brandId},"fileName":"${"é".repeat(7_000_000)}","contentBase64":"AAAA"}`)],
  [
    "14 MB of text as the tool's name",
    () => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${"x".repeat(14_000_000)}","arguments":{}}}`,
  ],
];

const POSTS: readonly [string, () => string][] = [
  ["as many keys as are allowed", () => keys(11 * 19_900)],
  ["1 MiB of keys", () => keys(MIB - 1000)],
  ["1 MiB of invalid slots", () => `{"title":"Bread","queues":[${'"x",'.repeat(19_000)}"x"]}`],
  ["1 MiB of numbers", () => `{"title":"Bread","channels":[${"1,".repeat(MIB / 2 - 1000)}1]}`],
  ["1 MiB of caption", () => `{"publishMode":"DRAFT","caption":"${" ".repeat(MIB - 1000)}x"}`],
  ["1 MiB of line ends", () => `{"publishMode":"DRAFT","autoThreadText":true,"caption":"${"\\r\\n".repeat(MIB / 4 - 1000)}x"}`],
  [
    "media of the longest addresses",
    () =>
      JSON.stringify({
        publishMode: "DRAFT",
        caption: "x",
        media: Array.from({ length: 120 }, () => ({ url: `https://${"x.".repeat(4000)}/` })),
      }),
  ],
  ["1 MiB of half surrogates", () => `{"publishMode":"DRAFT","caption":"${"\\ud83e".repeat(170_000)}"}`],
  ["1 MiB of zone", () => `{"name":"x","collectionId":1,"type":"RSS","feedUrl":"http://${"%".repeat(MIB - 1000)}"}`],
];

const PATHS = ["/collections", "/collections/1/posts", "/automations"] as const;

for (const [name, body] of POSTS) {
  test(`${name} at the REST API do not stop the event loop, and the refusal is short`, async () => {
    for (const path of PATHS) await holdStall(body(), `/v1/brands/${place.brandId}${path}`);
  });
}

for (const [name, body] of BODIES) {
  test(`${name} at /mcp does not stop the event loop`, () => holdStall(body(), "/mcp"));
}

/** What else runs in this thread, such as the collection of garbage, can only lengthen a stall, so the shortest of three counts. */
async function holdStall(body: string, path: string): Promise<void> {
  const sent = [await send(body, path), await send(body, path), await send(body, path)];
  const stalls = sent.map(({ stall }) => Math.round(stall));
  assert.ok(Math.min(...stalls) < STALL_MILLISECONDS_MAX, `${stalls} ms`);
  for (const { text } of sent) assert.ok(text.length < 100_000, `${text.length} characters`);
}
