import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../../server/src/ground/database/testing.ts";
import { freePort } from "../../server/src/testing/free-port.ts";
import { type OperatorService, operatorService, TEST_ADMIN_TOKEN } from "../../server/src/testing/operator.ts";

const PROGRAM = fileURLToPath(new URL("../bin/rostrum.js", import.meta.url));

let service: OperatorService;
before(async () => {
  service = await operatorService();
});
after(() => service[Symbol.asyncDispose]());

async function doctor(url: string, words: readonly string[] = [], settings: Readonly<Record<string, string>> = {}) {
  const env = { PATH: process.env.PATH, ROSTRUM_URL: url, ROSTRUM_ADMIN_TOKEN: TEST_ADMIN_TOKEN, ...settings };
  const { promise, resolve } = Promise.withResolvers<{ code: unknown; out: string; error: string }>();
  execFile(process.execPath, [PROGRAM, "doctor", ...words], { env }, (error, out, errors) =>
    resolve({ code: error === null ? 0 : error.code, out, error: errors }),
  );
  return promise;
}

interface Report {
  readonly fine: boolean;
  readonly findings: readonly { readonly check: string; readonly level: string }[];
}

test("a service that answers is told line by line, and the exit code says whether one of them is a fault", async () => {
  const { code, out, error } = await doctor(service.url);
  const lines = out.trimEnd().split("\n");
  assert.match(lines[0] ?? "", /^✓ service: Rostrum \d+\.\d+\.\d+ has been running since .+\.$/);
  for (const line of lines) assert.match(line, /^[✓!✗] [a-z]+: \S.*\S$/);
  assert.deepEqual([code, error], [lines.some((line) => line.startsWith("✗")) ? 1 : 0, ""]);
});

test("--json prints the same as one value", async () => {
  const { code, out } = await doctor(service.url, ["--json"]);
  const { fine, findings } = JSON.parse(out) as Report;
  assert.equal(fine, !findings.some(({ level }) => level === "fault"));
  assert.equal(code, fine ? 0 : 1);
  assert.deepEqual(findings[0]?.check, "service");
});

test("where the service cannot be reached, it says so first, then what can be said on this machine, and exits with 1", async () => {
  await using folder = await temporaryFolder();
  const settings = { ROSTRUM_DATA_DIR: folder.path };
  const { code, out } = await doctor(`http://127.0.0.1:${await freePort()}`, [], settings);
  const [first = "", ...others] = out.trimEnd().split("\n");
  assert.match(first, /^✗ service: http:\/\/127\.0\.0\.1:\d+ cannot be reached: .+ This is what can be checked without it:$/);
  assert.deepEqual(
    others.map((line) => line.split(" ")[1]),
    ["settings:", "database:", "disk:", "data:", "backups:", "ffmpeg:"],
  );
  assert.equal(code, 1);
});

test("without the admin token it says what can be said without", async () => {
  await using folder = await temporaryFolder();
  const { code, out } = await doctor(service.url, ["--json"], { ROSTRUM_ADMIN_TOKEN: "", ROSTRUM_DATA_DIR: folder.path });
  const { findings } = JSON.parse(out) as Report;
  assert.deepEqual([findings[0]?.check, findings[0]?.level, findings.length > 1, code], ["service", "fault", true, 1]);
});
