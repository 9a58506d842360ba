import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { globSync } from "node:fs";
import { cp, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { makeN8nPackage } from "../../scripts/pack/n8n.ts";
import { temporaryFolder } from "../../server/src/ground/database/testing.ts";

const SOURCE = join(import.meta.dirname, "../../n8n-nodes-rostrum");
const TOOLS = join(import.meta.dirname, "node_modules");

const open = new AsyncDisposableStack();
after(() => open.disposeAsync());
/** A copy to build in, and the package as it is released. */
let copy: string;
let released: string;

before(async () => {
  const folder = open.use(await temporaryFolder()).path;
  [copy, released] = [join(folder, "copy"), join(folder, "released")];
  await cp(SOURCE, copy, { recursive: true, filter: (path) => !["node_modules", "dist"].includes(basename(path)) });
  await symlink(TOOLS, join(copy, "node_modules"));
  await makeN8nPackage(released);
});

test("n8n's own tool builds the package, into the files that are released", async () => {
  await n8nNode("build");
  const files = (folder: string) => globSync("dist/**/*.*", { cwd: folder }).sort();
  assert.deepEqual(files(copy), files(released));
});

test("n8n's own linter has nothing to say about it, by the strict rules for verified nodes", async () => {
  assert.equal((await n8nNode("lint")).replace(/^.*n8n-node lint.*$/m, "").trim(), "");
});

test("a delivery is trusted if one of its signatures was made with the secret, within five minutes", () => {
  const { reasonAgainst } = part<SignatureModule>("nodes/shared/signature.js");
  const key = Buffer.from("a key of 24 to 64 bytes.....");
  const secret = `whsec_${key.toString("base64")}`;
  const [id, timestamp, body] = ["msg_1", "1795000000", Buffer.from('{"type":"post.failed"}')];
  const sign = (by: Buffer) => `v1,${createHmac("sha256", by).update(`${id}.${timestamp}.`).update(body).digest("base64")}`;
  const right = { id, timestamp, body, signatures: sign(key) };
  const reason = (change: Partial<typeof right>, now = 1_795_000_000) => reasonAgainst({ ...right, ...change }, secret, now);
  assert.equal(reason({}), null);
  assert.equal(reason({ signatures: `${sign(Buffer.from("the next key"))} v1a,x ${sign(key)}` }), null);
  for (const now of [1_795_000_300, 1_794_999_700]) assert.equal(reason({}, now), null);
  for (const now of [1_795_000_301, 1_794_999_699]) assert.equal(reason({}, now), "The timestamp is too far from the present.");
  const changes = [
    { id: "msg_2" },
    { body: Buffer.from("{}") },
    { signatures: sign(Buffer.from("other")) },
    { signatures: sign(key).replace("v1,", "v2,") },
  ];
  for (const change of changes) assert.equal(reason(change), "The signature does not match.", JSON.stringify(change));
  for (const change of [{ id: "" }, { signatures: "" }, { timestamp: "" }, { timestamp: "soon" }]) {
    assert.equal(reason(change), "The signature is missing.", JSON.stringify(change));
  }
});

test("times are sent as the API takes them: as they are without an offset, else in the zone", () => {
  const { plainTime } = part<MomentsModule>("nodes/shared/moments.js");
  const cases: readonly (readonly [given: unknown, zone: string, sent: string])[] = [
    ["2030-05-01 09:00:00", "Europe/Berlin", "2030-05-01 09:00:00"],
    ["2030-05-01T09:00", "Europe/Berlin", "2030-05-01 09:00:00"],
    ["2030-05-01T09:00:00.000", "UTC", "2030-05-01 09:00:00"],
    ["2030-05-01T09:00:00.000Z", "Europe/Berlin", "2030-05-01 11:00:00"],
    ["2030-05-01T00:30:00+02:00", "America/New_York", "2030-04-30 18:30:00"],
    [new Date("2030-01-01T23:00:00Z"), "Europe/Berlin", "2030-01-02 00:00:00"],
    [{ toISO: () => "2030-01-01T23:59:59.999-01:00" }, "UTC", "2030-01-02 00:59:59"],
    ["tomorrow", "UTC", "tomorrow"],
  ];
  for (const [given, zone, sent] of cases) assert.equal(plainTime(given, zone), sent, String(given));
});

interface SignatureModule {
  reasonAgainst(
    delivery: { id: string; timestamp: string; signatures: string; body: Buffer },
    secret: string,
    nowSeconds: number,
  ): string | null;
}

interface MomentsModule {
  plainTime(value: unknown, zone: string): string;
}

/** A module of the released package. */
function part<T>(path: string): T {
  return createRequire(import.meta.url)(join(released, "dist", path)) as T;
}

/** Runs a command of n8n's tool in the copy; returns what it says. Fails if it does. */
async function n8nNode(command: string): Promise<string> {
  const child = spawn(process.execPath, [join(TOOLS, "@n8n/node-cli/bin/n8n-node.mjs"), command], {
    cwd: copy,
    env: { PATH: process.env.PATH, HOME: copy, CI: "true" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of the terminal
  const said = `${out}${errors}`.replace(/\x1b\[[\d;?]*\w/g, "");
  assert.equal(code, 0, said);
  return said;
}
