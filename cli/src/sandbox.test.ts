import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { type OperatorService, operatorService, TEST_ADMIN_TOKEN } from "../../server/src/testing/operator.ts";

const PROGRAM = fileURLToPath(new URL("../bin/rostrum.js", import.meta.url));

let service: OperatorService;
before(async () => {
  service = await operatorService();
});
after(() => service[Symbol.asyncDispose]());

interface Ended {
  readonly code: unknown;
  readonly out: string;
  readonly error: string;
}

/** Runs `rostrum sandbox …` as a user would. */
function rostrum(words: string, url = service.url): Promise<Ended> {
  const env = { ROSTRUM_URL: url, ROSTRUM_ADMIN_TOKEN: TEST_ADMIN_TOKEN };
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, "sandbox", ...words.split(" ")], { env }, (error, out, errors) =>
      resolve({ code: error === null ? 0 : error.code, out, error: errors }),
    );
  });
}

test("commands set, list and clear faults", async () => {
  assert.deepEqual(await rostrum("fault list"), { code: 0, out: "None.\n", error: "" });
  const set = await rostrum("fault set --network mastodon --kind refuse-429 --count 2 --seconds 9 --json");
  assert.deepEqual(JSON.parse(set.out), {
    network: "mastodon",
    kind: "refuse-429",
    requests: "posts",
    seconds: 9,
    count: 2,
    percent: null,
    seed: 1,
    seen: 0,
    struck: 0,
  });
  const listed = await rostrum("fault list");
  assert.match(
    listed.out,
    /^NETWORK +KIND +REQUESTS +SECONDS +COUNT +PERCENT +SEED +SEEN +STRUCK\nmastodon +refuse-429 +posts +9 +2 +- +1 +0 +0\n$/,
  );
  assert.deepEqual(await rostrum("fault clear --network mastodon --kind refuse-429"), { code: 0, out: "cleared: 1\n", error: "" });
});

test("a command counts duplicates", async () => {
  assert.deepEqual(await rostrum("duplicates --network mastodon --json"), {
    code: 0,
    out: `${JSON.stringify([{ network: "mastodon", posts: 0, duplicates: 0 }], null, 2)}\n`,
    error: "",
  });
});

test("invalid input is refused with a message that says why", async () => {
  assert.deepEqual(await rostrum("fault set --network mastodon --kind duplicate"), {
    code: 1,
    out: "",
    error: "Mastodon does not support the fault duplicate.\n",
  });
  const unknown = await rostrum("fault set --network mastodon --kind explode");
  assert.equal(unknown.code, 2);
  assert.match(unknown.error, /--kind/);
});

test("while the sandbox is off every command exits with 1 and says how to switch it on", async () => {
  await using off = await operatorService({ ROSTRUM_SANDBOX: "0" });
  for (const words of ["fault set --network mastodon --kind slow", "fault list", "fault clear", "duplicates"]) {
    assert.deepEqual(await rostrum(words, off.url), {
      code: 1,
      out: "",
      error: "The sandbox networks are off. Set ROSTRUM_SANDBOX=1 to turn them on.\n",
    });
  }
});
