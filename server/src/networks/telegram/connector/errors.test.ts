import assert from "node:assert/strict";
import { test } from "node:test";
import { toInstant } from "@rostrum/contract/formats.ts";
import type { Failure } from "./api.ts";
import { reasonOf, stopAfter, troubleAfter } from "./errors.ts";

const AT = { now: () => toInstant("2026-05-01T00:00:00Z") };
const refused = (status: number, description: string | null, retryAfterSeconds: number | null = null) =>
  ({ kind: "refused", status, description, retryAfterSeconds, migrateTo: null }) as const;

/** As the server words them: tdlib/telegram-bot-api 10.0, `Client.cpp`, read in May 2026. */
const TABLE: readonly [Failure, string][] = [
  [refused(400, "Bad Request: chat not found"), "rejected"],
  [refused(400, "Bad Request: message is too long"), "rejected"],
  [refused(400, "Bad Request: message caption is too long"), "rejected"],
  [refused(400, "Bad Request: can't parse entities"), "rejected"],
  [refused(400, "Bad Request: PHOTO_INVALID_DIMENSIONS"), "rejected"],
  [refused(400, "Bad Request: IMAGE_PROCESS_FAILED"), "rejected"],
  [refused(400, "Bad Request: message to be replied not found"), "rejected"],
  [refused(400, "Bad Request: not enough rights to send text messages to the chat"), "unauthorized"],
  [refused(400, "Bad Request: need administrator rights in the channel chat"), "unauthorized"],
  [refused(400, "Bad Request: CHAT_WRITE_FORBIDDEN"), "unauthorized"],
  [refused(400, "Bad Request: TOPIC_CLOSED"), "unauthorized"],
  [refused(401, "Unauthorized"), "unauthorized"],
  [refused(403, "Forbidden: bot was kicked from the channel chat"), "unauthorized"],
  [refused(403, "Forbidden: the group chat was deleted"), "unauthorized"],
  [refused(403, null), "busy"],
  [refused(404, "Not Found"), "unauthorized"],
  [refused(404, "Not Found: method not found"), "rejected"],
  [refused(404, null), "busy"],
  [refused(413, null), "rejected"],
  [refused(413, "Request Entity Too Large"), "rejected"],
  [refused(429, "Too Many Requests: retry after 5", 5), "busy"],
  [refused(500, "Internal Server Error"), "unknown"],
  [refused(502, null), "unknown"],
  [refused(504, null), "unknown"],
  [{ kind: "lost", reason: "timeout" }, "unknown"],
  [{ kind: "unreached", reason: "name not found" }, "busy"],
];

for (const [failure, kind] of TABLE) {
  const sign = failure.kind === "refused" ? `${failure.status} ${failure.description ?? "from a front end"}` : failure.kind;
  test(`${sign} is ${kind}`, () => assert.equal(troubleAfter(failure, AT).kind, kind));
}

test("a failed request that changes nothing is never unknown", () => {
  for (const [failure] of TABLE) assert.notEqual(stopAfter(failure, AT).kind, "unknown");
});

test("a rate limit is waited out for one second longer than given, by default half a minute", () => {
  const wait = (seconds: number | null) => {
    const outcome = troubleAfter(refused(429, "Too Many Requests", seconds), AT);
    return outcome.kind === "busy" ? outcome.retryAfterSeconds : null;
  };
  assert.deepEqual([wait(5), wait(0), wait(null)], [6, 1, 31]);
});

test("a server that is down is left alone for as long as it says, also by requests that change nothing", () => {
  const down = refused(503, null, 600);
  const reason = "Telegram: the Bot API answered with status 503";
  assert.deepEqual(troubleAfter(down, AT), { kind: "unknown", reason, retryAfterSeconds: 600 });
  assert.deepEqual(stopAfter(down, AT), { kind: "busy", reason, retryAfterSeconds: 600 });
});

test("Telegram's messages are cut and cleaned before anyone reads them", () => {
  assert.equal(reasonOf(refused(400, `a\u202e\u0000b\n${"x".repeat(500)}`)), `Telegram: a b ${"x".repeat(196)} (status 400)`);
});
