import assert from "node:assert/strict";
import { test } from "node:test";
import { addSeconds, type Instant, toInstant } from "@rostrum/contract/formats.ts";
import type { DigestTime } from "@rostrum/contract/private/notifications.ts";
import { judgeChat, MAILS_PER_HOUR, mailAllowedAt, nextDigestAt } from "./rules.ts";

const daily = (hour: number): DigestTime => ({ every: "DAY", day: "MON", hour });

function digests(time: DigestTime, from: string, zone: string, count: number): string[] {
  const all: Instant[] = [];
  for (let now = toInstant(from); all.length < count; now = all.at(-1) ?? now) all.push(nextDigestAt(time, now, zone));
  return all.map((at) => at.slice(0, 16));
}

test("a daily digest keeps its hour by the clock of the zone when that changes", () => {
  assert.deepEqual(digests(daily(8), "2027-03-26T12:00:00Z", "Europe/Berlin", 3), [
    "2027-03-27T07:00",
    "2027-03-28T06:00",
    "2027-03-29T06:00",
  ]);
  assert.deepEqual(digests(daily(8), "2026-10-23T12:00:00Z", "Europe/Berlin", 3), [
    "2026-10-24T06:00",
    "2026-10-25T07:00",
    "2026-10-26T07:00",
  ]);
});

test("an hour that is skipped is the one after it, and of an hour that occurs twice the first counts, once", () => {
  assert.deepEqual(digests(daily(2), "2027-03-27T12:00:00Z", "Europe/Berlin", 2), ["2027-03-28T01:00", "2027-03-29T00:00"]);
  assert.deepEqual(digests(daily(2), "2026-10-24T12:00:00Z", "Europe/Berlin", 2), ["2026-10-25T00:00", "2026-10-26T01:00"]);
});

test("a day without a midnight, or that a zone has left out, has no digest twice and none is lost", () => {
  // Clocks in Cairo go from 0:00 to 1:00; Apia had no 30 December 2011.
  assert.deepEqual(digests(daily(0), "2026-04-23T12:00:00Z", "Africa/Cairo", 2), ["2026-04-23T22:00", "2026-04-24T21:00"]);
  const apia = digests(daily(8), "2011-12-29T12:00:00Z", "Pacific/Apia", 2);
  assert.deepEqual(apia, ["2011-12-29T18:00", "2011-12-30T18:00"]);
});

test("a weekly digest comes on its day", () => {
  const weekly: DigestTime = { every: "WEEK", day: "FRI", hour: 17 };
  assert.deepEqual(digests(weekly, "2026-11-20T16:00:00Z", "Europe/Berlin", 2), ["2026-11-27T16:00", "2026-12-04T16:00"]);
  assert.deepEqual(digests(weekly, "2026-11-20T15:59:59Z", "Europe/Berlin", 1), ["2026-11-20T16:00"]);
});

test("a mail is allowed as long as fewer than the bound went out in the last hour, and then when the first of them is an hour old", () => {
  const now = toInstant("2026-11-21T09:00:00Z");
  const ago = (minutes: number) => addSeconds(now, -minutes * 60);
  const sent = Array.from({ length: MAILS_PER_HOUR }, (_, index) => ago(50 - index));
  assert.equal(mailAllowedAt(sent.slice(1), now), now);
  assert.equal(mailAllowedAt([ago(60), ...sent.slice(1)], now), now);
  assert.equal(mailAllowedAt(sent, now), addSeconds(now, 600));
});

test("a chat has taken what it answers with 2xx; what is gone stays gone; everything else is tried again, later each time", () => {
  const answer = (status: number | null, retryAfterSeconds: number | null = null) => ({ status, retryAfterSeconds });
  assert.deepEqual(judgeChat(answer(204), 1), { kind: "arrived" });
  for (const status of [404, 410]) assert.equal(judgeChat(answer(status), 1).kind, "gone");
  const waits = [1, 2, 3, 8, 20].map((tries) => judgeChat(answer(500), tries));
  assert.deepEqual(
    waits.map((verdict) => verdict.kind === "retry" && verdict.seconds),
    [30, 60, 120, 3600, 3600],
  );
  const patient = [judgeChat(answer(429, 90), 1), judgeChat(answer(429, 90_000), 1), judgeChat(answer(null), 1)];
  assert.deepEqual(
    patient.map((verdict) => verdict.kind === "retry" && verdict.seconds),
    [90, 86_400, 30],
  );
});
