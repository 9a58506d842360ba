import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { eventually } from "../../server/src/testing/eventually.ts";
import { apiOf, dataOf } from "./support/api.ts";
import { assertRefused, assertStatus } from "./support/expect.ts";
import * as resources from "./support/resources.ts";
import { aCollection, aKey, aPost, aWorkspace, revokeKey, type Workspace } from "./support/stage.ts";

describe("authentication", () => {
  let of: Workspace;
  let requests: readonly (readonly [string, string])[];
  before(async () => {
    of = await aWorkspace();
    const { id } = await aCollection(of);
    const post = await aPost(of, id);
    requests = [
      ["GET", "/me"],
      ["GET", "/auth"],
      ["GET", "/brands"],
      ["GET", `${of.brand}/schedule`],
      ["GET", `${of.brand}/channels`],
      ["GET", `${of.brand}/collections`],
      ["POST", `${of.brand}/collections`],
      ["GET", `${of.brand}/automations`],
      ["POST", `${of.brand}/automations`],
      ["GET", `${of.brand}/media`],
      ["POST", `${of.brand}/media`],
      ["GET", `${of.brand}/collections/${id}/posts`],
      ["GET", `${of.brand}/posts`],
      ["POST", `${of.brand}/collections/${id}/posts`],
      ["PATCH", `${of.brand}/posts/${post}`],
      ["DELETE", `${of.brand}/posts/${post}`],
      ["GET", `${of.brand}/published-posts`],
      ["GET", "/nothing"],
      ["PUT", "/brands"],
    ];
  });

  const ways: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
    ["a missing token", {}, ""],
    ["an unknown token", { Authorization: "Bearer rst_unknown" }, ""],
    ["an unknown api_key", {}, "?api_key=rst_unknown"],
  ];
  for (const [what, headers, query] of ways) {
    test(`every operation and every unknown path answers 401 with errors.authorization to ${what}`, async () => {
      const nobody = apiOf(of.service.url, null);
      assert.equal(requests.length, 19);
      for (const [method, path] of requests) assertRefused(await nobody.send(method, `${path}${query}`, { headers }), 401, "authorization");
    });
  }

  for (const header of ["", "Bearer", "Bearer ", "Basic cnN0Og==", "rst_x", "Bearer a b", "Bearer \u00e9", `Bearer ${"x".repeat(5000)}`]) {
    test(`the Authorization header ${JSON.stringify(header.slice(0, 20))} answers 401`, async () => {
      assertRefused(await apiOf(of.service.url, null).send("GET", "/me", { headers: { Authorization: header } }), 401, "authorization");
    });
  }

  test("authentication comes before everything else: a broken body and a foreign brand answer 401", async () => {
    const headers = { "Content-Type": "application/json" };
    const nobody = apiOf(of.service.url, null);
    assertRefused(await nobody.send("POST", "/brands/abc/collections", { headers, body: "{" }), 401, "authorization");
    assertRefused(
      await nobody.send("POST", `${of.brand}/collections`, { headers: { "Content-Type": "text/plain" }, body: "x" }),
      401,
      "authorization",
    );
  });

  test("the key is accepted as the query parameter api_key", async () => {
    const reply = await apiOf(of.service.url, null).get("/me", { api_key: of.api.key ?? "" });
    assert.equal(dataOf(reply, resources.user).id, of.id);
  });

  test("header and api_key with the same key are accepted", async () => {
    assertStatus(await of.api.get("/me", { api_key: of.api.key ?? "" }), 200);
  });

  test("header and api_key that differ answer 401, whichever of them is valid", async () => {
    const second = await aKey(of.service, of.email);
    assertRefused(await of.api.get("/me", { api_key: "rst_unknown" }), 401, "authorization");
    assertRefused(await of.api.get("/me", { api_key: second.key }), 401, "authorization");
    const headers = { Authorization: "Bearer rst_unknown" };
    assertRefused(await of.api.send("GET", `/me?api_key=${of.api.key}`, { headers }), 401, "authorization");
  });

  test("api_key does not show up in links", async () => {
    const { id } = await aCollection(of);
    for (const caption of ["1", "2", "3"]) await aPost(of, id, { caption });
    const path = `${of.brand}/collections/${id}/posts`;
    const reply = await apiOf(of.service.url, null).get(path, { per_page: 1, page: 2, api_key: of.api.key ?? "", sort_order: "asc" });
    const { nextPageUrl, prevPageUrl } = resources.successPage(resources.post)(reply.body, "reply").pagination;
    for (const link of [nextPageUrl, prevPageUrl]) {
      assert.ok(link?.includes("sort_order=asc"));
      assert.ok(!link?.includes("api_key") && !link?.includes(of.api.key ?? "-"));
    }
  });

  test("a revoked key answers 401 from the next request on, the user's other keys keep working", async () => {
    const key = await aKey(of.service, of.email);
    const api = apiOf(of.service.url, key.key);
    assertStatus(await api.get("/me"), 200);
    await revokeKey(of.service, key.id);
    assertRefused(await api.get("/me"), 401, "authorization");
    assertStatus(await of.api.get("/me"), 200);
  });

  test("a key works until it expires and then answers 401", async () => {
    for (let seconds = 2; ; seconds *= 2) {
      const expiresAt = Temporal.Now.instant().add({ seconds });
      const api = apiOf(of.service.url, (await aKey(of.service, of.email, { expiresAt: expiresAt.toString() })).key);
      const young = await api.get("/auth");
      // On a machine with much else to do the key was over before anybody asked: the next one lives longer.
      if (Temporal.Instant.compare(Temporal.Now.instant(), expiresAt) >= 0) continue;
      assertStatus(young, 200);
      const old = await eventually("the key is over", async () => {
        const reply = await api.get("/auth");
        return reply.status === 200 ? null : reply;
      });
      assertRefused(old, 401, "authorization");
      assert.ok(Temporal.Instant.compare(Temporal.Now.instant(), expiresAt) >= 0, "refused before its time");
      break;
    }
  });

  test("keys begin with rst_ and are all different", async () => {
    const [one, two] = [await aKey(of.service, of.email), await aKey(of.service, of.email)];
    assert.match(one.key, /^rst_\S{16,}$/);
    assert.notEqual(one.key, two.key);
  });

  test("two keys of a user see the same brands", async () => {
    const second = apiOf(of.service.url, (await aKey(of.service, of.email)).key);
    assert.deepEqual((await second.get("/brands")).body, (await of.api.get("/brands")).body);
  });

  test("the admin token does not work as an API key, nor an API key as the admin token", async () => {
    assertRefused(await apiOf(of.service.url, of.service.adminToken).get("/me"), 401, "authorization");
    const reply = await fetch(`${of.service.url}/app/api/admin/users`, { headers: { Authorization: `Bearer ${of.api.key}` } });
    assert.ok([401, 403].includes(reply.status), `${reply.status}`);
  });

  test("a wrong key is not echoed", async () => {
    const reply = await apiOf(of.service.url, "rst_secretsecretsecret").get("/me");
    assert.ok(!JSON.stringify(reply.body).includes("secretsecret"));
  });
});
