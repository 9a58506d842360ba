import assert from "node:assert/strict";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Finding } from "@rostrum/contract/private/doctor.ts";
import { readConfig } from "../../ground/config.ts";
import { temporaryFolder, testDatabaseUrl } from "../../ground/database/testing.ts";
import { openStorage } from "../../ground/storage/open.ts";
import { aPlace, aPost, must } from "../../testing/builders.ts";
import { aFault } from "../../testing/faults.ts";
import { testStore } from "../../testing/s3.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { examineLocally } from "./local.ts";
import { examineMedia } from "./media.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());

async function examined(): Promise<readonly Finding[]> {
  return (await must(stage.admin("GET", "/examination"))).findings;
}

function of(findings: readonly Finding[], check: string): readonly Finding[] {
  return findings.filter((finding) => finding.check === check);
}

test("a service at rest has a finding for everything that is looked at, and each that is not fine says what to do", async () => {
  const findings = await examined();
  const checks = [...new Set(findings.map(({ check }) => check))].sort();
  const all =
    "address automations backups channels clock data database deliveries disk events ffmpeg keys mail media networks outcomes schema service settings traces";
  assert.deepEqual(checks, all.split(" "));
  for (const { level, message, advice } of findings) {
    assert.match(message, /\.$/);
    assert.equal(advice === null, level === "ok", message);
  }
  for (const check of ["schema", "deliveries", "outcomes", "channels", "networks", "automations", "events", "mail", "keys"])
    assert.deepEqual(
      of(findings, check).map(({ level }) => level),
      ["ok"],
      check,
    );
  // A busy machine may answer slowly, which is a warning.
  for (const check of ["address", "database", "media"]) assert.notEqual(of(findings, check)[0]?.level, "fault");
});

test("a clock that differs from the database's is a fault", async () => {
  const [clock] = of(await examined(), "clock");
  assert.equal(clock?.level, "fault");
  assert.match(clock.message, /^The database's clock is \d+ \w+ (ahead of|behind) the service's\.$/);
});

test("what no worker takes up, what lost its access, and what nobody knows, is told with its way out", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon"] });
  await aFault(stage, { network: "mastodon", kind: "revoked", requests: "all", count: 2 });
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  await aPost(place, { publishMode: "IMMEDIATE", caption: "Waits" });
  stage.pass(300);
  const findings = await examined();
  const [deliveries] = of(findings, "deliveries");
  assert.deepEqual(
    [deliveries?.level, deliveries?.message],
    ["fault", "No worker has taken up what is due for 5 minutes, 1 post among it."],
  );
  const [channels] = of(findings, "channels");
  assert.match(channels?.message ?? "", /^1 channel has lost access: Mastodon \w+ on Mastodon \(Bakery\)\.$/);
  await stage.settle();
});

test("a clock that differs from those of the networks that answer is told", async () => {
  const now = Date.now();
  const headers = { date: new Date(now + 120_000).toUTCString() };
  for (const host of ["one.example", "two.example"]) stage.app.heardClocks.hear({ host, headers, askedAt: now, answeredAt: now });
  const [, networks] = of(await examined(), "clock");
  assert.equal(networks?.level, "fault");
  assert.match(networks.message, /^The service's clock is 2 minutes behind those of the networks that answer it\.$/);
});

test("media are stored, read and deleted once, where the settings say; a store that refuses one of these is a fault", async () => {
  await using folder = await temporaryFolder();
  await using store = await testStore();
  const config = readConfig({ ROSTRUM_DATA_DIR: folder.path, ...store.environment });
  const storage = await openStorage(config);
  const before = await store.objects();
  const fine = await examineMedia({ storage, config });
  assert.notEqual(fine.level, "fault");
  assert.match(fine.message, /^A file was stored in the bucket bakery at http:\/\/127\.0\.0\.1:\d+, read and deleted within \d+ ms\.$/);
  assert.deepEqual(await store.objects(), before);
  for (const method of ["PUT", "GET", "DELETE"]) {
    store.before = (request) => (request.startsWith(method) ? 403 : undefined);
    const refused = await examineMedia({ storage, config });
    assert.equal(refused.level, "fault", method);
    assert.match(refused.message, /^Media cannot be kept in the bucket bakery at \S+: The media store failed: .*403.*\.$/);
  }
});

test("secrets that others can read, and a folder that others can write to, are faults", async () => {
  const { dataDirectory } = stage.app.config;
  await chmod(join(dataDirectory, "secret-key"), 0o644);
  const found = of(await examined(), "data");
  await chmod(join(dataDirectory, "secret-key"), 0o600);
  assert.deepEqual(
    found.map(({ level, message }) => [level, message]),
    [["fault", `Other users of this machine may read ${join(dataDirectory, "secret-key")}.`]],
  );
});

test("without the service, settings that are wrong are named one by one", async () => {
  const findings = await examineLocally({ PORT: "x", ROSTRUM_SMTP_URL: "smtp://mail.example.org" });
  assert.deepEqual(
    findings.map(({ level, message }) => [level, message]),
    [
      ["fault", "PORT: must be a port number"],
      ["fault", "ROSTRUM_MAIL_FROM: must be set too, because the other mail setting is"],
    ],
  );
});

test("without the service, the database is asked directly if it is not the service's own", async () => {
  await using folder = await temporaryFolder();
  await using database = await testDatabaseUrl();
  const settings = { ROSTRUM_DATA_DIR: folder.path, PATH: "", ROSTRUM_SECRET_KEY: Buffer.alloc(32).toString("base64") };
  const fine = await examineLocally({ ...settings, DATABASE_URL: database.url });
  assert.deepEqual(
    ["clock", "schema"].map((check) => of(fine, check)[0]?.level),
    ["ok", "ok"],
  );
  assert.match(of(fine, "database")[0]?.message ?? "", /^PostgreSQL \d\S+ (answers within|takes) \d+ ms/);
  assert.equal(of(fine, "ffmpeg")[0]?.level, "warning");
  const [away] = of(await examineLocally({ ...settings, DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" }), "database");
  assert.equal(away?.level, "fault");
  assert.match(away.message, /^The database does not answer: .+\.$/);
});

test("a backup that was made to another place is known by the history, so that nobody is warned", async () => {
  const backups = async () => of(await examined(), "backups").map(({ level, message }) => ({ level, message }));
  assert.deepEqual(await backups(), [{ level: "warning", message: "There is no backup in the data directory." }]);
  await using elsewhere = await temporaryFolder();
  await must(stage.admin("POST", "/backup", { to: join(elsewhere.path, "today.tar") }));
  stage.pass(2 * 86_400);
  assert.deepEqual(await backups(), [{ level: "ok", message: "The last backup is 2 days old." }]);
});

test("without the service, a data directory without a database is told, and how old the last backup is", async () => {
  await using folder = await temporaryFolder();
  const settings = { ROSTRUM_DATA_DIR: folder.path };
  const empty = await examineLocally(settings);
  assert.deepEqual(
    [of(empty, "database")[0]?.level, of(empty, "backups")[0]?.message],
    ["warning", "There is no backup in the data directory."],
  );
  await mkdir(join(folder.path, "postgres/cluster"), { recursive: true });
  await mkdir(join(folder.path, "backups"));
  await writeFile(join(folder.path, "before-0049-20261121T090000000Z.tar"), "");
  assert.equal(of(await examineLocally(settings), "backups")[0]?.level, "warning");
  await writeFile(join(folder.path, "backup-2026-11-21.tar"), "");
  const used = await examineLocally(settings);
  assert.deepEqual([of(used, "database")[0]?.level, of(used, "backups")[0]?.level], ["ok", "ok"]);
  assert.match(of(used, "backups")[0]?.message ?? "", /^The last backup in the data directory is \d+ \w+ old\.$/);
});
