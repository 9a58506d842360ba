import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { readConfig } from "../config.ts";
import { temporaryFolder } from "../database/testing.ts";
import { openSecrets } from "./key.ts";
import { createSecrets } from "./seal.ts";

const [a, b, c] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const base64 = (key: Buffer) => key.toString("base64");

test("what a key has sealed is opened by every process that knows it, as the current key, the next one or an old one", () => {
  const sealed = createSecrets(a).seal("token", "channels.credentials:1");
  for (const secrets of [createSecrets(a), createSecrets(b, { next: [a] }), createSecrets(b, { old: [c, a] })]) {
    assert.equal(secrets.open(sealed, "channels.credentials:1"), "token");
    assert.throws(() => secrets.open(sealed, "channels.credentials:2"));
  }
  assert.throws(() => createSecrets(b, { old: [c] }).open(sealed, "channels.credentials:1"), /sealed with a different key \([0-9a-f]{8}\)/);
});

test("the current key seals, whatever else is known", () => {
  const secrets = createSecrets(b, { next: [c], old: [a] });
  assert.equal(createSecrets(b).open(secrets.seal("token", "place"), "place"), "token");
  assert.ok(secrets.seal("token", "place").startsWith(createSecrets(b).lastingPrefixes[0] ?? "none"));
  assert.deepEqual(secrets.lastingPrefixes, [...createSecrets(b).lastingPrefixes, ...createSecrets(c).lastingPrefixes]);
  assert.deepEqual(secrets.oldPrefixes, createSecrets(a).lastingPrefixes);
});

test("a key that is both current and old is not old", () => {
  assert.deepEqual(createSecrets(a, { old: [a, b] }).oldPrefixes, createSecrets(b).lastingPrefixes);
});

test("links and form tokens that were signed before a change of the key stay valid, for the same text and purpose alone", () => {
  const signature = createSecrets(a).sign("text", "media link");
  for (const secrets of [createSecrets(a), createSecrets(b, { old: [a] }), createSecrets(b, { next: [a] })]) {
    assert.equal(secrets.isSignature(signature, "text", "media link"), true);
    assert.equal(secrets.isSignature(signature, "other text", "media link"), false);
    assert.equal(secrets.isSignature(signature, "text", "form token"), false);
  }
  assert.equal(createSecrets(b).isSignature(signature, "text", "media link"), false);
  assert.equal(createSecrets(a).isSignature(signature.subarray(1), "text", "media link"), false);
  assert.equal(createSecrets(a).isSignature(Buffer.alloc(0), "text", "media link"), false);
});

test("keys come from the settings", async () => {
  await using folder = await temporaryFolder();
  const secrets = await openSecrets(
    readConfig({
      ROSTRUM_DATA_DIR: folder.path,
      ROSTRUM_SECRET_KEY: base64(b),
      ROSTRUM_NEXT_SECRET_KEY: base64(c),
      ROSTRUM_OLD_SECRET_KEYS: `${base64(a)}, ${base64(randomBytes(32))}`,
    }),
  );
  for (const key of [a, b, c]) assert.equal(secrets.open(createSecrets(key).seal("token", "place"), "place"), "token");
  assert.equal(secrets.oldPrefixes.length, 2);
  for (const name of ["ROSTRUM_NEXT_SECRET_KEY", "ROSTRUM_OLD_SECRET_KEYS"])
    assert.throws(() => readConfig({ [name]: "c2hvcnQ=" }), new RegExp(`^WrongSettings: ${name}: must be .*32 bytes in base64`));
});

test("without a key in the settings, renaming secret-key to secret-key.old makes a new key that still opens what was sealed", async () => {
  await using folder = await temporaryFolder();
  const config = readConfig({ ROSTRUM_DATA_DIR: folder.path });
  await writeFile(join(folder.path, "secret-key.old"), `${base64(a)}\n${base64(b)}\n`);
  const secrets = await openSecrets(config);
  assert.equal(secrets.oldPrefixes.length, 2);
  assert.equal(secrets.open(createSecrets(b).seal("token", "place"), "place"), "token");
  assert.throws(() => createSecrets(a, { old: [b] }).open(secrets.seal("token", "place"), "place"));
  await writeFile(join(folder.path, "secret-key.old"), "short");
  await assert.rejects(openSecrets(config), /secret-key\.old: key 1 is not 32 bytes in base64/);
});
