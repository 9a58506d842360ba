import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { toInstant } from "@rostrum/contract/formats.ts";
import { FAULT_KINDS, type FaultKind, type NewFault } from "@rostrum/contract/private/sandbox.ts";
import Fastify, { type FastifyInstance } from "fastify";
import { eventually } from "../../testing/eventually.ts";
import {
  clearFaults,
  faultOn,
  ignoresKeys,
  isPossible,
  isSetAfter,
  listFaults,
  listsLateSeconds,
  processingSecondsOf,
  setFault,
} from "./faults.ts";
import { memoryObjects } from "./memory.ts";
import { mountSandbox } from "./mount.ts";
import type { SandboxNetwork, SandboxWorld } from "./network.ts";

const now = () => toInstant("2026-11-21T09:00:00Z");
let made = 0;

/** Creates a post for each `POST /post`, refuses `POST /bad`, and says how long an upload is processed. */
const network: SandboxNetwork = {
  type: "X",
  slug: "plain",
  routes(scope) {
    scope.post("/post", async () => ({ id: ++made }));
    scope.post("/keyed", async (request) => ({ forgets: ignoresKeys(request), id: ++made }));
    scope.get("/list", async (request) => ({ lateSeconds: listsLateSeconds(request) }));
    scope.post("/bad", async (_request, reply) => reply.status(422).send({ error: "bad" }));
    scope.post("/upload", async (request) => ({ seconds: processingSecondsOf(request) }));
    scope.get("/read", async () => ({ posts: made }));
    scope.get("/one", async () => ({ id: made }));
    scope.post("/process", async (request) => ({ fails: faultOn(request, "processing-fails")?.seconds ?? null }));
    scope.get("/page", async () => "a page");
  },
  account: async () => ({ credentials: {} }),
  feed: async () => [],
  react: async () => {},
  faults: {
    supports: ["processing", "ignore-keys", "late-lists"],
    purpose({ path }) {
      if (path === "/post" || path === "/keyed" || path === "/bad") return "post";
      if (path === "/list") return "list";
      if (path === "/upload" || path === "/process") return "upload";
      if (path === "/one") return "read";
      return path === "/read" ? "other" : null;
    },
    refusal(kind, { seconds }) {
      if (kind === "rate") return { status: 429, headers: { "x-wait": String(seconds) }, body: { title: "Too Many Requests" } };
      if (kind === "broken") return { status: 503, body: { title: "Over capacity" } };
      if (kind === "revoked") return { status: 401, body: { title: "Unauthorized" } };
      if (kind === "unread") return { status: 400, body: { title: "Not now" } };
      return { status: 403, body: { title: "Duplicate" } };
    },
  },
};

const world: SandboxWorld = { now, baseUrl: "http://127.0.0.1:9/sandbox/plain", objects: memoryObjects(now), neighbour: () => world };

/** The network on a server of its own; its objects outlive it, as in a database. */
async function open(): Promise<{ app: FastifyInstance; origin: string }> {
  const app = Fastify();
  await mountSandbox(app, { networks: [network], world: () => world });
  return { app, origin: await app.listen({ host: "127.0.0.1", port: 0 }) };
}

let running: Awaited<ReturnType<typeof open>>;
before(async () => {
  running = await open();
});
after(() => running.app.close());
beforeEach(async () => {
  made = 0;
  await clearFaults(world, null);
});

const given = (kind: FaultKind, fields: Partial<NewFault> = {}) =>
  setFault(world, { network: "plain", kind, requests: "posts", seed: 1, ...fields });

/** The status and body of a call, or `cut` if the connection was dropped instead. */
async function ask(path: string, method = "POST") {
  const reply = await fetch(`${running.origin}/sandbox/plain${path}`, { method }).catch(() => null);
  return reply === null ? "cut" : { status: reply.status, body: await reply.json() };
}

async function statuses(count: number): Promise<(number | "cut")[]> {
  const seen: (number | "cut")[] = [];
  for (let index = 0; index < count; index += 1) {
    const reply = await ask("/post");
    seen.push(reply === "cut" ? reply : reply.status);
  }
  return seen;
}

test("without a fault every call succeeds", async () => {
  assert.deepEqual(await ask("/post"), { status: 200, body: { id: 1 } });
});

test("refusals come in the platform's own form and nothing happens", async () => {
  await given("refuse-429", { seconds: 17 });
  const reply = await fetch(`${running.origin}/sandbox/plain/post`, { method: "POST" });
  assert.deepEqual(
    [reply.status, reply.headers.get("retry-after"), reply.headers.get("x-wait"), await reply.json()],
    [429, "17", "17", { title: "Too Many Requests" }],
  );
  await given("error-before");
  assert.deepEqual(await ask("/post"), { status: 503, body: { title: "Over capacity" } });
  await given("revoked");
  assert.deepEqual(await ask("/post"), { status: 401, body: { title: "Unauthorized" } });
  await given("duplicate");
  assert.deepEqual(await ask("/post"), { status: 403, body: { title: "Duplicate" } });
  assert.equal(made, 0);
});

test("an error or a dropped connection after the effect leaves the post in place", async () => {
  await given("error-after");
  assert.deepEqual(await ask("/post"), { status: 503, body: { title: "Over capacity" } });
  assert.equal(made, 1);
  await given("cut-after");
  assert.equal(await ask("/post"), "cut");
  assert.equal(made, 2);
});

test("for a platform that is down its proxy responds, with Retry-After", async () => {
  await given("refuse-503", { seconds: 17 });
  const reply = await fetch(`${running.origin}/sandbox/plain/post`, { method: "POST" });
  assert.deepEqual([reply.status, reply.headers.get("retry-after"), await reply.text()], [503, "17", "Service Unavailable"]);
  assert.equal(made, 0);
});

test("a success can lose half its body, be replaced by a page, or be far too long; the post exists", async () => {
  await given("torn-after");
  const torn = await fetch(`${running.origin}/sandbox/plain/post`, { method: "POST" });
  assert.deepEqual([torn.status, torn.headers.get("content-length")], [200, "8"]);
  await assert.rejects(torn.text());
  await given("garbled-after");
  const garbled = await fetch(`${running.origin}/sandbox/plain/post`, { method: "POST" });
  assert.deepEqual([garbled.status, garbled.headers.get("content-type")], [200, "text/html; charset=utf-8"]);
  assert.match(await garbled.text(), /^<!doctype html>/);
  await given("large-after");
  const large = await fetch(`${running.origin}/sandbox/plain/post`, { method: "POST" });
  const text = await large.text();
  assert.deepEqual([large.status, text.length, JSON.parse(text)], [200, 9 * 1024 * 1024, { id: 3 }]);
  assert.equal(made, 3);
});

test("a connection dropped before the effect leaves nothing", async () => {
  await given("cut-before");
  assert.equal(await ask("/post"), "cut");
  assert.equal(made, 0);
});

test("a slow response comes late", async () => {
  await given("slow", { seconds: 1 });
  const start = performance.now();
  assert.deepEqual(await ask("/post"), { status: 200, body: { id: 1 } });
  assert.ok(performance.now() - start >= 990);
});

test("the post of a slow response exists at once, and a stopping service does not wait for the response", async () => {
  const other = await open();
  await given("slow", { seconds: 3600 });
  const answer = fetch(`${other.origin}/sandbox/plain/post`, { method: "POST" }).catch(() => null);
  await eventually("the post is there", () => made > 0);
  // Else the test would last as long as the answer.
  await other.app.close();
  await answer;
});

test("uploads are processed for as long as the fault says, and posting is not affected", async () => {
  await given("processing", { seconds: 90 });
  assert.deepEqual(await ask("/post"), { status: 200, body: { id: 1 } });
  assert.deepEqual(await ask("/upload"), { status: 200, body: { seconds: 90 } });
  assert.deepEqual(await ask("/upload"), { status: 200, body: { seconds: null } });
});

test("a request that the network refuses has no effect that a fault could hide", async () => {
  await given("error-after");
  assert.deepEqual(await ask("/bad"), { status: 422, body: { error: "bad" } });
});

test("a fault strikes only posting calls unless set for all, and never a page", async () => {
  await given("error-before", { count: 2 });
  assert.deepEqual(await ask("/read", "GET"), { status: 200, body: { posts: 0 } });
  await given("error-before", { count: 2, requests: "all" });
  assert.deepEqual(await ask("/read", "GET"), { status: 503, body: { title: "Over capacity" } });
  assert.equal(await (await fetch(`${running.origin}/sandbox/plain/page`)).text(), "a page");
  assert.equal((await fetch(`${running.origin}/sandbox/plain/`)).status, 200);
  assert.equal((await ask("/upload")) === "cut", false);
  assert.deepEqual(await ask("/post"), { status: 200, body: { id: 1 } });
});

test("a count strikes exactly that many calls, however many come at once", async () => {
  await given("refuse-429", { count: 3 });
  assert.deepEqual(await statuses(5), [429, 429, 429, 200, 200]);
  await given("refuse-429", { count: 3 });
  const together = await Promise.all(Array.from({ length: 12 }, () => statuses(1)));
  assert.equal(together.flat().filter((status) => status === 429).length, 3);
  const [fault] = await listFaults(world);
  assert.deepEqual([fault?.count, fault?.struck], [3, 3]);
});

test("random faults repeat with their seed and continue where they were after a restart", async () => {
  await given("refuse-429", { percent: 40, seed: 5 });
  const whole = await statuses(30);
  const struck = whole.filter((status) => status === 429).length;
  assert.ok(struck > 4 && struck < 22, String(struck));
  await given("refuse-429", { percent: 40, seed: 5 });
  const begun = await statuses(13);
  await running.app.close();
  running = await open();
  assert.deepEqual([...begun, ...(await statuses(17))], whole);
  await given("refuse-429", { percent: 40, seed: 6 });
  assert.notDeepEqual(await statuses(30), whole);
});

test("several faults strike one after the other, in the order of their kinds", async () => {
  await given("cut-after");
  await given("error-before", { count: 2 });
  await given("refuse-429");
  assert.deepEqual(await statuses(5), [429, 503, 503, "cut", 200]);
  assert.equal(made, 2);
});

test("faults are cleared by kind or all together", async () => {
  for (const kind of FAULT_KINDS) await given(kind);
  assert.equal(await clearFaults(world, "slow"), 1);
  assert.deepEqual(
    (await listFaults(world)).map(({ kind }) => kind),
    FAULT_KINDS.filter((kind) => kind !== "slow"),
  );
  assert.equal(await clearFaults(world, null), FAULT_KINDS.length - 1);
  assert.deepEqual(await ask("/post"), { status: 200, body: { id: 1 } });
});

test("a lasting fault applies alongside other faults and counts the calls it affected", async () => {
  await given("ignore-keys");
  await given("late-lists", { seconds: 90 });
  await given("cut-after", { count: 1 });
  assert.equal(await ask("/keyed"), "cut");
  for (const id of [2, 3, 4]) assert.deepEqual(await ask("/keyed"), { status: 200, body: { forgets: true, id } });
  assert.deepEqual(await ask("/list", "GET"), { status: 200, body: { lateSeconds: 90 } });
  assert.deepEqual(
    (await listFaults(world)).map(({ kind, count, percent, seconds, seen, struck }) => [kind, count, percent, seconds, seen, struck]),
    [
      ["cut-after", 1, null, 0, 1, 1],
      ["ignore-keys", null, null, 0, 4, 4],
      ["late-lists", null, null, 90, 1, 1],
    ],
  );
  await clearFaults(world, null);
  assert.deepEqual(await ask("/keyed"), { status: 200, body: { forgets: false, id: 5 } });
  assert.deepEqual(await ask("/list", "GET"), { status: 200, body: { lateSeconds: 0 } });
});

test("keys can also be forgotten for a random share of calls", async () => {
  await given("ignore-keys", { percent: 40, seed: 5 });
  const forgets: unknown[] = [];
  for (let index = 0; index < 30; index += 1) {
    const reply = await ask("/keyed");
    assert.ok(reply !== "cut");
    forgets.push(Object(reply.body).forgets);
  }
  const struck = forgets.filter((forgot) => forgot === true).length;
  assert.ok(struck > 4 && struck < 22, String(struck));
  assert.equal((await listFaults(world))[0]?.struck, struck);
});

test("keys can be forgotten and lists be late only on networks that have them", () => {
  assert.ok(isPossible(network, "ignore-keys", now()) && isPossible(network, "late-lists", now()));
  const { faults } = network;
  assert.ok(faults);
  const without = { ...network, faults: { ...faults, supports: [] } };
  assert.ok(!isPossible(without, "ignore-keys", now()) && !isPossible(without, "late-lists", now()));
});

test("reads can be refused, those of lists and of single posts, while everything else works", async () => {
  await given("lists-refused", { count: 2 });
  assert.deepEqual(await ask("/post"), { status: 200, body: { id: 1 } });
  assert.deepEqual(await ask("/read", "GET"), { status: 200, body: { posts: 1 } });
  assert.deepEqual(await ask("/list", "GET"), { status: 400, body: { title: "Not now" } });
  assert.deepEqual(await ask("/one", "GET"), { status: 400, body: { title: "Not now" } });
  assert.deepEqual(await ask("/list", "GET"), { status: 200, body: { lateSeconds: 0 } });
});

test("a fault of uploads strikes the next upload alone, with its default seconds", async () => {
  await given("processing-fails");
  assert.deepEqual(await ask("/post"), { status: 200, body: { id: 1 } });
  assert.deepEqual(await ask("/process"), { status: 200, body: { fails: 30 } });
  assert.deepEqual(await ask("/process"), { status: 200, body: { fails: null } });
});

test("faults of log-ins, quotas and uploads are possible only where the network supports them", () => {
  const { faults } = network;
  assert.ok(faults);
  const special = ["processing-fails", "upload-lost", "container-ends", "token-ended", "access-revoked", "quota"] as const;
  for (const kind of special) {
    assert.ok(!isPossible(network, kind, now()), kind);
    assert.ok(isPossible({ ...network, faults: { ...faults, supports: [kind] } }, kind, now()), kind);
  }
  assert.ok(isPossible(network, "lists-refused", now()));
  assert.ok(!isPossible({ ...network, faults: { ...faults, refusal: () => null } }, "lists-refused", now()));
});

test("a fault that is set again counts as set after what was issued before", async () => {
  await given("token-ended");
  const serial = Number(await world.objects.nextId());
  assert.equal(await isSetAfter(world, "token-ended", serial), false);
  await given("token-ended");
  assert.equal(await isSetAfter(world, "token-ended", serial), true);
  await clearFaults(world, "token-ended");
  assert.equal(await isSetAfter(world, "token-ended", serial), false);
});

test("a network without fault settings refuses all writes in a generic way", async () => {
  const { faults: _, ...silent } = network;
  const app = Fastify();
  await mountSandbox(app, { networks: [silent], world: () => world });
  await given("refuse-429", { count: 2, seconds: 9 });
  const post = await app.inject({ method: "POST", url: "/sandbox/plain/post" });
  assert.deepEqual([post.statusCode, post.headers["retry-after"], post.json()], [429, "9", { error: "Too many requests" }]);
  assert.equal((await app.inject({ method: "GET", url: "/sandbox/plain/read" })).statusCode, 200);
  await app.close();
});
