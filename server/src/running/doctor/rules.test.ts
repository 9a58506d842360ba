import assert from "node:assert/strict";
import { test } from "node:test";
import { addSeconds, type Instant, toInstant } from "@rostrum/contract/formats.ts";
import { judgeSchema, judgeServer } from "./database-rules.ts";
import {
  judgeAddress,
  judgeBackups,
  judgeClock,
  judgeHeardClock,
  judgeMedia,
  judgeSettings,
  judgeSpace,
  judgeStranger,
  judgeTraces,
} from "./rules.ts";
import { judgeEvents, judgeKeys, judgeMail, judgeWork } from "./work-rules.ts";

const NOW = toInstant("2026-11-21T03:00:00Z");
const GIBIBYTE = 2 ** 30;

function ago(seconds: number): Instant {
  return addSeconds(NOW, -seconds);
}

test("settings contradict each other where a proxy is not trusted, a key is not shared, or accounts need mail", () => {
  const base = { publicUrl: "http://127.0.0.1:4000", databaseUrl: null, secretKey: null, trustProxy: [], signUp: false, mail: null };
  const levels = (change: Partial<Parameters<typeof judgeSettings>[0]>) => judgeSettings({ ...base, ...change }).map(({ level }) => level);
  assert.deepEqual(levels({}), ["ok"]);
  assert.deepEqual(levels({ publicUrl: "https://rostrum.example" }), ["warning"]);
  assert.deepEqual(levels({ publicUrl: "https://rostrum.example", trustProxy: ["127.0.0.1/32"] }), ["ok"]);
  assert.deepEqual(levels({ databaseUrl: "postgres://db/rostrum" }), ["warning"]);
  assert.deepEqual(levels({ databaseUrl: "postgres://db/rostrum", secretKey: "k" }), ["ok"]);
  assert.deepEqual(levels({ signUp: true }), ["warning"]);
  assert.deepEqual(levels({ signUp: true, mail: {} }), ["ok"]);
});

test("a public address must be https and lead here; that the service cannot reach it may be the network's fault", () => {
  const level = (publicUrl: string, reply: Parameters<typeof judgeAddress>[0]["reply"], isPrivate = false) =>
    judgeAddress({ publicUrl, isPrivate, reply }).level;
  const itself = { kind: "itself" } as const;
  assert.equal(level("https://rostrum.example", itself), "ok");
  assert.equal(level("http://rostrum.example", itself), "fault");
  assert.equal(level("http://127.0.0.1:4000", itself, true), "ok");
  assert.equal(level("https://rostrum.example", { kind: "other", status: 502 }), "fault");
  assert.equal(level("https://rostrum.example", { kind: "none", reason: "timeout" }), "warning");
});

test("a clock that differs from the networks' is a fault above half a minute, and nothing is said while nobody has answered", () => {
  const levels = (seconds: number | null) => judgeHeardClock(seconds).map(({ level }) => level);
  assert.deepEqual([levels(null), levels(2), levels(-30), levels(31)], [[], ["ok"], ["warning"], ["fault"]]);
  assert.deepEqual(
    judgeHeardClock(-120).map(({ message }) => message),
    ["The service's clock is 2 minutes behind those of the networks that answer it."],
  );
});

test("media that cannot be kept are a fault, and a slow store is worth a look", () => {
  const place = { bucket: "bakery", url: "https://s3.example" };
  const level = (trouble: string | null, milliseconds: number) => judgeMedia({ place, trouble, milliseconds }).level;
  assert.deepEqual([level(null, 2000), level(null, 2001), level("no", 1)], ["ok", "warning", "fault"]);
  assert.match(
    judgeMedia({ place: null, trouble: "ENOSPC: no space left on device", milliseconds: 1 }).message,
    /in the data directory: ENOSPC/,
  );
});

test("the database is too old below 15, and slow above 50 ms", () => {
  const level = (version: string, milliseconds: number) => judgeServer({ version, milliseconds, isEmbedded: false }).level;
  assert.deepEqual([level("14.9", 1), level("15.0", 1), level("18.4", 51)], ["fault", "ok", "warning"]);
});

test("clocks may differ by two seconds, and are wrong after thirty", () => {
  assert.deepEqual(
    [0, -2, 3, -30, 31].map((seconds) => judgeClock(seconds).level),
    ["ok", "ok", "warning", "warning", "fault"],
  );
});

test("a schema that is older or newer than the program is a fault", () => {
  assert.deepEqual(
    [30, 31, 32].map((applied) => judgeSchema({ applied, known: 31 }).level),
    ["fault", "ok", "fault"],
  );
});

test("a disk is nearly full below 5 GiB and 15 %, and full below 1 GiB", () => {
  const level = (free: number, size: number) => judgeSpace({ freeBytes: free * GIBIBYTE, sizeBytes: size * GIBIBYTE }, "/data").level;
  assert.deepEqual([level(50, 100), level(4, 10), level(4, 100), level(0.9, 1)], ["ok", "ok", "warning", "fault"]);
  assert.equal(judgeSpace(null, "/data").level, "fault");
});

test("what is due is late after two minutes; it is stuck after a quarter of an hour, or at once if no worker takes it", () => {
  const work = { due: 0, oldestDueAt: null, duePosts: 0, oldestPostAt: null, oldestSlotAt: null, unknown: 0 };
  const level = (change: Partial<Parameters<typeof judgeWork>[0]>) => judgeWork({ ...work, ...change }, NOW).level;
  assert.equal(level({}), "ok");
  assert.equal(level({ due: 3, oldestDueAt: ago(120) }), "ok");
  assert.equal(level({ due: 3, oldestDueAt: ago(121) }), "warning");
  assert.equal(level({ due: 3, oldestDueAt: ago(901) }), "fault");
  assert.equal(level({ duePosts: 1, oldestPostAt: ago(121) }), "fault");
  assert.equal(level({ oldestSlotAt: ago(121) }), "fault");
});

test("mail is late after ten minutes, unless none is sent at all", () => {
  assert.equal(judgeMail({ isSet: true, waiting: 1, oldestAt: ago(600) }, NOW).level, "ok");
  assert.equal(judgeMail({ isSet: true, waiting: 1, oldestAt: ago(601) }, NOW).level, "fault");
  assert.equal(judgeMail({ isSet: false, waiting: 1, oldestAt: ago(9000) }, NOW).level, "ok");
});

test("events that do not leave are a fault after ten minutes; receivers that fail deserve a look", () => {
  const told = (failing: number, way: "webhook" | "notification", waiting: number, oldestDueAt: Instant | null) =>
    judgeEvents(
      { webhooks: failing === 0 ? [] : [{ status: "FAILING", count: failing }], events: [{ way, waiting, oldestDueAt }] },
      NOW,
    ).map(({ level, message }) => `${level}: ${message}`);
  assert.deepEqual(told(0, "webhook", 5, ago(600)), ["ok: Events reach webhooks and people."]);
  assert.deepEqual(told(0, "notification", 3, null), ["ok: Events reach webhooks and people."]);
  assert.deepEqual(told(1, "webhook", 2, ago(1200)), [
    "fault: 2 events have not left; the oldest that is due waits for 20 minutes.",
    "warning: 1 webhook cannot deliver.",
  ]);
  assert.deepEqual(told(0, "notification", 1, ago(601)), [
    "fault: 1 notification has not left; the oldest that is due waits for 10 minutes.",
  ]);
});

test("an old key is needed until nothing is sealed with it, and a key that nobody knows is wrong", () => {
  const told = (oldKeys: number, old: number, unknown: number) => {
    const { level, message, advice } = judgeKeys({ oldKeys, lasting: 3, old, unknown });
    return `${level}: ${message} ${advice}`;
  };
  assert.match(told(0, 0, 0), /^ok: All secrets are sealed with the current key\./);
  assert.match(told(1, 2, 0), /^warning: 2 secrets of 5 are still sealed with an old key\. .*The old key is still needed\.$/);
  assert.match(told(1, 0, 0), /^warning: Nothing is sealed with an old key any more\. .*remove ROSTRUM_OLD_SECRET_KEYS/);
  assert.match(told(1, 2, 1), /^fault: 1 secret of 6 cannot be opened/);
});

test("who is not the service is told to look as the service, not to change the owner", () => {
  const { level, message, advice } = judgeStranger({ path: "/var/lib/rostrum", owner: 998 });
  assert.deepEqual([level, message], ["warning", "/var/lib/rostrum belongs to another user (998), so that little can be said of it."]);
  assert.match(advice ?? "", /sudo -u/);
});

test("a backup is old after a week", () => {
  const kept = (days: number) => judgeBackups({ keptAt: ago(days * 86_400), recordedAt: null }, NOW);
  assert.deepEqual([kept(1).level, kept(8).level], ["ok", "warning"]);
});

test("a backup that was put elsewhere counts by the history, the newest of both", () => {
  const elsewhere = judgeBackups({ keptAt: ago(8 * 86_400), recordedAt: ago(2 * 86_400) }, NOW);
  assert.deepEqual([elsewhere.level, elsewhere.message], ["ok", "The last backup is 2 days old."]);
  assert.equal(judgeBackups({ keptAt: null, recordedAt: ago(2 * 86_400) }, NOW).level, "ok");
  assert.equal(judgeBackups({ keptAt: null, recordedAt: null }, NOW).level, "warning");
  assert.match(judgeBackups({ keptAt: ago(86_400), recordedAt: ago(86_401) }, NOW).message, /^The last backup in the data directory/);
});

test("a collector of traces is fine if it takes them; otherwise the advice names the setting", () => {
  const judged = (reply: NonNullable<Parameters<typeof judgeTraces>[0]>["reply"], lost = 0) =>
    judgeTraces({ endpoint: "http://10.1.2.3:4318/v1/traces", reply, lost });
  assert.deepEqual([judgeTraces(null).level, judgeTraces(null).message], ["ok", "No traces are kept."]);
  assert.equal(judged({ kind: "answered", status: 200 }).message, "The collector at http://10.1.2.3:4318/v1/traces answers.");
  assert.match(judged({ kind: "answered", status: 200 }, 7).message, / 7 spans have been lost since the service started\.$/);
  assert.match(judged({ kind: "answered", status: 403 }).advice ?? "", /_HEADERS/);
  assert.match(judged({ kind: "answered", status: 404 }).advice ?? "", /_ENDPOINT/);
  assert.match(judged({ kind: "none", reason: "ECONNREFUSED" }).message, /does not answer: ECONNREFUSED/);
});
