import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { testDatabaseUrl } from "../../server/src/ground/database/testing.ts";
import { eventually } from "../../server/src/testing/eventually.ts";
import { freePort } from "../../server/src/testing/free-port.ts";
import { call } from "../../server/src/testing/stage.ts";
import { blocksOf } from "../documents/blocks.ts";
import { type Running, running } from "./running.ts";

// The key is changed as `docs/secret-key.md` says, while there are channels whose credentials it has sealed.

const NO_OLD = "Nothing is sealed with an old key any more.";
const ALL_CURRENT = "All secrets are sealed with the current key.";

const opened = new AsyncDisposableStack();
after(() => opened.disposeAsync());

async function keysOf(service: Running): Promise<string> {
  const { out } = await service.rostrum(["doctor", "--json"]);
  const { findings } = JSON.parse(out) as { findings: readonly { check: string; message: string }[] };
  return findings.find(({ check }) => check === "keys")?.message ?? out;
}

/** A brand with one channel, whose credentials are sealed; its posts go out at once. */
async function aBakery(service: Running) {
  const admin = async (...words: string[]) => {
    const { code, out, err } = await service.rostrum(["admin", ...words, "--json"]);
    assert.equal(code, 0, err);
    return JSON.parse(out);
  };
  await admin("users", "create", "--email", "ada@example.org", "--name", "Ada", "--verified", "true");
  const { key } = await admin("keys", "create", "--user", "ada@example.org", "--name", "script");
  const brand = await admin("brands", "create", "--owner", "ada@example.org", "--title", "Bakery");
  const channel = await admin("channels", "connect", "--brand-id", String(brand.id), "--type", "Mastodon", "--name", "bakery", "--sandbox");
  const api = async (at: Running, method: string, path: string, body?: unknown) => {
    const reply = await call(`${at.url}/v1/brands/${brand.id}${path}`, method, key, body);
    assert.ok(reply.status < 300, JSON.stringify(reply.body));
    return reply.body.data;
  };
  const { id: collectionId } = await api(service, "POST", "/collections", { title: "Bread", channels: [channel.id] });
  return {
    async publishes(at: Running, caption: string): Promise<void> {
      const { id } = await api(at, "POST", `/collections/${collectionId}/posts`, { publishMode: "IMMEDIATE", caption });
      const found = () => api(at, "GET", `/published-posts?status=PUBLISHED&post_id=${id}`);
      await eventually(`"${caption}" is published`, async () => (await found()).length === 1);
    },
  };
}

test("on one machine the commands of the page change the key, and channels go on", async () => {
  const [block] = blocksOf("docs/secret-key.md");
  const [replace = "", forget = "", ...more] = (block?.text ?? "").split("\n").filter((line) => !line.startsWith("#"));
  assert.deepEqual(more, []);
  const inDirectory = (command: string) => promisify(execFile)("/bin/sh", ["-c", command], { cwd: first.dataDirectory });
  const settings = { ROSTRUM_DEMO: "0" };
  const first = opened.use(await running(settings));
  const bakery = await aBakery(first);
  await first.stop();
  await inDirectory(replace);
  const second = opened.use(await running(settings, { dataDirectory: first.dataDirectory }));
  await bakery.publishes(second, "With both keys");
  await eventually("nothing is sealed with the old key", async () => (await keysOf(second)) === NO_OLD);
  await inDirectory(forget);
  await second.stop();
  const third = opened.use(await running(settings, { dataDirectory: first.dataDirectory }));
  assert.equal(await keysOf(third), ALL_CURRENT);
  await bakery.publishes(third, "With the new key");
  await third.stop();
});

test("while several processes run, each step replaces one after the other, and posts leave all the time", async () => {
  const database = opened.use(await testDatabaseUrl());
  const [old, next] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")];
  const shared = {
    DATABASE_URL: database.url,
    ROSTRUM_DEMO: "0",
    ROSTRUM_SANDBOX: "1",
    ROSTRUM_ADMIN_TOKEN: "admin-token-of-a-test",
  };
  const port = String(await freePort());
  // The sandbox network is the first process's; a worker finds it at the same port.
  const roles = [
    { role: "api", settings: { PORT: port } },
    { role: "worker", settings: { PORT: port, ROSTRUM_METRICS_PORT: String(await freePort()) } },
    { role: "worker", settings: { PORT: port, ROSTRUM_METRICS_PORT: String(await freePort()) } },
  ] as const;
  const start = async ({ role, settings }: (typeof roles)[number], keys: Readonly<Record<string, string>>) =>
    opened.use(await running({ ...shared, ...settings, ...keys }, { role }));
  const processes: Running[] = [];
  for (const one of roles) processes.push(await start(one, { ROSTRUM_SECRET_KEY: old }));
  const [api] = processes as [Running, ...Running[]];
  const bakery = await aBakery(api);
  const steps = [
    { ROSTRUM_SECRET_KEY: old, ROSTRUM_NEXT_SECRET_KEY: next },
    { ROSTRUM_SECRET_KEY: next, ROSTRUM_OLD_SECRET_KEYS: old },
    { ROSTRUM_SECRET_KEY: next },
  ];
  for (const [step, keys] of steps.entries()) {
    for (const [index, one] of roles.entries()) {
      await processes[index]?.stop();
      processes[index] = await start(one, keys);
      await bakery.publishes(processes[0] as Running, `Step ${step + 1}, process ${index + 1}`);
    }
    if (step === 1) await eventually("nothing is sealed with the old key", async () => (await keysOf(processes[0] as Running)) === NO_OLD);
  }
  assert.equal(await keysOf(processes[0] as Running), ALL_CURRENT);
});
