import assert from "node:assert/strict";
import { after, test } from "node:test";
import { readConfig } from "../../ground/config.ts";
import { must } from "../../testing/builders.ts";
import { aSignedIn } from "../../testing/program.ts";
import { openStage } from "../../testing/stage.ts";

const CLOSED = { ROSTRUM_PUBLIC_URL: "https://social.example", ROSTRUM_SANDBOX: "1" };
const closed = await openStage(CLOSED);
after(() => closed[Symbol.asyncDispose]());
const url = `http://127.0.0.1:${closed.app.config.port}`;

const sandboxOf = (settings: Readonly<Record<string, string>>) => readConfig(settings).sandbox;

test("The sandbox is on by default only on a private machine: embedded database, HOST and public URL both on loopback", () => {
  assert.equal(sandboxOf({}), "open");
  for (const HOST of ["localhost", "127.0.0.2", "::1"]) assert.equal(sandboxOf({ HOST }), "open", HOST);
  assert.equal(sandboxOf({ ROSTRUM_PUBLIC_URL: "http://[::1]:4000" }), "open");
  for (const elsewhere of [
    { HOST: "0.0.0.0" },
    { HOST: "::" },
    { HOST: "192.168.0.5", ROSTRUM_PUBLIC_URL: "http://localhost:4000" },
    { ROSTRUM_PUBLIC_URL: "https://social.example" },
    { ROSTRUM_PUBLIC_URL: "http://127.0.0.1.social.example" },
    { DATABASE_URL: "postgres://x@localhost/x" },
  ]) {
    assert.equal(sandboxOf(elsewhere), "off", JSON.stringify(elsewhere));
    assert.equal(sandboxOf({ ...elsewhere, ROSTRUM_SANDBOX: "1" }), "members", JSON.stringify(elsewhere));
  }
  assert.equal(sandboxOf({ ROSTRUM_SANDBOX: "0" }), "off");
  assert.equal(sandboxOf({ ROSTRUM_SANDBOX: "1" }), "open");
});

const asked: readonly (readonly [method: string, path: string])[] = [
  ["GET", "/sandbox"],
  ["GET", "/sandbox/mastodon/"],
  ["GET", "/sandbox/mastodon/nothing"],
  ["POST", "/sandbox/mastodon/_faults"],
  ["POST", "/sandbox/mastodon/api/v1/apps"],
  ["POST", "/sandbox/mastodon/api/v2/media"],
  ["POST", "/sandbox/bluesky/xrpc/com.atproto.server.createSession"],
  ["POST", "/sandbox/bluesky/xrpc/com.atproto.repo.uploadBlob"],
  ["GET", "/sandbox/telegram/bot1:x/getMe"],
  ["POST", "/sandbox/social-media/hooks/x"],
];
for (const [method, path] of asked) {
  test(`Where the service is reachable by others, ${method} ${path} is for members only`, async () => {
    const guessed = { "x-rostrum-sandbox": "A".repeat(43), cookie: "__Host-rostrum_session=guessed" };
    for (const headers of [{}, guessed]) {
      const reply = await fetch(`${url}${path}`, { method, headers, redirect: "manual" });
      assert.equal(reply.status, 401);
    }
  });
}

test("A visitor who opens a page there is sent to sign-in and back", async () => {
  const reply = await fetch(`${url}/sandbox/mastodon/`, { headers: { accept: "text/html" }, redirect: "manual" });
  assert.deepEqual([reply.status, reply.headers.get("location")], [303, "/sign-in?return_to=%2Fsandbox%2Fmastodon%2F"]);
});

test("Members can see the networks, and the service's own connectors can publish to them", async () => {
  await using stage = await openStage({ HOST: "0.0.0.0", ROSTRUM_SANDBOX: "1" });
  assert.equal(stage.app.config.sandbox, "members");
  const person = await aSignedIn(stage);
  for (const type of ["Mastodon", "Bluesky", "Telegram", "Social Media"]) {
    const made = stage.admin("POST", `/brands/${person.brandId}/channels`, { type, name: "Bakery", sandbox: true });
    assert.ok((await must(made)).id > 0, type);
  }
  assert.equal((await person.visitor.get("/sandbox/mastodon/")).status, 200);
  assert.equal((await person.visitor.get("/sandbox")).status, 200);
  assert.equal((await fetch(`${stage.url}/sandbox/mastodon/`)).status, 401);
});
