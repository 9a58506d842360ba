import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { temporaryFolder } from "../../server/src/ground/database/testing.ts";
import { eventually } from "../../server/src/testing/eventually.ts";
import { aPicture } from "../../server/src/testing/media.ts";
import { filesReceived } from "../../server/src/testing/received.ts";
import { testStore } from "../../server/src/testing/s3.ts";
import { type Running, running } from "./running.ts";

const store = await testStore();
const settings = { ...store.environment, ROSTRUM_DEMO: "0" };
const service = await running(settings);
after(async () => {
  await service[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
});

// biome-ignore lint/suspicious/noExplicitAny: replies of every form
type Body = any;

async function admin(words: string, more: readonly string[] = [], on: Running = service): Promise<Body> {
  const { code, out, err } = await on.rostrum(["admin", ...words.split(" "), ...more, "--json"]);
  assert.equal(code, 0, err);
  return JSON.parse(out);
}

async function api(method: string, path: string, body?: unknown): Promise<Body> {
  const isForm = body instanceof FormData;
  const reply = await fetch(`${service.url}/v1/brands/${brandId}${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, ...(isForm || body === undefined ? {} : { "Content-Type": "application/json" }) },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const answer = await reply.text();
  assert.ok(reply.ok, `${method} ${path}: ${reply.status} ${answer}`);
  return JSON.parse(answer);
}

async function settled(): Promise<Body[]> {
  return eventually("both are published", async () => {
    const { data } = await api("GET", "/published-posts?status=PUBLISHED");
    return data.length === 2 ? data : null;
  });
}

/** The URLs of the files shown to readers of a network. */
async function shown(page: string): Promise<string[]> {
  const html = await (await fetch(page)).text();
  return [...html.matchAll(/<img[^>]* src="([^"]+)"/g)].map((match) => match[1] ?? "").filter((src) => src.includes("/sandbox/"));
}

await admin("users create --email ada@example.org --name Ada --verified true");
const { key } = await admin("keys create --user ada@example.org --name script");
const { id: brandId } = await admin("brands create --owner ada@example.org --title Bakery");
const picture = await aPicture();
const name = "Tart.png";

test("Uploads are stored in the bucket, and not on this machine", async () => {
  const form = new FormData();
  form.set("media", new Blob([picture]), name);
  const { data } = await api("POST", "/media", form);
  assert.deepEqual([data.type, data.size], ["image/png", picture.length]);
  const objects = await store.objects();
  assert.deepEqual(
    objects.map((object) => object.replace(/[0-9a-f]{32}/, "<key>")),
    ["media/<key>", "rostrum-owner"],
  );
  assert.deepEqual(await readFile(store.fileOf(objects[0] ?? "")), picture);
  const directory = join(service.dataDirectory, "media");
  assert.deepEqual([await readdir(directory), await filesReceived(directory)], [["incoming"], []]);
  const listed = await api("GET", "/media");
  assert.deepEqual(
    listed.data.map((medium: Body) => [medium.id, medium.name, medium.size]),
    [[data.id, name, picture.length]],
  );
});

test("They are published unchanged to a network that takes bytes and to one that fetches a link", async () => {
  const channels: number[] = [];
  for (const type of ["Mastodon", "Social Media"])
    channels.push((await admin(`channels connect --brand-id ${brandId} --sandbox --name Bakery --type`, [type])).id);
  const collection = await api("POST", "/collections", { title: "Bread", channels, queues: [] });
  const [medium] = (await api("GET", "/media")).data;
  await api("POST", `/collections/${collection.data.id}/posts`, {
    publishMode: "IMMEDIATE",
    caption: "Plum tart",
    media: [{ id: medium.id }],
  });
  const published = await settled();
  assert.deepEqual(published.map((entry) => entry.channel.type).sort(), ["Mastodon", "Social Media"]);
  for (const network of ["mastodon", "social-media"]) {
    const [src] = await shown(`${service.url}/sandbox/${network}`);
    assert.ok(src !== undefined, `${network} shows no picture`);
    const reply = await fetch(new URL(src, service.url));
    const bytes = Buffer.from(await reply.arrayBuffer());
    assert.ok(bytes.equals(picture) || network === "mastodon", `${network} has other bytes`);
    assert.equal(reply.status, 200);
  }
  assert.ok(store.requests.filter((request) => request.startsWith("GET media/")).length >= 2, "both were read from the store");
});

test("A service with a wrong secret does not start, and names the setting", async () => {
  await using folder = await temporaryFolder();
  const program = spawn(process.execPath, [join(import.meta.dirname, "../../server/src/main.ts")], {
    env: { ROSTRUM_DATA_DIR: folder.path, PORT: "0", ...settings, ROSTRUM_S3_SECRET_ACCESS_KEY: "wrong" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [err, [code]] = await Promise.all([text(program.stderr), once(program, "exit")]);
  assert.equal(code, 1);
  assert.equal(
    err.trim(),
    `ROSTRUM_S3_ACCESS_KEY_ID, ROSTRUM_S3_SECRET_ACCESS_KEY: the store at ${store.url} refuses them (403 SignatureDoesNotMatch).`,
  );
});

test("The service stops cleanly while connections to the store are open", async () => {
  assert.equal(await service.stop(), 0);
});
