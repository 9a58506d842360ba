import assert from "node:assert/strict";
import { after, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { query } from "../../ground/database/query.ts";
import { operatorService } from "../../testing/operator.ts";

const service = await operatorService();
after(() => service[Symbol.asyncDispose]());
const { admin, app } = service;
const owner = "owner@example.org";
const member = "member@example.org";
for (const email of [owner, member]) await admin("POST", "/users", { name: email, email });

async function createBrand(fields: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const { status, body } = await admin("POST", "/brands", { owner, title: "Corner Bakery", ...fields });
  assert.equal(status, 200, JSON.stringify(body));
  return (body as { data: { id: number } }).data.id;
}

const rolesIn = (brandId: number) =>
  query<{ email: string; role: string }>(app.db, {
    text: "select u.email, m.role from brand_members m join users u on u.id = m.user_id where m.brand_id = $1 order by u.id",
    values: [brandId],
  });

function refused(key: string, sentence: string) {
  return { status: "error", message: sentence, errors: { [key]: sentence } };
}

test("A brand belongs to its owner's account and has the owner as its first member", async () => {
  const id = await createBrand({ timezone: "Europe/Berlin", description: "Bread and cake" });
  assert.deepEqual(await rolesIn(id), [{ email: owner, role: "owner" }]);
  const [row] = await query(app.db, {
    text: `select b.title, b.timezone, b.description, b.queue_status, u.email from brands b join accounts a on a.id = b.account_id
           join users u on u.id = a.owner_id where b.id = $1`,
    values: [id],
  });
  assert.deepEqual(row, {
    title: "Corner Bakery",
    timezone: "Europe/Berlin",
    description: "Bread and cake",
    queue_status: "ACTIVE",
    email: owner,
  });
});

test("A brand for an unknown owner is 404, with an invalid timezone 422", async () => {
  assert.equal((await admin("POST", "/brands", { owner: "nobody@example.org", title: "X" })).status, 404);
  const sentence = "The timezone field must be an IANA timezone such as Europe/Berlin.";
  assert.deepEqual(await admin("POST", "/brands", { owner, title: "X", timezone: "CET+1" }), {
    status: 422,
    body: { message: sentence, errors: { timezone: [sentence] } },
  });
});

test("Updating a brand changes the given fields and returns the brand", async () => {
  const id = await createBrand({ timezone: "Europe/Berlin" });
  const { status, body } = await admin("PATCH", `/brands/${id}`, { queueStatus: "PAUSED", title: "Bakery" });
  const { data } = body as { data: Record<string, unknown> };
  assert.equal(status, 200);
  assert.deepEqual(
    { ...data, createdAt: null, updatedAt: null },
    {
      id,
      title: "Bakery",
      description: null,
      timezone: "Europe/Berlin",
      queueStatus: "PAUSED",
      createdAt: null,
      updatedAt: null,
    },
  );
});

test("With a new timezone the slots keep their wall-clock times and the queued posts follow", async () => {
  const brandId = await createBrand({ timezone: "Europe/Berlin" });
  const now = app.clock.now();
  const insert = async (text: string, values: readonly unknown[]) =>
    (await query<{ id: number }>(app.db, { text: `${text} returning id`, values }))[0]?.id;
  const collectionId = await insert("insert into collections (brand_id, title, created_at, updated_at) values ($1, 'Tips', $2, $2)", [
    brandId,
    now,
  ]);
  await insert("insert into slots (brand_id, collection_id, day, time, next_at) values ($1, $2, 1, '09:00', $3)", [
    brandId,
    collectionId,
    addSeconds(now, 60),
  ]);
  await query(app.db, {
    text: `with post as (
       insert into posts (brand_id, collection_id, body, post_type, posting_type, status, queue_rank, created_at, updated_at)
       values ($1, $2, 'Hello', 'TEXT', 'QUEUE', 'PENDING', 1, $3, $3) returning id
     )
     insert into queue_dates (post_id, at) select id, $3 from post`,
    values: [brandId, collectionId, now],
  });
  assert.equal((await admin("PATCH", `/brands/${brandId}`, { timezone: "Asia/Tokyo" })).status, 200);
  const [moved] = await query<{ local: string; same: boolean }>(app.db, {
    text: `select to_char(s.next_at at time zone 'Asia/Tokyo', 'ID HH24:MI') as local, d.at = s.next_at as same
           from slots s join posts p on p.collection_id = s.collection_id join queue_dates d on d.post_id = p.id where s.brand_id = $1`,
    values: [brandId],
  });
  assert.deepEqual(moved, { local: "1 09:00", same: true });
});

test("Members are added as editors, change roles and are removed", async () => {
  const id = await createBrand();
  assert.deepEqual(await admin("POST", `/brands/${id}/members`, { user: member }), { status: 200, body: { status: "success", data: {} } });
  assert.deepEqual((await rolesIn(id))[1], { email: member, role: "editor" });
  assert.equal((await admin("POST", `/brands/${id}/members`, { user: member, role: "viewer" })).status, 200);
  assert.deepEqual((await rolesIn(id))[1], { email: member, role: "viewer" });
  assert.equal((await admin("DELETE", `/brands/${id}/members?user=${encodeURIComponent(member)}`)).status, 200);
  assert.equal((await rolesIn(id)).length, 1);
  assert.deepEqual(await admin("DELETE", `/brands/${id}/members?user=${encodeURIComponent(member)}`), {
    status: 404,
    body: refused("user", `${member} is not a member of the brand.`),
  });
});

test("The owner keeps the role and the membership", async () => {
  const id = await createBrand();
  assert.deepEqual(await admin("POST", `/brands/${id}/members`, { user: owner, role: "viewer" }), {
    status: 422,
    body: refused("role", `${owner} owns the brand; the owner's role cannot be changed.`),
  });
  assert.deepEqual(await admin("DELETE", `/brands/${id}/members?user=${encodeURIComponent(owner)}`), {
    status: 422,
    body: refused("user", `${owner} owns the brand and cannot be removed from it.`),
  });
  assert.deepEqual(await rolesIn(id), [{ email: owner, role: "owner" }]);
});

test("An unknown brand is 404 for every change", async () => {
  const missing = { status: 404, body: refused("brand", "There is no brand with the id 999999.") };
  assert.deepEqual(await admin("PATCH", "/brands/999999", { title: "X" }), missing);
  assert.deepEqual(await admin("POST", "/brands/999999/members", { user: member }), missing);
  assert.deepEqual(await admin("DELETE", `/brands/999999/members?user=${encodeURIComponent(member)}`), missing);
});
