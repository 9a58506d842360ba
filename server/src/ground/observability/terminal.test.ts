import assert from "node:assert/strict";
import { test } from "node:test";
import { createLog, type Log } from "./log.ts";
import { terminalLog } from "./terminal.ts";

/** The lines as shown to people, with `[time]` for times. */
async function shown(write: (log: Log) => void, colours = false): Promise<string[]> {
  const pieces: string[] = [];
  const output = { write: (piece: string) => pieces.push(piece) };
  write(createLog("debug", { terminal: await terminalLog({ output, colours }) }));
  return pieces
    .join("")
    .replace(/\[\d{2}:\d{2}:\d{2}\]/g, "[time]")
    .trimEnd()
    .split("\n");
}

test("a line has its time, its level, what happened and the facts of it, and no JSON", async () => {
  const lines = await shown((log) => {
    log.info({ event: "database.started", pid: 12, directory: "/data/postgres" });
    log.warn({ event: "brand is full", automation: 3, brand: 1, name: "Bakery" });
    log.info({ event: "database.stopped" });
  });
  assert.deepEqual(lines, [
    "[time] INFO: database.started: pid 12, directory /data/postgres",
    "[time] WARN: brand is full: automation 3, brand 1, name Bakery",
    "[time] INFO: database.stopped",
  ]);
});

test("a request reads as one", async () => {
  const request = { event: "request", id: "r", method: "GET", path: "/v1/me", status: 200, ms: 3 };
  assert.deepEqual(await shown((log) => log.debug(request)), ["[time] DEBUG: GET /v1/me 200 (3 ms)"]);
});

test("an error is one line: its kind, its words, its code, its cause and where it was thrown", async () => {
  const cause = Object.assign(new Error("refused\nby the host"), { code: "ECONNREFUSED" });
  const lines = await shown((log) => log.error({ event: "engine trouble", part: "clock", err: new TypeError("no answer", { cause }) }));
  assert.equal(lines.length, 1);
  assert.match(
    lines[0] ?? "",
    /^\[time\] ERROR: engine trouble: part clock, TypeError: no answer, because Error: refused by the host \(ECONNREFUSED\), at .*terminal\.test\.ts:\d+:\d+$/,
  );
});

test("secrets do not reach the terminal either", async () => {
  const lines = await shown((log) =>
    log.info({ event: "seen", credentials: { a: "s-123" }, accessToken: "s-123", words: "Bearer s-1234567" }),
  );
  assert.doesNotMatch(lines.join("\n"), /s-123/);
});

test("where a terminal has colours, the level has one", async () => {
  const [line = ""] = await shown((log) => log.info({ event: "seen" }), true);
  assert.ok(line.includes("\u001b[32mINFO\u001b[39m"), JSON.stringify(line));
});
