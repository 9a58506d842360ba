import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { toInstant } from "@rostrum/contract/formats.ts";
import Fastify from "fastify";
import { memoryObjects } from "./memory.ts";
import { mountSandbox } from "./mount.ts";
import type { SandboxNetwork, SandboxPost, SandboxReaction, SandboxWorld } from "./network.ts";

const now = () => toInstant("2026-11-21T09:00:00Z");
const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;
const reactions: [string, SandboxReaction][] = [];
const posts: SandboxPost[] = [];

/** A network that shows whatever the test gives it. */
const network: SandboxNetwork = {
  type: "Telegram",
  slug: "plain",
  routes(scope) {
    scope.get("/breaks", async () => {
      throw new Error("a secret detail");
    });
    scope.get("/unknown-method", async () => {
      throw Object.assign(new Error("Method Not Implemented"), { status: 501 });
    });
    scope.post("/echo", async (request) => request.body);
    scope.post("/upload", async (request) => {
      const file = await request.file();
      return { name: file?.filename, bytes: (await file?.toBuffer())?.length };
    });
  },
  account: async () => ({ credentials: {} }),
  feed: async (_world, { limit }) => posts.slice(0, limit),
  react: async (_world, postId, reaction) => void reactions.push([postId, reaction]),
};

const app = Fastify();
const errors: unknown[] = [];
let origin = "";
before(async () => {
  const world: SandboxWorld = { now, baseUrl: "http://127.0.0.1:9/sandbox/plain", objects: memoryObjects(now), neighbour: () => world };
  await world.objects.put("account", "1", {});
  await mountSandbox(app, { networks: [network], world: () => world, onError: (error) => errors.push(error) });
  origin = await app.listen({ host: "127.0.0.1", port: 0 });
});
after(() => app.close());

function show(fields: Partial<SandboxPost>): void {
  const counts = { likes: 1, comments: 2, shares: 3 };
  const plain = {
    id: "p1",
    author: "@anna",
    text: "Hello",
    url: `http://127.0.0.1:9/sandbox/plain/p1`,
    createdAt: now(),
    media: [],
    poll: null,
    card: null,
    replyTo: null,
    counts,
    links: [],
  };
  posts.splice(0, posts.length, { ...plain, ...fields });
}

async function page(path = "/sandbox/plain/"): Promise<string> {
  const reply = await fetch(origin + path);
  assert.equal(reply.status, 200);
  return reply.text();
}

test("a network's 501 refusal is not reported as an error", async () => {
  assert.equal((await fetch(`${origin}/sandbox/plain/unknown-method`)).status, 501);
  assert.deepEqual(errors, []);
});

test("the overview names each network with the number of its accounts and posts", async () => {
  show({});
  assert.match(await page("/sandbox"), /<a class="card-link" href="\/sandbox\/plain\/"><h2>Telegram<\/h2>\s*<p>1 account, 1 post<\/p>/);
});

test("pages run no scripts and load nothing from other origins", async () => {
  const reply = await fetch(`${origin}/sandbox/plain/`);
  const policy =
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; media-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
  assert.equal(reply.headers.get("content-security-policy"), policy);
  assert.equal(reply.headers.get("x-content-type-options"), "nosniff");
  assert.doesNotMatch(await reply.text(), /<script|<style| style=/);
  const [, stylesheet = ""] = /rel="stylesheet" href="([^"]+)"/.exec(await page()) ?? [];
  assert.equal((await fetch(origin + stylesheet)).headers.get("content-type"), "text/css; charset=utf-8");
});

test("whatever a post contains, none of it becomes markup", async () => {
  show({
    id: HOSTILE,
    author: HOSTILE,
    text: HOSTILE,
    url: "javascript:alert(1)",
    media: [{ url: "javascript:alert(1)", mime: "image/png", alt: HOSTILE }],
    poll: { options: [HOSTILE], endsAt: HOSTILE },
    card: { url: "javascript:alert(1)", title: HOSTILE, description: HOSTILE },
    links: [{ start: 0, end: 3, href: "javascript:alert(1)" }],
  });
  const markup = await page();
  assert.doesNotMatch(markup, /<script|(href|src)="javascript:|<img src=x/);
});

test("links, files, polls and cards are shown; the network's own URLs become paths on this site", async () => {
  const text = "See @anna and https://shop.example #bread";
  show({
    text,
    links: [
      { start: 14, end: 34, href: "https://shop.example" },
      { start: 4, end: 9, href: "http://127.0.0.1:9/sandbox/plain/@anna" },
      { start: 20, end: 30, href: "https://overlaps.example" },
      { start: 40, end: 90, href: "https://outside.example" },
    ],
    media: [
      { url: "http://127.0.0.1:9/sandbox/plain/f/1", mime: "image/png", alt: "A tray" },
      { url: "http://127.0.0.1:9/sandbox/plain/f/2", mime: "video/mp4", alt: "" },
      { url: "http://127.0.0.1:9/sandbox/plain/f/3", mime: "application/pdf", alt: "" },
    ],
    poll: { options: ["Cherry", "Plum"], endsAt: "2026-11-24T09:00:00Z" },
    card: { url: "https://shop.example", title: "Shop", description: "Bread" },
  });
  const markup = await page();
  assert.match(
    markup,
    /See <a href="\/sandbox\/plain\/@anna"[^>]*>@anna<\/a> and <a href="https:\/\/shop\.example"[^>]*>https:\/\/shop\.example<\/a> #bread/,
  );
  assert.match(markup, /<img src="\/sandbox\/plain\/f\/1" alt="A tray" loading="lazy">/);
  assert.match(markup, /<video controls preload="metadata" src="\/sandbox\/plain\/f\/2"/);
  assert.match(markup, /<a href="\/sandbox\/plain\/f\/3">application\/pdf file<\/a>/);
  assert.match(markup, /<li>Cherry<\/li><li>Plum<\/li>/);
  assert.match(markup, /Poll ends 24 Nov 2026, 09:00 UTC/);
  assert.match(markup, /<a class="card" href="https:\/\/shop\.example"[^>]*><strong>Shop<\/strong>/);
});

async function react(form: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${origin}/sandbox/plain/_react`, { method: "POST", body: new URLSearchParams(form), headers, redirect: "manual" });
}

test("readers like, share and comment by plain forms and come back to the post", async () => {
  const reply = await react({ post: "at://p 1", kind: "like" });
  assert.equal(reply.status, 303);
  assert.equal(reply.headers.get("location"), "/sandbox/plain/#post-at%253A%252F%252Fp%25201");
  await react({ post: "p1", kind: "share" });
  await react({ post: "p1", kind: "comment", text: "  Nice  " });
  assert.deepEqual(reactions.splice(0), [
    ["at://p 1", { kind: "like" }],
    ["p1", { kind: "share" }],
    ["p1", { kind: "comment", text: "Nice" }],
  ]);
});

test("incomplete reactions and forms from other sites are refused", async () => {
  const forms = [
    {},
    { post: "p1" },
    { post: "p1", kind: "hate" },
    { post: "p1", kind: "comment" },
    { post: "p1", kind: "comment", text: " " },
    { post: "p1", kind: "comment", text: "x".repeat(301) },
  ];
  for (const form of forms) assert.equal((await react({ ...form })).status, 422);
  assert.equal((await react({ post: "p1", kind: "like" }, { "sec-fetch-site": "cross-site" })).status, 403);
  assert.deepEqual(reactions, []);
});

test("a network without posts says so", async () => {
  posts.splice(0);
  assert.match(await page(), /Nothing here yet\. Publish to a Telegram sandbox channel and reload\./);
});

test("an error in a network gives a 500 without details and is reported to the service", async () => {
  const reply = await fetch(`${origin}/sandbox/plain/breaks`);
  assert.deepEqual([reply.status, await reply.json()], [500, { error: "Internal error" }]);
  assert.equal(errors.length, 1);
  const missing = await fetch(`${origin}/sandbox/plain/nothing`);
  assert.deepEqual([missing.status, await missing.json()], [404, { error: "Not found" }]);
});

test("networks accept forms and uploads larger than the service's own limit", async () => {
  const echoed = await fetch(`${origin}/sandbox/plain/echo`, {
    method: "POST",
    body: new URLSearchParams([
      ["a", "1"],
      ["b[]", "2"],
      ["b[]", "3"],
    ]),
  });
  assert.deepEqual(await echoed.json(), { a: "1", "b[]": ["2", "3"] });
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(5_000_000)]), "large.bin");
  const uploaded = await fetch(`${origin}/sandbox/plain/upload`, { method: "POST", body: form });
  assert.deepEqual(await uploaded.json(), { name: "large.bin", bytes: 5_000_000 });
});
