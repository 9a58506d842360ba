import assert from "node:assert/strict";
import { after, test } from "node:test";
import { operatorService } from "../../testing/operator.ts";
import { keyFinder } from "./finder.ts";
import { hashKey } from "./key.ts";

const service = await operatorService();
after(() => service[Symbol.asyncDispose]());
const { admin, app } = service;
const find = keyFinder(app);

test("Concurrent lookups each get the result for their own key and brand", async () => {
  const ada = await aPerson("ada@example.org");
  const bob = await aPerson("bob@example.org");
  const [inOwn, inOther, again, nowhere, unknown, others] = await Promise.all([
    find({ hash: hashKey(ada.key), brandId: ada.brandId }),
    find({ hash: hashKey(ada.key), brandId: bob.brandId }),
    find({ hash: hashKey(ada.key), brandId: ada.brandId }),
    find({ hash: hashKey(ada.key), brandId: null }),
    find({ hash: hashKey(`${ada.key}x`), brandId: ada.brandId }),
    find({ hash: hashKey(bob.key), brandId: bob.brandId }),
  ]);
  assert.deepEqual(
    [inOwn, again].map((owner) => [owner?.keyId, owner?.access?.id, owner?.access?.role]),
    [
      [ada.keyId, ada.brandId, "owner"],
      [ada.keyId, ada.brandId, "owner"],
    ],
  );
  assert.deepEqual(
    [inOther, nowhere].map((owner) => [owner?.keyId, owner?.access]),
    [
      [ada.keyId, null],
      [ada.keyId, null],
    ],
  );
  assert.equal(unknown, null);
  assert.deepEqual([others?.keyId, others?.access?.id], [bob.keyId, bob.brandId]);
});

test("A revoked key and a removed membership take effect with the next lookup", async () => {
  const ada = await aPerson("ada-leaves@example.org");
  const question = { hash: hashKey(ada.key), brandId: ada.brandId };
  assert.equal((await find(question))?.revokedAt, null);
  await app.db.query("delete from brand_members where brand_id = $1", [ada.brandId]);
  assert.equal((await find(question))?.access, null);
  await admin("DELETE", `/keys/${ada.keyId}`);
  assert.notEqual((await find(question))?.revokedAt, null);
});

test("When the database fails, pending lookups fail, and later ones query again", async () => {
  const ada = await aPerson("ada-waits@example.org");
  const question = { hash: hashKey(ada.key), brandId: null };
  await app.db.query("alter table api_keys rename to api_keys_away");
  const outcomes = await Promise.allSettled([find(question), find({ ...question, brandId: 1 })]);
  await app.db.query("alter table api_keys_away rename to api_keys");
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ["rejected", "rejected"],
  );
  assert.equal((await find(question))?.keyId, ada.keyId);
});

async function aPerson(email: string): Promise<{ keyId: number; key: string; brandId: number }> {
  await admin("POST", "/users", { name: "Ada", email });
  const key = (await admin("POST", "/keys", { user: email, name: "script" })).body as { data: { id: number; key: string } };
  const brand = (await admin("POST", "/brands", { owner: email, title: "Corner Bakery" })).body as { data: { id: number } };
  return { keyId: key.data.id, key: key.data.key, brandId: brand.data.id };
}
