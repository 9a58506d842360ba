import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { openAccount } from "../../brands/channels/account.ts";
import { one, query } from "../../ground/database/query.ts";
import { temporaryFolder } from "../../ground/database/testing.ts";
import { createSecrets } from "../../ground/secrets/seal.ts";
import { eventually } from "../../testing/eventually.ts";
import { type OperatorService, operatorService } from "../../testing/operator.ts";
import { storedBytes } from "../../testing/stored.ts";
import { type Demo, makeDemo } from "../demo/make.ts";
import { ENTRY } from "./manifest.ts";
import { fillArchive } from "./save.ts";

const folder = await temporaryFolder();
const service = await operatorService();
after(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});
const demo = (await makeDemo(service.app)) as Demo;
const media = randomBytes(300_000);
await addMedia("ab12cd34", media);
// Larger than one part of the archive as COPY text.
await query(service.app.db, {
  text: "insert into sandbox_files (network, id, bytes) values ('mastodon', 'large', $1)",
  values: [randomBytes(5_000_000)],
});
const archive = join(folder.path, "whole.tar");

test("a backup that cannot be written ends at once, and leaves no connection that still copies a table", async () => {
  const written: string[] = [];
  const add = async (name: string) => {
    written.push(name);
    if (name === `${ENTRY.tables}sandbox_files/0`) throw new Error("the disk is full");
  };
  const sink = { add, addStream: async () => {}, digest: () => "" };
  await assert.rejects(fillArchive(service.app, sink), /the disk is full/);
  assert.ok(written.length > 1);
  const copying = "select from pg_stat_activity where datname = current_database() and query like 'copy %' and state <> 'idle'";
  await eventually("no table is being copied", async () => (await query(service.app.db, { text: copying })).length === 0);
});

const backup = (to: string) => service.admin("POST", "/backup", { to });
const restore = (into: OperatorService, from: string) => into.admin("POST", "/restore", { from });
const done = { status: 200, body: { status: "success", data: {} } };

async function addMedia(key: string, bytes: Buffer): Promise<void> {
  const { app } = service;
  const path = join(app.storage.incoming, key);
  await writeFile(path, bytes);
  await app.storage.adopt(key, path);
  await query(app.db, {
    text: `insert into media (id, brand_id, name, mime, size_bytes, sha256, storage_key, created_at, updated_at)
           values ('m1', $1, 'photo.jpg', 'image/jpeg', $2, 'x', $3, $4, $4)`,
    values: [demo.brandId, bytes.length, key, app.clock.now()],
  });
}

/** Every row of every table as text, without sealed values, which differ by nonce. */
async function contents({ app }: OperatorService): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string }>(app.db, {
    text: "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('schema_migrations', 'rate_limits') and relname !~ '_(changes|totals|sums)$'",
  });
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await query<{ row: string }>(app.db, {
      // What backups and restoring write into the trail comes after the snapshot.
      text: `select (to_jsonb(t) - 'credentials' - 'secret')::text as row from ${name} t where to_jsonb(t) ->> 'action' is null
               or to_jsonb(t) ->> 'action' not like 'backup.%' order by 1`,
    });
    found[name] = rows.map(({ row }) => row);
  }
  for (const [name, text] of Object.entries(TOTALS)) {
    const rows = await query<{ row: string }>(app.db, { text: `select to_jsonb(t)::text as row from (${text}) t order by 1` });
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

/** What lists say of their totals: some of it may have been summed already. */
const TOTALS = {
  "totals of entries": `select brand_id, status, collection_id, channel_id, post_type, sum(n) from (
      select brand_id, status, collection_id, channel_id, post_type, entries n from listed_totals
      union all select brand_id, status, collection_id, channel_id, post_type, change from listed_changes
    ) own group by 1, 2, 3, 4, 5 having sum(n) <> 0`,
};

async function isEmpty({ app }: OperatorService): Promise<boolean> {
  const rows = await query(app.db, { text: "select id::text from users union all select id from media" });
  return rows.length === 0;
}

test("Restoring a backup into an empty service gives it the same rows, media and sequences, with secrets sealed under the new key", async () => {
  assert.deepEqual(await backup(archive), done);
  assert.equal((await stat(archive)).mode & 0o777, 0o600);
  await using target = await operatorService();
  assert.deepEqual(await restore(target, archive), done);
  const restored = await contents(target);
  assert.deepEqual(restored, await contents(service));
  // What both lack would be alike too.
  for (const table of ["users", "brands", "channels", "posts", "media", "sandbox_files"])
    assert.ok((restored[table] ?? []).length > 0, table);
  assert.deepEqual(await storedBytes(target.app.storage, "ab12cd34"), media);
  const channel = (service: OperatorService) =>
    one<Parameters<typeof openAccount>[1]>(service.app.db, {
      text: `select id, type, sandbox, remote_id as "remoteId", handle, credentials, settings, grant_id as "grantId", preferences, account_preferences as "accountPreferences" from channels order by id limit 1`,
    });
  const before = await channel(service);
  const after = await channel(target);
  assert.notEqual(after.credentials, before.credentials);
  const { signal } = new AbortController();
  const { credentials } = await openAccount(target.app, after, signal);
  assert.ok(
    Object.values(credentials ?? {}).some((value) => typeof value === "string" && value.length > 10),
    "no secret is stored",
  );
  assert.deepEqual(credentials, (await openAccount(service.app, before, signal)).credentials);
  await assert.rejects(openAccount(service.app, after, signal));
  const made = await target.admin("POST", "/users", { name: "Next", email: "next@example.org" });
  assert.equal(made.status, 200);
});

test("A service that has users refuses and stays unchanged", async () => {
  const before = await contents(service);
  const sentence = "This service already has users. Restore into an empty one, started with ROSTRUM_DEMO=0.";
  assert.deepEqual(await restore(service, archive), {
    status: 409,
    body: { status: "error", message: sentence, errors: { from: sentence } },
  });
  assert.deepEqual(await contents(service), before);
});

test("A truncated archive restores nothing, wherever it is cut", async () => {
  await using target = await operatorService();
  const whole = await readFile(archive);
  for (const part of [0.2, 0.5, 0.9]) {
    const path = join(folder.path, `cut-${part}.tar`);
    await writeFile(path, whole);
    // Tar has 512-byte blocks; a cut between two of them looks like the end.
    await truncate(path, Math.floor((whole.length * part) / 512) * 512);
    assert.equal((await restore(target, path)).status, 422);
    assert.equal(await isEmpty(target), true);
  }
  assert.deepEqual(await restore(target, archive), done);
});

test("A file that is not an archive, is missing or is of another version gives 422 with a clear message", async () => {
  await using target = await operatorService();
  const refusal = async (from: string) => ((await restore(target, from)).body as { errors: { from: string } }).errors.from;
  const text = join(folder.path, "text.tar");
  await writeFile(text, "x".repeat(2000));
  assert.match(await refusal(text), /not an archive/);
  assert.match(await refusal(join(folder.path, "nowhere.tar")), /^The archive cannot be read: ENOENT/);
  await query(target.app.db, { text: "update schema_migrations set sha256 = 'other' where number = 1" });
  assert.match(await refusal(archive), /another version/);
});

test("A backup never overwrites a file, and reports a missing folder", async () => {
  const refusal = async (to: string) => {
    const { status, body } = await backup(to);
    assert.equal(status, 422);
    return (body as { errors: { to: string } }).errors.to;
  };
  const before = await readFile(archive);
  assert.match(await refusal(archive), /^The archive cannot be written: EEXIST/);
  assert.deepEqual(await readFile(archive), before);
  assert.match(await refusal(join(folder.path, "nowhere", "x.tar")), /^The archive cannot be written: ENOENT/);
  const sentence = "The to field must be an absolute path.";
  assert.deepEqual(await backup("x.tar"), { status: 422, body: { message: sentence, errors: { to: [sentence] } } });
});

test("With a key from the environment the archive has none, and another key restores nothing", async () => {
  const key = randomBytes(32).toString("base64");
  await using source = await operatorService({ ROSTRUM_SECRET_KEY: key });
  await makeDemo(source.app);
  const path = join(folder.path, "keyless.tar");
  assert.deepEqual(await source.admin("POST", "/backup", { to: path }), done);
  assert.equal((await readFile(path)).includes(key), false);
  await using stranger = await operatorService();
  assert.match(((await restore(stranger, path)).body as { errors: { from: string } }).errors.from, /sealed with a different key/);
  assert.equal(await isEmpty(stranger), true);
  await using friend = await operatorService({ ROSTRUM_SECRET_KEY: key });
  assert.deepEqual(await restore(friend, path), done);
});

test("What the service itself could not open any more is restored as it is, beside everything else", async () => {
  await using source = await operatorService();
  const { db } = source.app;
  await makeDemo(source.app);
  const sealed = async ({ app }: OperatorService) =>
    query<{ id: number; credentials: string }>(app.db, {
      text: "select id, credentials from channels where credentials is not null order by id",
    });
  const [first, second] = await sealed(source);
  assert.ok(first !== undefined && second !== undefined);
  const strange = createSecrets(randomBytes(32)).seal("{}", `channels.credentials:${first.id}`);
  await query(db, { text: "update channels set credentials = $2 where id = $1", values: [first.id, strange] });
  const path = join(folder.path, "strange.tar");
  assert.deepEqual(await source.admin("POST", "/backup", { to: path }), done);
  await using target = await operatorService();
  assert.deepEqual(await restore(target, path), done);
  const restored = new Map((await sealed(target)).map(({ id, credentials }) => [id, credentials]));
  assert.equal(restored.get(first.id), strange);
  const place = `channels.credentials:${second.id}`;
  assert.equal(target.app.secrets.open(restored.get(second.id) ?? "", place), source.app.secrets.open(second.credentials, place));
});
