import assert from "node:assert/strict";
import { request as httpRequest } from "node:http";
import { after, before, test } from "node:test";
import { aPerson, type Person } from "../../testing/builders.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { aToolClient } from "../../testing/tool-client.ts";
import { aToolToken } from "../../testing/tool-token.ts";

let stage: Stage;
let person: Person;
let token: string;
before(async () => {
  stage = await openStage();
  person = await aPerson(stage);
  token = await aToolToken(stage.app, person.email);
});
after(() => stage[Symbol.asyncDispose]());

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Uses node:http, which can send any `Host`; `fetch` sends its own. */
function send(headers: Readonly<Record<string, string>>, body: unknown = LIST, method = "POST"): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const defaults = { "content-type": "application/json", accept: "application/json, text/event-stream", authorization: `Bearer ${token}` };
  const outgoing = httpRequest(`${stage.url}/mcp`, { method, agent: false, headers: { ...defaults, ...headers } }, (incoming) => {
    let text = "";
    incoming.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
    });
    incoming.on("end", () => {
      resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text });
      outgoing.destroy();
    });
  });
  outgoing.on("error", reject);
  outgoing.end(method === "POST" ? (typeof body === "string" ? body : JSON.stringify(body)) : undefined);
  return promise;
}

test("a Host other than the public one or this machine's is refused with 403", async () => {
  for (const host of ["evil.example", "evil.example:4000", "127.0.0.1.evil.example", "192.168.0.5"]) {
    assert.equal((await send({ host })).status, 403, host);
  }
  for (const host of ["localhost:9", "127.0.0.1", "[::1]:4000"]) assert.equal((await send({ host })).status, 200, host);
});

test("another Origin is refused with 403, also on preflight", async () => {
  const preflight = { "access-control-request-method": "POST" };
  for (const origin of ["https://evil.example", "null", "http://localhost.evil.example"]) {
    assert.equal((await send({ origin })).status, 403, origin);
    assert.equal((await send({ origin, ...preflight }, undefined, "OPTIONS")).status, 403, origin);
  }
});

test("a service on the network answers under its public name and on its own machine", async () => {
  await using open = await openStage({ ROSTRUM_PUBLIC_URL: "https://rostrum.example", HOST: "0.0.0.0" });
  const status = async (host: string) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const port = open.app.config.port;
    httpRequest({ port, host: "127.0.0.1", path: "/mcp", method: "POST", headers: { host } }, (reply) =>
      resolve(reply.statusCode ?? 0),
    ).end();
    return promise;
  };
  assert.deepEqual(
    [await status("rostrum.example"), await status("localhost"), await status("192.0.2.7"), await status("evil.example")],
    [401, 401, 403, 403],
  );
});

test("a page from an allowed Origin passes preflight and may read the challenge", async () => {
  const origin = "http://localhost:6274";
  const asked = "authorization, content-type, mcp-protocol-version, mcp-method, mcp-name, mcp-param-region";
  const preflight = await send(
    { origin, "access-control-request-method": "POST", "access-control-request-headers": asked },
    undefined,
    "OPTIONS",
  );
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers["access-control-allow-origin"], origin);
  const allowed = String(preflight.headers["access-control-allow-headers"]).split(", ");
  for (const name of asked.split(", ")) assert.ok(allowed.includes(name), name);
  const challenged = await send({ origin, authorization: "" });
  assert.equal(challenged.status, 401);
  assert.match(String(challenged.headers["access-control-expose-headers"]), /WWW-Authenticate/);
  assert.equal(challenged.headers["access-control-allow-origin"], origin);
});

test("without a token, or with a wrong one, the reply is 401 and says where to sign in", async () => {
  const none = await send({ authorization: "" });
  assert.equal(none.status, 401);
  assert.match(
    String(none.headers["www-authenticate"]),
    new RegExp(`^Bearer resource_metadata="${stage.url}/.well-known/oauth-protected-resource/mcp"`),
  );
  assert.doesNotMatch(String(none.headers["www-authenticate"]), /error=/);
  const wrong = await send({ authorization: "Bearer rtt_nobody" });
  assert.equal(wrong.status, 401);
  assert.match(String(wrong.headers["www-authenticate"]), /error="invalid_token"/);
});

test("an API key is not accepted by the tool server, and the reply says so", async () => {
  const { status, text, headers } = await send({ authorization: `Bearer ${person.key}` });
  assert.equal(status, 401);
  assert.match(String(headers["www-authenticate"]), /error="invalid_token"/);
  assert.match(JSON.parse(text).error.message, /API key for the REST API/);
  assert.deepEqual(Object.keys(JSON.parse(text).error.data.errors), ["authorization"]);
});

test("a tool token is not accepted as an API key", async () => {
  const reply = await fetch(`${stage.url}/v1/me`, { headers: { Authorization: `Bearer ${token}` } });
  assert.equal(reply.status, 401);
});

test("GET and DELETE are 405: there are no sessions", async () => {
  for (const method of ["GET", "DELETE"]) {
    const { status, headers } = await send({}, undefined, method);
    assert.deepEqual([status, headers.allow], [405, "POST"], method);
  }
});

test("no session id is given", async () => {
  const initialize = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  };
  const { status, headers, text } = await send({}, initialize);
  assert.equal(status, 200);
  assert.equal(headers["mcp-session-id"], undefined);
  assert.match(text, /"protocolVersion":"2025-06-18"/);
});

test("an unreadable body is 400, another content type 415, a body above 16 MiB 413 with what to do instead", async () => {
  const broken = await send({}, "{");
  assert.deepEqual([broken.status, JSON.parse(broken.text).error.code], [400, -32700]);
  assert.equal((await send({ "content-type": "text/plain" })).status, 415);
  const large = await send({}, `"${"x".repeat(17 * 1024 * 1024)}"`);
  assert.equal(large.status, 413);
  assert.match(JSON.parse(large.text).error.message, /pass a larger one as url/);
});

test("no body is read before the token is checked", async () => {
  const { status } = await send({ authorization: "", "content-length": String(20 * 1024 * 1024), expect: "100-continue" }, "");
  assert.equal(status, 401);
});

test("an unknown tool is a protocol error", async () => {
  const { text } = await send({}, { ...LIST, method: "tools/call", params: { name: "list_planets", arguments: {} } });
  assert.match(text, /"code":-32602/);
});

test("each message of a batch counts against the address's limit", async () => {
  await using limited = await openStage({ ROSTRUM_RATE_LIMIT_ROUTE: "10" });
  const owner = await aPerson(limited);
  const authorization = `Bearer ${await aToolToken(limited.app, owner.email)}`;
  const call = { jsonrpc: "2.0", method: "tools/call", params: { name: "get_profile", arguments: {} } };
  const post = (messages: unknown) =>
    fetch(`${limited.url}/mcp`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify(messages),
    });
  const within = await post(Array.from({ length: 8 }, (_, id) => ({ ...call, id })));
  assert.equal((await within.text()).includes("Too many requests"), false);
  const beyond = await post(Array.from({ length: 8 }, (_, id) => ({ ...call, id })));
  assert.equal(beyond.status, 200);
  assert.match(await beyond.text(), /Too many requests from this address/);
});

test("a batch above the address's limit is answered message by message only if every message is a call", async () => {
  await using limited = await openStage({ ROSTRUM_RATE_LIMIT_ROUTE: "5" });
  const owner = await aPerson(limited);
  const authorization = `Bearer ${await aToolToken(limited.app, owner.email)}`;
  const call = { jsonrpc: "2.0", method: "tools/call", params: { name: "get_profile", arguments: {} } };
  const batch = [call, ...Array.from({ length: 20 }, () => ({ jsonrpc: "2.0", method: "tools/list" }))].map((message, id) => ({
    ...message,
    id,
  }));
  const reply = await fetch(`${limited.url}/mcp`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify(batch),
  });
  assert.deepEqual([reply.status, reply.headers.get("x-ratelimit-limit")], [429, "5"]);
});

test("closing the service ends open streams and completes requests in flight", async () => {
  const own = await openStage();
  const owner = await aPerson(own);
  const client = await aToolClient(own.url, await aToolToken(own.app, owner.email));
  const listening = await client.client.listen({});
  const answer = client.call("list_brands");
  await answer;
  await own[Symbol.asyncDispose]();
  await listening.close().catch(() => {});
  await client[Symbol.asyncDispose]();
});
