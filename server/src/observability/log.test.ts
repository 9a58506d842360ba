import assert from "node:assert/strict";
import { test } from "node:test";
import { createLog, type Log } from "./log.ts";

/** The contents of one log line. */
function logged(write: (log: Log) => void): Record<string, unknown> {
  const lines: string[] = [];
  write(createLog("info", { destination: { write: (line: string) => void lines.push(line) } }));
  assert.equal(lines.length, 1);
  return JSON.parse(lines[0] ?? "");
}

test("an error is logged with its type, message, code, stack and causes, and none of its other properties", () => {
  const cause = Object.assign(new Error("the socket was closed"), { code: "ECONNRESET" });
  const error = Object.assign(new TypeError("no answer", { cause }), { client: { connection: { secretKey: 1 } } });
  const { err } = logged((log) => log.error({ event: "trouble", err: error })) as { err: Record<string, unknown> };
  assert.deepEqual(Object.keys(err).sort(), ["cause", "message", "stack", "type"]);
  assert.equal(err.type, "TypeError");
  assert.equal(err.message, "no answer");
  const inner = err.cause as Record<string, unknown>;
  assert.deepEqual([inner.message, inner.code], ["the socket was closed", "ECONNRESET"]);
});

test("circular causes are cut off", () => {
  const error = new Error("first");
  error.cause = new Error("second", { cause: error });
  assert.match(JSON.stringify(logged((log) => log.error({ err: error }))), /first.*second.*first/);
});

test("a thrown value that is not an error is logged as text", () => {
  assert.deepEqual(logged((log) => log.error({ err: "gone" })).err, { type: "string", message: "gone" });
});

test("secrets do not reach the log, neither by their names nor in free text", () => {
  const line = JSON.stringify(
    logged((log) => log.info({ account: { accessToken: "t-1234567890" }, message: "sent Bearer abcdefghijkl with rst_abcdefghijkl" })),
  );
  assert.doesNotMatch(line, /t-1234567890|abcdefghijkl/);
});

test("of API keys and OAuth tokens and codes, the log keeps only the prefix", () => {
  const secret = "abcdefghijklmnop";
  const line = logged((log) => log.info({ message: ["rst", "rtt", "rtr", "rtc"].map((kind) => `${kind}_${secret}`).join(" ") }));
  assert.equal(line.message, "rst_[secret] rtt_[secret] rtr_[secret] rtc_[secret]");
});

test("what carries the name of a secret does not reach the log, in JSON inside of a text neither, and the line stays JSON", () => {
  const reply = JSON.stringify({ id: 1, refresh_token: "r-123", scope: "all" });
  const line = logged((log) => log.info({ message: `the answer was ${reply}`, sessionToken: "s-123", query: "a=1&client_secret=c-123" }));
  assert.doesNotMatch(JSON.stringify(line), /[rsc]-123/);
  assert.match(String(line.message), /^the answer was \{"id":1,"refresh_token":"\[secret\]/);
  assert.deepEqual([line.sessionToken, line.query], ["[secret]", "a=1&client_secret=[secret]"]);
});
