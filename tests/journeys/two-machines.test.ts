import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { after, test } from "node:test";
import { startEmbedded } from "../../server/src/ground/database/embedded.ts";
import { temporaryFolder } from "../../server/src/ground/database/testing.ts";
import type { Role } from "../../server/src/serve.ts";
import { eventually } from "../../server/src/testing/eventually.ts";
import { freePort } from "../../server/src/testing/free-port.ts";
import { aPicture } from "../../server/src/testing/media.ts";
import { testStore } from "../../server/src/testing/s3.ts";
import { call } from "../../server/src/testing/stage.ts";
import { blocksOf } from "../documents/blocks.ts";
import { type Running, running } from "./running.ts";

/** The steps of `docs/two-machines.md` that are the service's, by the page's own commands. */
const [, , takeAlong = [], fill = []] = blocksOf("docs/two-machines.md").map(({ text }) => text.split("\n"));
/** The file, on the machine where it is made and on the one that it is copied to. */
const BACKUP = /"\$PWD\/rostrum\.tar"|\/var\/lib\/rostrum\/rostrum\.tar/;
/** One embedded server stands for the PostgreSQL of both machines. */
const CONNECTIONS = 160;
const ADMIN_TOKEN = "admin-token-of-a-test";

const opened = new AsyncDisposableStack();
after(() => opened.disposeAsync());
const folder = opened.use(await temporaryFolder());
const database = opened.use(await startEmbedded({ dataDirectory: join(folder.path, "postgres"), log: () => {}, connections: CONNECTIONS }));
const store = opened.use(await testStore());
const shared = {
  ...store.environment,
  DATABASE_URL: database.url,
  ROSTRUM_SECRET_KEY: randomBytes(32).toString("base64"),
  ROSTRUM_ADMIN_TOKEN: ADMIN_TOKEN,
  ROSTRUM_DEMO: "0",
  // For the demo's channels: on an own PostgreSQL they are off unless set.
  ROSTRUM_SANDBOX: "1",
};

/** Starts the process of a block's first line, and runs its second line with `--to` or `--from` a file of the test. */
async function follow(lines: readonly string[], start: (role: Role) => Promise<Running>): Promise<Running> {
  const [serve = "", command = "", ...rest] = lines.map((line) => line.replace(/^npx /, ""));
  assert.deepEqual(rest, []);
  const [, role] = /^rostrum serve --role (api|worker)$/.exec(serve) ?? [];
  const service = opened.use(await start(role as Role));
  const words = command.replace(BACKUP, join(folder.path, "rostrum.tar")).split(" ").slice(1);
  const { code, out, err } = await service.rostrum(words);
  assert.equal(code, 0, `${out}\n${err}`);
  return service;
}

// biome-ignore lint/suspicious/noExplicitAny: replies of every form
type Body = any;

let key = "";
async function api(service: Running, method: string, path: string, body?: unknown): Promise<Body> {
  const { status, body: reply } = await call(`${service.url}/v1/brands/1${path}`, method, key, body);
  assert.ok(status < 300, `${method} ${path}: ${status} ${JSON.stringify(reply)}`);
  return reply.data;
}

/** Of the demo's channels, those that take a text alone. */
const TYPES = ["Mastodon", "Bluesky", "Telegram"];
const ENDS = ["PUBLISHED", "SENT", "FAILED", "SKIPPED"];

/** Every entry of a post that has come to an end. */
async function ended(service: Running, postId: number): Promise<Body[]> {
  const of = (status: string) => api(service, "GET", `/published-posts?status=${status}&post_id=${postId}&per_page=100`);
  return (await Promise.all(ENDS.map(of))).flat();
}

/** What readers of the API see that does not depend on where the service is. */
async function seen(service: Running) {
  const of = async (path: string, ...names: string[]) =>
    (await api(service, "GET", path)).map((row: Body) => names.map((name) => row[name]));
  return {
    channels: await of("/channels", "id", "name", "type", "status"),
    collections: await of("/collections", "id", "title"),
    media: await of("/media", "id", "name", "size"),
  };
}

test("what one machine had goes on at two, by the commands of the page, and nothing goes out twice", async () => {
  const old = opened.use(await running());
  key = /rst_[\w-]+/.exec(old.output())?.[0] ?? "";
  const picture = await aPicture();
  const form = new FormData();
  form.set("media", new Blob([picture]), "Tart.png");
  await fetch(`${old.url}/v1/brands/1/media`, { method: "POST", headers: { Authorization: `Bearer ${key}` }, body: form });
  const { channels: all } = await seen(old);
  const channels = all.filter(([, , type]: Body) => TYPES.includes(type)).map(([id]: Body) => id);
  const { id: collectionId } = await api(old, "POST", "/collections", { title: "On the way", channels });
  const before = await seen(old);
  assert.equal(await old.stop(), 0);

  let postId = 0;
  const source = await follow(takeAlong, async (role) => {
    const service = await running({ ROSTRUM_ADMIN_TOKEN: ADMIN_TOKEN }, { role, dataDirectory: old.dataDirectory });
    const asked = { publishMode: "IMMEDIATE", caption: "On the way" };
    ({ id: postId } = await api(service, "POST", `/collections/${collectionId}/posts`, asked));
    return service;
  });
  assert.deepEqual(await ended(source, postId), []);
  assert.equal(await source.stop(), 0);

  const first = await follow(fill, (role) => running(shared, { role }));
  assert.deepEqual(await seen(first), before);
  assert.deepEqual(await ended(first, postId), []);
  assert.equal((await store.objects()).filter((name) => name.startsWith("media/")).length, before.media.length);

  const second = opened.use(await running(shared, { role: "api" }));
  // The sandbox networks that stand for the real ones are served by the first process.
  const worker = async () =>
    opened.use(
      await running({ ...shared, PORT: new URL(first.url).port, ROSTRUM_METRICS_PORT: String(await freePort()) }, { role: "worker" }),
    );
  const workers = [await worker(), await worker()];
  const entries = await eventually("the post has come to an end on all channels", async () => {
    const found = await ended(second, postId);
    return found.length < channels.length ? null : found;
  });
  assert.deepEqual(entries.map(({ channel }) => channel.id).sort(), channels.sort());
  assert.deepEqual(new Set(entries.map(({ status }) => status)), new Set(["PUBLISHED"]));

  await Promise.all([second.kill(), workers[0]?.kill()]);
  const next = await api(first, "POST", `/collections/${collectionId}/posts`, { publishMode: "IMMEDIATE", caption: "After the kill" });
  await eventually("the other worker publishes", async () => (await ended(first, next.id)).length === channels.length);
});
