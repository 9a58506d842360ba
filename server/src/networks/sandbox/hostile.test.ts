import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aPlace, type Place } from "../../testing/builders.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
let place: Place;
before(async () => {
  stage = await openStage();
  place = await aPlace(stage, { channels: ["Mastodon", "Bluesky", "Telegram"] });
});
after(() => stage[Symbol.asyncDispose]());

async function statusOf(path: string, init: RequestInit = {}): Promise<number> {
  const reply = await fetch(`${stage.url}${path}`, init);
  await reply.arrayBuffer();
  return reply.status;
}

test("a method that no path handles, such as QUERY, gets 404 and not an internal error", async () => {
  for (const path of ["/v1/me", "/readyz", "/sandbox/mastodon/api/v1/statuses"]) {
    const status = await statusOf(path, { method: "QUERY" });
    assert.ok(status >= 400 && status < 500, `${path}: ${status}`);
  }
});

test("NUL and lone surrogates in ids and texts find nothing and are stored in a form the database accepts", async () => {
  for (const id of ["%00", "1%00", "%ED%A0%80"]) assert.equal(await statusOf(`/sandbox/mastodon/api/v1/statuses/${id}`), 404, id);
  const app = { client_name: "a\0b\ud800", redirect_uris: "urn:ietf:wg:oauth:2.0:oob", scopes: "read" };
  const made = await statusOf("/sandbox/mastodon/api/v1/apps", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(app),
  });
  assert.ok(made < 500, String(made));
});

test("a multipart body without its boundary, or one that ends too soon, is the sender's fault", async () => {
  const torn = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc';
  for (const path of ["/sandbox/mastodon/api/v1/apps", "/sandbox/telegram/bot1:AAA/sendPhoto"]) {
    for (const [type, body] of [
      ["multipart/form-data", "abc"],
      ["multipart/form-data; boundary=x", torn],
    ] as const) {
      const status = await statusOf(path, { method: "POST", headers: { "content-type": type }, body });
      assert.ok(status >= 400 && status < 500, `${path} ${type}: ${status}`);
    }
  }
});

test("a negative list limit is ignored", async () => {
  const { body } = await place.api("GET", "/channels");
  assert.equal(body.data.length, 3);
  const { rows } = await stage.app.db.query("select id from sandbox_objects where network = 'bluesky' and kind = 'account' limit 1");
  const repo = encodeURIComponent(rows[0].id);
  const list = `/sandbox/bluesky/xrpc/com.atproto.repo.listRecords?repo=${repo}&collection=app.bsky.feed.post`;
  for (const limit of ["-1", "0", "1e400", "x", "2.5"]) assert.equal(await statusOf(`${list}&limit=${limit}`), 200, limit);
});

test("a body nested deeper than any platform's documents is the sender's fault", async () => {
  const deep = `${"[".repeat(200_000)}1${"]".repeat(200_000)}`;
  for (const [path, body] of [
    ["/sandbox/telegram/bot1:AAA/sendMessage", `{"chat_id":${deep},"text":"a"}`],
    ["/sandbox/mastodon/api/v1/statuses", `{"status":${deep}}`],
    ["/sandbox/bluesky/xrpc/com.atproto.repo.putRecord", `{"record":${deep}}`],
  ] as const) {
    const status = await statusOf(path, { method: "POST", headers: { "content-type": "application/json" }, body });
    assert.equal(status, 400, path);
  }
});
