import assert from "node:assert/strict";
import { after, before, describe, test as nodeTest } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Api, apiOf, pageOf, type Reply } from "./support/api.ts";
import { assertInvalid, assertNoBrand, assertRefused, assertStatus } from "./support/expect.ts";
import { fileOf } from "./support/files.ts";
import * as resources from "./support/resources.ts";
import { type Service, startService } from "./support/service.ts";
import { aCollection, aKey, aMember, aPerson, aPost, aWorkspace } from "./support/stage.ts";
import { sendForm } from "./support/upload.ts";

const MINUTE_MILLISECONDS = 60_000;

/**
 * A test of what is counted in one minute. Several processes count in minutes of the clock: if one of these ends meanwhile, what was
 * seen says nothing, and the whole is done again from the beginning of the next.
 */
function test(name: string, counted: () => Promise<void>): void {
  nodeTest(name, async () => {
    for (;;) {
      const minute = minuteOf(Date.now());
      const [outcome] = await Promise.allSettled([counted()]);
      if (minuteOf(Date.now()) === minute) {
        if (outcome.status === "rejected") throw outcome.reason;
        return;
      }
      const into = Date.now() % MINUTE_MILLISECONDS;
      await sleep(MINUTE_MILLISECONDS - into);
    }
  });
}

const minuteOf = (milliseconds: number) => Math.floor(milliseconds / MINUTE_MILLISECONDS);

const header = (reply: Reply, name: string) => reply.headers.get(`x-ratelimit-${name}`);

async function times(many: number, call: () => Promise<Reply>): Promise<Reply[]> {
  const replies = [];
  for (let called = 0; called < many; called += 1) replies.push(await call());
  return replies;
}

/** Same address, but a path that does not count against the resource limit. */
const me = (api: Api) => () => api.get("/me");

function assertResourceLimit(reply: Reply, limit: number): void {
  assertStatus(reply, 429);
  resources.resourceLimitError(reply.body, "reply");
  assert.deepEqual([header(reply, "limit"), header(reply, "remaining")], [String(limit), "0"]);
  const seconds = Number(header(reply, "reset"));
  assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, `${seconds}`);
}

function assertRouteLimit(reply: Reply, limit: number): void {
  assertStatus(reply, 429);
  resources.routeLimitError(reply.body, "reply");
  assert.equal(header(reply, "limit"), String(limit));
  const ahead = Number(header(reply, "reset")) - Date.now() / 1000;
  assert.ok(ahead > -2 && ahead <= 61, `a Unix timestamp at the end of the minute: ${header(reply, "reset")}`);
  const after = reply.headers.get("retry-after");
  assert.ok(after === null || (Number(after) >= 1 && Number(after) <= 60), `${after}`);
}

describe("rate limits as they are by default", () => {
  test("30 resource requests a minute for a user, 60 requests of any kind for an address; each rejection in its own form", async () => {
    await using service = await startService({ ROSTRUM_RATE_LIMIT_ROUTE: null, ROSTRUM_RATE_LIMIT_RESOURCE: null });
    const of = await aWorkspace({ service });
    const allowed = await times(30, () => of.api.get("/brands"));
    for (const [index, reply] of allowed.entries()) {
      assertStatus(reply, 200);
      assert.deepEqual([header(reply, "limit"), header(reply, "remaining")], ["30", String(29 - index)]);
      assert.match(header(reply, "reset") ?? "", /^\d+$/);
    }
    assertResourceLimit(await of.api.get("/brands"), 30);
    for (const reply of await times(29, me(of.api))) assertStatus(reply, 200);
    assertRouteLimit(await of.api.get("/me"), 60);
    assertRouteLimit(await apiOf(service.url, null).get("/me"), 60);
    assertRouteLimit(await of.api.get("/brands"), 60);
  });

  test("0 switches a limit off", async () => {
    const person = await aPerson();
    for (const reply of await times(70, () => person.api.get("/brands"))) assertStatus(reply, 200);
  });
});

describe("the resource limit", () => {
  let service: Service;
  before(async () => {
    service = await startService({ ROSTRUM_RATE_LIMIT_RESOURCE: "3" });
  });
  after(() => service.stop());

  test("counts per user: keys of one user share it, other users have their own, /me and /auth are exempt", async () => {
    const of = await aWorkspace({ service });
    const second = apiOf(service.url, (await aKey(service, of.email)).key);
    const member = await aMember(of, "viewer");
    for (const reply of await times(2, () => of.api.get(`${of.brand}/media`))) assertStatus(reply, 200);
    assertStatus(await second.get("/brands"), 200);
    for (const api of [of.api, second]) {
      assertResourceLimit(await api.get("/brands"), 3);
      for (const path of ["/me", "/auth"]) assertStatus(await api.get(path), 200);
    }
    const reply = await member.api.get(`${of.brand}/media`);
    assertStatus(reply, 200);
    assert.equal(header(reply, "remaining"), "2");
  });

  test("counts refused requests too, comes after authentication and before brand and validation", async () => {
    const of = await aWorkspace({ service });
    const invalid = await of.api.get("/brands", { page: 0 });
    assertInvalid(invalid, ["page"]);
    assert.equal(header(invalid, "remaining"), "2");
    const missing = await of.api.get("/brands/9007199254740991/channels");
    assertNoBrand(missing);
    assert.equal(header(missing, "remaining"), "1");
    const written = await of.api.post(`${of.brand}/collections`, { title: "x" });
    assertStatus(written, 201);
    assert.equal(header(written, "remaining"), "0");
    assertResourceLimit(await of.api.get("/brands", { page: 0 }), 3);
    assertResourceLimit(await of.api.get("/brands/9007199254740991/channels"), 3);
    assertResourceLimit(await of.api.post(`${of.brand}/collections`, { title: "" }), 3);
    assertRefused(await apiOf(service.url, null).get("/brands"), 401, "authorization");
  });

  test("every operation but /me and /auth counts", async () => {
    for (const path of ["schedule", "channels", "collections", "automations", "media", "posts", "published-posts"]) {
      const of = await aWorkspace({ service });
      assert.equal(header(await of.api.get(`${of.brand}/${path}`), "remaining"), "2", path);
      assert.equal(header(await of.api.patch(`${of.brand}/posts/1`, {}), "remaining"), "1");
      assert.equal(header(await of.api.delete(`${of.brand}/posts/1`), "remaining"), "0");
      assertResourceLimit(await of.api.get(`${of.brand}/${path}`), 3);
    }
  });

  test("of many concurrent requests exactly as many pass as are allowed", async () => {
    const person = await aPerson({ service });
    const replies = await Promise.all(Array.from({ length: 12 }, () => person.api.get("/brands")));
    assert.equal(replies.filter((reply) => reply.status === 200).length, 3);
    assert.deepEqual(
      replies
        .filter((reply) => reply.status === 200)
        .map((reply) => header(reply, "remaining"))
        .sort(),
      ["0", "1", "2"],
    );
  });

  test("every write is refused like a read, and does nothing", async () => {
    const of = await aWorkspace({ service });
    const { id } = await aCollection(of);
    const post = await aPost(of, id);
    await of.api.get("/brands");
    const writes = [
      () => of.api.post(`${of.brand}/collections`, { title: "x" }),
      () => of.api.post(`${of.brand}/automations`, {}),
      () => sendForm(of.api, `${of.brand}/media`, [{ bytes: fileOf("png"), name: "a.png" }]),
      () => of.api.post(`${of.brand}/collections/${id}/posts`, { publishMode: "DRAFT", caption: "x" }),
      () => of.api.patch(`${of.brand}/posts/${post}`, { publishMode: "QUEUE" }),
      () => of.api.delete(`${of.brand}/posts/${post}`),
    ];
    for (const write of writes) assertResourceLimit(await write(), 3);
    const viewer = await aMember(of, "viewer");
    const { data } = pageOf(await viewer.api.get(`${of.brand}/collections`), resources.listedCollection);
    assert.deepEqual(
      data.map((one) => one.postsCount),
      [{ queued: 0, scheduled: 0, drafts: 1, published: 0 }],
    );
    assert.deepEqual(pageOf(await viewer.api.get(`${of.brand}/media`), resources.mediaItem).data, []);
  });
});

describe("the route limit", () => {
  let service: Service;
  before(async () => {
    service = await startService({ ROSTRUM_RATE_LIMIT_ROUTE: "4" });
  });
  after(() => service.stop());

  test("counts per client address, comes before authentication, and a forged X-Forwarded-For does not help", async () => {
    const nobody = apiOf(service.url, null);
    const forged = (address: string) => nobody.send("GET", "/me", { headers: { "X-Forwarded-For": address } });
    for (const address of ["203.0.113.1", "203.0.113.2", "203.0.113.3", "203.0.113.4"])
      assertRefused(await forged(address), 401, "authorization");
    assertRouteLimit(await forged("203.0.113.5"), 4);
    const person = await aPerson({ service });
    assertRouteLimit(await person.api.get("/brands"), 4);
    assertRouteLimit(await person.api.get("/nothing"), 4);
  });

  test("a rejection may be read by any origin", async () => {
    const replies = await times(5, () => apiOf(service.url, null).send("GET", "/me", { headers: { Origin: "https://app.example" } }));
    const last = replies[4];
    assert.ok(last !== undefined);
    assertRouteLimit(last, 4);
    assert.equal(last.headers.get("access-control-allow-origin"), "*");
  });

  test("health and the operator are not limited", async () => {
    for (let called = 0; called < 6; called += 1) {
      assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
      await aPerson({ service });
    }
  });
});

describe("the route limit behind a trusted proxy", () => {
  test("each client address has its own limit, and the address nearest to the proxy counts", async () => {
    await using service = await startService({ ROSTRUM_RATE_LIMIT_ROUTE: "2", ROSTRUM_TRUST_PROXY: "127.0.0.1/32" });
    const person = await aPerson({ service });
    const from = (address: string) => person.api.send("GET", "/me", { headers: { "X-Forwarded-For": address } });
    for (const address of ["203.0.113.1", "203.0.113.2"]) {
      for (const reply of await times(2, () => from(address))) assertStatus(reply, 200);
      assertRouteLimit(await from(address), 2);
    }
    assertRouteLimit(await from("198.51.100.7, 203.0.113.1"), 2);
  });
});
