import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { before, describe, test } from "node:test";
import { apiOf, type Reply } from "./support/api.ts";
import { assertInvalid, assertRefused, assertStatus } from "./support/expect.ts";
import * as resources from "./support/resources.ts";
import { aCollection, aPost, aWorkspace, type Workspace } from "./support/stage.ts";

const JSON_TYPE = { "Content-Type": "application/json" };
const MEBIBYTE = 1_048_576;

describe("request bodies", () => {
  let of: Workspace;
  let paths: readonly (readonly [string, string])[];
  before(async () => {
    of = await aWorkspace();
    const { id } = await aCollection(of);
    paths = [
      ["POST", `${of.brand}/collections`],
      ["POST", `${of.brand}/automations`],
      ["POST", `${of.brand}/collections/${id}/posts`],
      ["PATCH", `${of.brand}/posts/${await aPost(of, id)}`],
    ];
  });
  const everywhere = async (headers: Readonly<Record<string, string>>, body: string, check: (reply: Reply) => void) => {
    for (const [method, path] of paths) check(await of.api.send(method, path, { headers, body }));
  };

  for (const body of ["{", "{'title':'x'}", "title=x", "{}{}", '{"a":1,}', "undefined", "NaN", '{"a":"\u0001"}']) {
    test(`the body ${JSON.stringify(body)} is not JSON: 400 with errors.body`, async () => {
      await everywhere(JSON_TYPE, body, (reply) => void assertRefused(reply, 400, "body"));
    });
  }

  for (const body of ["", " "]) {
    test(`the empty body ${JSON.stringify(body)} is refused as invalid JSON or as lacking its fields`, async () => {
      await everywhere(JSON_TYPE, body, (reply) => assert.ok([400, 422].includes(reply.status), `${reply.status}`));
    });
  }

  for (const body of ["[]", '"text"', "5", "null", "true", '[{"title":"x"}]']) {
    test(`the body ${body} is JSON but not an object: 422`, async () => {
      await everywhere(JSON_TYPE, body, (reply) => assertStatus(reply, 422));
    });
  }

  test("a body above 1 MiB answers 413 with errors.body", async () => {
    await everywhere(JSON_TYPE, JSON.stringify({ title: "x".repeat(MEBIBYTE) }), (reply) => void assertRefused(reply, 413, "body"));
  });

  test("a body above 1 MiB without Content-Length answers 413 too", async () => {
    const reply = await sendInPieces(of, "x".repeat(64 * 1024), 20);
    assert.equal(reply.status, 413);
    resources.domainError(JSON.parse(reply.body), "reply");
  });

  test("a body of exactly 1 MiB is read, one byte more is not", async () => {
    const wrapping = JSON.stringify({ title: "" }).length;
    const path = `${of.brand}/collections`;
    const send = (bytes: number) =>
      of.api.send("POST", path, { headers: JSON_TYPE, body: JSON.stringify({ title: "x".repeat(bytes - wrapping) }) });
    assertInvalid(await send(MEBIBYTE), ["title"]);
    assertRefused(await send(MEBIBYTE + 1), 413, "body");
  });

  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/xml",
    "multipart/form-data; boundary=x",
    "application/jsonx",
    "nonsense",
  ]) {
    test(`the content type ${type} answers 415 with errors.body, which says what to send`, async () => {
      await everywhere({ "Content-Type": type }, '{"title":"x"}', (reply) =>
        assert.match(assertRefused(reply, 415, "body"), / Send a JSON body with Content-Type: application\/json\.$/),
      );
    });
  }

  test("application/json may name a character set, in any case", async () => {
    const body = JSON.stringify({ title: "Gebäck 🥐" });
    for (const type of ["application/json; charset=utf-8", "Application/JSON;charset=UTF-8"]) {
      assertStatus(await of.api.send("POST", `${of.brand}/collections`, { headers: { "Content-Type": type }, body }), 201);
    }
  });

  test("broken Unicode in a text answers 422, not 500", async () => {
    const reply = await of.api.send("POST", `${of.brand}/collections`, { headers: JSON_TYPE, body: '{"title":"\\ud83e"}' });
    assertInvalid(reply, ["title"]);
  });

  test("a body nested ten thousand levels deep is answered, not with 500", async () => {
    const body = `{"title":"x","nonsense":${"[".repeat(10_000)}${"]".repeat(10_000)}}`;
    const reply = await of.api.send("POST", `${of.brand}/collections`, { headers: JSON_TYPE, body });
    assert.ok([201, 400, 422].includes(reply.status), `${reply.status}`);
  });

  for (const body of ['{"__proto__":{"title":"x"}}', '{"constructor":{"prototype":{"title":"x"}}}']) {
    test(`the body ${body} sets nothing`, async () => {
      const reply = await of.api.send("POST", `${of.brand}/collections`, { headers: JSON_TYPE, body });
      assert.ok([400, 422].includes(reply.status), `${reply.status}`);
    });
  }

  test("huge numbers are no ids", async () => {
    const [, , [method = "", path = ""] = []] = paths;
    const body = '{"publishMode":"DRAFT","caption":"x","comment":{"comment":"x","delay":1e400}}';
    assertInvalid(await of.api.send(method, path, { headers: JSON_TYPE, body }), ["comment.delay"]);
  });
});

describe("errors and headers", () => {
  let of: Workspace;
  before(async () => {
    of = await aWorkspace();
  });

  for (const path of ["", "/", "/nothing", "/brands/1/nothing", "/me/x", "/v1/me", "/brands/1/posts/1/comments", "/openapi", "/.env"]) {
    test(`the unknown path "${path}" answers 404 in the domain form with a key, 401 without one`, async () => {
      const reply = await of.api.send("GET", path);
      assertStatus(reply, 404);
      resources.domainError(reply.body, path);
      assertRefused(await apiOf(of.service.url, null).send("GET", path), 401, "authorization");
    });
  }

  for (const [method, path] of [
    ["PUT", "/brands"],
    ["DELETE", "/brands"],
    ["POST", "/brands"],
    ["PATCH", "/me"],
    ["DELETE", "/brands/1/collections"],
    ["GET", "/brands/1/posts/1"],
    ["PUT", "/brands/1/posts/1"],
    ["POST", "/brands/1/published-posts"],
  ] as const) {
    test(`the unknown method ${method} ${path} answers 404`, async () => {
      assertStatus(await of.api.send(method, path), 404);
    });
  }

  test("every reply has its own X-Request-Id", async () => {
    const ids = new Set<string | null>();
    for (const path of ["/me", "/me", "/nothing", `${of.brand}/channels?page=0`])
      ids.add((await of.api.send("GET", path)).headers.get("x-request-id"));
    ids.add((await apiOf(of.service.url, null).get("/me")).headers.get("x-request-id"));
    assert.equal(ids.size, 5);
  });

  for (const path of ["/me", "/brands/1/posts/1", "/brands", "/nothing"]) {
    test(`a CORS preflight of ${path} is answered without a key and allows any origin`, async () => {
      const reply = await fetch(`${of.service.url}/v1${path}`, {
        method: "OPTIONS",
        headers: {
          Origin: "https://app.example",
          "Access-Control-Request-Method": "PATCH",
          "Access-Control-Request-Headers": "authorization, content-type",
        },
      });
      assert.ok(reply.status === 204 || reply.status === 200, `${reply.status}`);
      assert.equal(reply.headers.get("access-control-allow-origin"), "*");
      for (const method of ["GET", "POST", "PATCH", "DELETE"])
        assert.match(reply.headers.get("access-control-allow-methods") ?? "", new RegExp(method));
      for (const header of ["authorization", "content-type"]) {
        assert.match(reply.headers.get("access-control-allow-headers") ?? "", new RegExp(header, "i"));
      }
      assert.equal(reply.headers.get("access-control-allow-credentials"), null);
      assert.match(reply.headers.get("x-request-id") ?? "", /\S/);
      assert.equal(reply.headers.get("cache-control"), "no-store");
    });
  }

  test("any origin may read replies, including errors", async () => {
    const headers = { Origin: "https://app.example" };
    for (const path of ["/me", "/nothing", `${of.brand}/channels?page=0`]) {
      assert.equal((await of.api.send("GET", path, { headers })).headers.get("access-control-allow-origin"), "*");
    }
    assert.equal((await apiOf(of.service.url, null).send("GET", "/me", { headers })).headers.get("access-control-allow-origin"), "*");
  });

  for (const accept of ["text/html", "*/*", "application/xml;q=0.9", "nonsense"]) {
    test(`a reply is JSON even if the request accepts ${accept}`, async () => {
      assertStatus(await of.api.send("GET", "/me", { headers: { Accept: accept } }), 200);
      assertStatus(await of.api.send("GET", "/nothing", { headers: { Accept: accept } }), 404);
    });
  }

  test("no reply sets a cookie or reveals the software's version", async () => {
    const { headers } = await of.api.get("/me");
    assert.equal(headers.get("set-cookie"), null);
    assert.equal(headers.get("x-powered-by"), null);
  });

  test("links start with the public URL, never with the request's Host", async () => {
    const { id } = await aCollection(of);
    for (const caption of ["1", "2"]) await aPost(of, id, { caption });
    const path = `/v1${of.brand}/collections/${id}/posts?per_page=1`;
    const body = await withHost(`${of.service.url}${path}`, {
      Host: "evil.example",
      "X-Forwarded-Host": "evil.example",
      Authorization: `Bearer ${of.api.key}`,
    });
    const { nextPageUrl } = resources.successPage(resources.post)(JSON.parse(body), "reply").pagination;
    assert.ok(nextPageUrl?.startsWith(`${of.service.url}/v1/`), `${nextPageUrl}`);
  });

  for (const path of [
    "/brands/%ff/channels",
    "/brands/%/channels",
    "/%c0%ae%c0%ae/etc/passwd",
    "/brands/1/posts/%2e%2e",
    `/brands/${"1".repeat(3000)}/posts`,
  ]) {
    test(`the path ${path.slice(0, 40)} answers 4xx, not 500`, async () => {
      const reply = await fetch(`${of.service.url}/v1${path}`, { headers: { Authorization: `Bearer ${of.api.key}` } });
      assert.ok(reply.status >= 400 && reply.status < 500, `${reply.status}`);
    });
  }

  test("a path that cannot be decoded, or is too long for an id, passes the same gates as any other", async () => {
    const { id } = await aCollection(of);
    for (const path of ["/brands/%ff/channels", "/%", `/brands/${"1".repeat(3000)}/posts`, `${of.brand}/collections/${id}/%c0/posts`]) {
      const asked = (headers: Record<string, string>) => fetch(`${of.service.url}/v1${path}`, { headers });
      const [anonymous, known] = [await asked({}), await asked({ Authorization: `Bearer ${of.api.key}` })];
      assert.deepEqual([anonymous.status, known.status], [401, 404], path);
      for (const { headers } of [anonymous, known]) {
        assert.match(headers.get("x-request-id") ?? "", /^[\da-f-]{36}$/);
        assert.equal(headers.get("cache-control"), "no-store");
        assert.equal(headers.get("access-control-allow-origin"), "*");
      }
    }
  });

  test("a target in absolute form leads to the same page, and to the same links", async () => {
    const { id } = await aCollection(of);
    for (const caption of ["1", "2"]) await aPost(of, id, { caption });
    const path = `/v1${of.brand}/collections/${id}/posts?per_page=1`;
    const outgoing = request(of.service.url, { path: `http://evil.example${path}`, headers: { Authorization: `Bearer ${of.api.key}` } });
    const [incoming] = await once(outgoing.end(), "response");
    const { nextPageUrl } = resources.successPage(resources.post)(JSON.parse(await text(incoming)), "reply").pagination;
    assert.equal(nextPageUrl, `${of.service.url}${path}&page=2`);
  });

  test("a 401, a 404, a 409-like and a 422 differ in form as the specification says", async () => {
    const invalid = await of.api.get(`${of.brand}/channels`, { page: 0 });
    assert.ok(typeof invalid.body === "object" && invalid.body !== null && !("status" in invalid.body));
    const missing = await of.api.get("/brands/9007199254740991/channels");
    assert.equal(resources.domainError(missing.body, "reply").status, "error");
  });
});

/** A body in many chunks (chunked transfer coding), without Content-Length. */
function sendInPieces(of: Workspace, piece: string, pieces: number): Promise<{ status: number; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const headers = { ...JSON_TYPE, Authorization: `Bearer ${of.api.key}`, "Transfer-Encoding": "chunked" };
  const outgoing = request(`${of.api.base}${of.brand}/collections`, { method: "POST", headers }, (incoming) => {
    let body = "";
    incoming.setEncoding("utf8");
    incoming.on("data", (text: string) => {
      body += text;
    });
    incoming.on("end", () => resolve({ status: incoming.statusCode ?? 0, body }));
    incoming.on("error", reject);
  });
  // The service may close the connection before it has read everything; the reply counts.
  outgoing.on("error", reject);
  outgoing.write('{"title":"');
  for (let sent = 0; sent < pieces; sent += 1) outgoing.write(piece);
  outgoing.end('"}');
  return promise;
}

function withHost(url: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  request(url, { headers }, (incoming) => {
    let text = "";
    incoming.setEncoding("utf8");
    incoming.on("data", (piece: string) => {
      text += piece;
    });
    incoming.on("end", () => resolve(text));
  })
    .on("error", reject)
    .end();
  return promise;
}
