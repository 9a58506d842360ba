import assert from "node:assert/strict";
import { request as httpRequest } from "node:http";
import { after, test } from "node:test";
import { hostnameOf, ownNames } from "../../ground/web/hosts.ts";
import { insertUser } from "../../people/users/store.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

const stage = await openStage();
after(() => stage[Symbol.asyncDispose]());

/** Uses node:http, which can send any `Host`. */
function statusOf({ app }: Stage, host: string, path: string, method = "GET"): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const headers = { host, ...(method === "GET" ? {} : { "content-type": "application/x-www-form-urlencoded" }) };
  httpRequest({ host: "127.0.0.1", port: app.config.port, path, method, agent: false, headers }, (reply) => {
    reply.resume();
    resolve(reply.statusCode ?? 0);
  })
    .on("error", reject)
    .end();
  return promise;
}

const BROWSERS = [
  "/",
  "/docs",
  "/site/site.css",
  "/openapi-v1.2.0.yaml",
  "/sign-in",
  "/account",
  "/oauth/authorize",
  "/.well-known/oauth-authorization-server",
  "/mcp",
  "/sandbox/",
  "/sandbox/mastodon/",
  "/sandbox/mastodon/api/v2/instance",
  "/sandbox/bluesky/xrpc/com.atproto.server.describeServer",
];
const FORMS = [
  "/sign-in",
  "/sign-out",
  "/account/password",
  "/account/disconnect",
  "/oauth/authorize",
  "/oauth/token",
  "/oauth/register",
  "/oauth/revoke",
  "/mcp",
  "/sandbox/mastodon/_faults",
  "/sandbox/mastodon/_react",
  "/sandbox/mastodon/api/v1/apps",
  "/sandbox/telegram/bot1:x/getMe",
];

test("Everything for browsers is refused under another site's name", async () => {
  for (const path of BROWSERS) assert.equal(await statusOf(stage, "evil.example:4000", path), 403, path);
  for (const path of FORMS) assert.equal(await statusOf(stage, "evil.example", path, "POST"), 403, path);
});

test("The same is served under the public URL and on the machine itself", async () => {
  await using open = await openStage({ ROSTRUM_PUBLIC_URL: "https://rostrum.example", HOST: "0.0.0.0" });
  // Else every page leads to the first account.
  const ada = {
    publicId: "ada",
    name: "Ada",
    email: "ada@example.org",
    timezone: null,
    verified: true,
    operator: true,
    passwordHash: null,
  };
  await insertUser(open.app.db, { ...ada, now: open.app.clock.now() });
  for (const host of ["rostrum.example", "ROSTRUM.example:8443", "localhost:9", "127.0.0.1", "[::1]:4000"]) {
    for (const path of ["/", "/sign-in", "/docs"]) assert.equal(await statusOf(open, host, path), 200, `${host}${path}`);
  }
  for (const host of [
    "127.0.0.1.evil.example",
    "rostrum.example.evil.example",
    "localhost.evil.example",
    "localhost@evil.example",
    "0.0.0.0.evil.example",
    "x",
  ]) {
    assert.equal(await statusOf(open, host, "/"), 403, host);
  }
});

test("Token-authenticated endpoints and probes are served under any name", async () => {
  const paths: readonly (readonly [string, number])[] = [
    ["/v1/me", 401],
    ["/v1/nothing", 401],
    ["/app/api/admin/users", 401],
    ["/healthz", 200],
    ["/readyz", 200],
    ["/metrics", 200],
    ["/media/x", 404],
    ["/v1/openapi-v1.2.0.yaml", 200],
    ["/v1/openapi-v1.0.1.yaml", 200],
  ];
  for (const [path, status] of paths) assert.equal(await statusOf(stage, "rostrum.internal", path), status, path);
});

test("The address a request was sent to is accepted as a Host, another address is not", () => {
  const isOwn = ownNames({ publicUrl: "https://rostrum.example", host: "::" });
  const calledAt = (localAddress: string) => ({ socket: { localAddress } });
  assert.equal(isOwn("192.168.0.5", calledAt("::ffff:192.168.0.5")), true);
  assert.equal(isOwn("192.168.0.6", calledAt("::ffff:192.168.0.5")), false);
  assert.equal(isOwn("[2001:db8::5]", calledAt("2001:db8:0::5")), true);
  assert.equal(isOwn("evil.example", calledAt("192.168.0.5")), false);
});

test("A malformed Host is refused", () => {
  for (const host of [
    undefined,
    "",
    "a b",
    "user@localhost",
    "localhost/x",
    "localhost:x",
    "localhost:4000:1",
    "[::1",
    "\\localhost",
    "a,localhost",
  ]) {
    assert.notEqual(hostnameOf(host), "localhost", String(host));
  }
  assert.equal(hostnameOf("LOCALHOST:80"), "localhost");
  assert.equal(hostnameOf("[::1]:4000"), "[::1]");
});
