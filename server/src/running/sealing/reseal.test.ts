import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, test } from "node:test";
import type { Queryable } from "../../ground/database/query.ts";
import { query } from "../../ground/database/query.ts";
import { testDatabase } from "../../ground/database/testing.ts";
import { createSecrets, type Secrets } from "../../ground/secrets/seal.ts";
import { ownSecret } from "../../networks/platforms/applications.ts";
import { aPlace, aPost } from "../../testing/builders.ts";
import { openStage } from "../../testing/stage.ts";
import { countSealed, resealAll } from "./reseal.ts";
import { sealedOtherwise } from "./store.ts";

const database = await testDatabase();
after(() => database[Symbol.asyncDispose]());
const { db } = database;
const [old, current, next] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const before = createSecrets(old);
const known = createSecrets(current, { next: [next], old: [old] });
const never = new AbortController().signal;

/** More than one portion of each kind, as they are stored. */
const MAILS = 220;

async function fill(secrets: Secrets): Promise<void> {
  await db.query("truncate mails, platform_applications, derived_secrets");
  const ids = Array.from({ length: MAILS }, (_, index) => `<${index}@example.org>`);
  const contents = ids.map((id) => secrets.seal(`mail ${id}`, `mails.content:${id}`));
  await db.query(
    `insert into mails (message_id, content, created_at, next_at, ends_at)
     select id, content, now(), now(), now() from unnest($1::text[], $2::text[]) as given (id, content)`,
    [ids, contents],
  );
  const secret = secrets.seal("client secret", "platform_applications.client_secret:x");
  await db.query("insert into platform_applications (platform, client_id, client_secret, updated_at) values ('x', 'id', $1, now())", [
    secret,
  ]);
}

async function plainTexts(secrets: Secrets): Promise<string[]> {
  const found: string[] = [];
  for await (const values of sealedOtherwise(db, [])) found.push(...values.map(({ sealed, place }) => secrets.open(sealed, place)));
  return found.sort();
}

test("everything that an old key has sealed is sealed with the current one, and the old key is then not needed", async () => {
  await fill(before);
  const texts = await plainTexts(before);
  assert.equal(texts.length, MAILS + 1);
  assert.deepEqual(await countSealed({ db, secrets: known }), { lasting: 0, old: MAILS + 1, unknown: 0 });
  assert.deepEqual(await resealAll({ db, secrets: known }, never), { resealed: MAILS + 1, lost: 0 });
  assert.deepEqual(await plainTexts(createSecrets(current)), texts);
  assert.deepEqual(await countSealed({ db, secrets: known }), { lasting: MAILS + 1, old: 0, unknown: 0 });
  assert.deepEqual(await resealAll({ db, secrets: known }, never), { resealed: 0, lost: 0 });
});

test("stopped after any value, every value is readable, and the rest is done later", async () => {
  for (const writes of [1, 200, 201]) {
    await fill(before);
    const texts = await plainTexts(before);
    const stop = new AbortController();
    let left = writes;
    const counting: Queryable = {
      query: (statement) => {
        if (/^\s*update/.test(statement.text) && --left === 0) stop.abort();
        return db.query(statement);
      },
    };
    assert.equal((await resealAll({ db: counting as typeof db, secrets: known }, stop.signal)).resealed, writes);
    assert.deepEqual(await plainTexts(known), texts);
    await resealAll({ db, secrets: known }, never);
    assert.deepEqual(await plainTexts(createSecrets(current)), texts);
  }
});

test("several processes at once change each value once", async () => {
  await fill(before);
  const texts = await plainTexts(before);
  const done = await Promise.all([1, 2, 3].map(() => resealAll({ db, secrets: known }, never)));
  assert.equal(
    done.reduce((sum, { resealed }) => sum + resealed, 0),
    MAILS + 1,
  );
  assert.deepEqual(await plainTexts(createSecrets(current)), texts);
});

test("what is stored meanwhile is not overwritten with what was there before", async () => {
  await fill(before);
  const [value] = (await sealedOtherwise(db, known.lastingPrefixes).next()).value ?? [];
  assert.ok(value !== undefined);
  await db.query("update platform_applications set client_secret = $1", [known.seal("newer", value.place)]);
  assert.equal(await value.store(db, known.seal("older", value.place)), false);
  assert.equal((await plainTexts(known)).includes("newer"), true);
});

test("what the next key has sealed stays: processes that were restarted earlier already seal with it", async () => {
  await fill(createSecrets(next));
  assert.deepEqual(await resealAll({ db, secrets: known }, never), { resealed: 0, lost: 0 });
});

test("what was sealed with a key that nobody knows stays as it is, and is counted", async () => {
  await fill(createSecrets(randomBytes(32)));
  assert.deepEqual(await resealAll({ db, secrets: known }, never), { resealed: 0, lost: MAILS + 1 });
  assert.deepEqual(await countSealed({ db, secrets: known }), { lasting: 0, old: 0, unknown: MAILS + 1 });
});

test("the secret by which a network knows the service stays the same when the key changes", async () => {
  await fill(before);
  const secret = await ownSecret({ db, secrets: before }, "network");
  assert.equal(await ownSecret({ db, secrets: known }, "network"), secret);
  await resealAll({ db, secrets: known }, never);
  assert.equal(await ownSecret({ db, secrets: createSecrets(current) }, "network"), secret);
  const both = await Promise.all([
    ownSecret({ db, secrets: known }, "other"),
    ownSecret({ db, secrets: before }, "other").catch(() => null),
  ]);
  assert.equal(await ownSecret({ db, secrets: known }, "other"), both[0]);
});

test("channels publish with credentials that were sealed anew", async () => {
  const key = randomBytes(32).toString("base64");
  await using stage = await openStage({ ROSTRUM_SECRET_KEY: key });
  const place = await aPlace(stage);
  const secrets = createSecrets(current, { old: [Buffer.from(key, "base64")] });
  assert.ok((await resealAll({ db: stage.app.db, secrets }, never)).resealed > 0);
  (stage.app as { secrets: Secrets }).secrets = createSecrets(current);
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  assert.deepEqual(await query(stage.app.db, { text: "select status from deliveries" }), [{ status: "PUBLISHED" }]);
});
