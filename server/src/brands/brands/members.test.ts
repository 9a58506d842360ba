import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, beforeEach, test } from "node:test";
import type { Role } from "@rostrum/contract/operation.ts";
import { one, transaction } from "../../ground/database/query.ts";
import { must } from "../../testing/builders.ts";
import { aDashboard, type Dashboard } from "../../testing/dashboard.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { waitsForLock } from "../../testing/waits-for-lock.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
  [owner, admin, viewer] = [await aUser("Olga"), await aUser("Ada"), await aUser("Vic")];
});
after(() => stage[Symbol.asyncDispose]());

interface Somebody {
  readonly email: string;
  readonly dashboard: Dashboard;
}

async function aUser(name: string): Promise<Somebody> {
  const email = `${name.toLowerCase()}-${randomBytes(4).toString("hex")}@example.org`;
  await must(stage.admin("POST", "/users", { name, email, password: "correct horse" }));
  return { email, dashboard: await aDashboard(stage, email) };
}

let owner: Somebody;
let admin: Somebody;
let viewer: Somebody;
let brandId: number;
let path: string;
beforeEach(async () => {
  brandId = (await must(owner.dashboard.call("POST", "/brands", { title: "Corner Bakery", timezone: "Europe/Berlin" }))).id;
  path = `/brands/${brandId}`;
  await must(stage.admin("POST", `${path}/members`, { user: admin.email, role: "admin" }));
  await must(stage.admin("POST", `${path}/members`, { user: viewer.email, role: "viewer" }));
});

const rolesIn = async (): Promise<[string, Role][]> =>
  (await must(owner.dashboard.call("GET", `${path}/members`))).map((member: { email: string; role: Role }) => [member.email, member.role]);
const query = ({ email }: Somebody) => `?user=${encodeURIComponent(email)}`;

test("a person creates a brand of their own and owns it", async () => {
  const { brands } = await must(owner.dashboard.call("GET", "/session"));
  const brand = {
    id: brandId,
    title: "Corner Bakery",
    timezone: "Europe/Berlin",
    queueStatus: "ACTIVE",
    role: "owner",
    isDemo: false,
    logoUrl: null,
  };
  assert.deepEqual(
    brands.find(({ id }: { id: number }) => id === brandId),
    brand,
  );
  const { status, body } = await owner.dashboard.call("POST", "/brands", { title: " ", timezone: "Mars/Base" });
  assert.deepEqual([status, Object.keys(body.errors)], [422, ["title", "timezone"]]);
});

test("members are listed with the owner first, and changed and removed by admins", async () => {
  const [first] = await must(viewer.dashboard.call("GET", `${path}/members`));
  assert.deepEqual(Object.keys(first), ["id", "name", "email", "role", "since"]);
  assert.deepEqual(await rolesIn(), [
    [owner.email, "owner"],
    [admin.email, "admin"],
    [viewer.email, "viewer"],
  ]);
  await must(admin.dashboard.call("PATCH", `${path}/members${query(viewer)}`, { role: "editor" }));
  assert.deepEqual((await rolesIn())[2], [viewer.email, "editor"]);
  await must(admin.dashboard.call("DELETE", `/admin${path}/members${query(viewer)}`));
  assert.equal((await viewer.dashboard.call("GET", `${path}/members`)).status, 404);
  const gone = await admin.dashboard.call("PATCH", `${path}/members${query(viewer)}`, { role: "editor" });
  assert.deepEqual([gone.status, gone.body.errors], [404, { user: `${viewer.email} is not a member of the brand.` }]);
});

test("nobody changes the owner's role or makes an owner, except by handing over", async () => {
  assert.equal((await admin.dashboard.call("PATCH", `${path}/members${query(owner)}`, { role: "viewer" })).status, 422);
  assert.equal((await admin.dashboard.call("PATCH", `${path}/members${query(admin)}`, { role: "owner" })).status, 422);
  assert.equal((await admin.dashboard.call("POST", `${path}/owner`, { user: admin.email })).status, 403);
});

test("members leave by themselves; the owner hands over first", async () => {
  await must(viewer.dashboard.call("DELETE", `${path}/membership`));
  assert.equal((await rolesIn()).length, 2);
  const { status, body } = await owner.dashboard.call("DELETE", `${path}/membership`);
  assert.deepEqual([status, body.errors], [422, { membership: "You own this brand. Hand it over to another member before you leave." }]);
});

test("handing over moves the brand to the new owner's account; the owner so far stays as an admin", async () => {
  const [from, to] = [await aUser("Fay"), await aUser("Tom")];
  const { id } = await must(from.dashboard.call("POST", "/brands", { title: "Handed over" }));
  await must(stage.admin("POST", `/brands/${id}/members`, { user: to.email, role: "viewer" }));
  await must(from.dashboard.call("POST", `/v1/brands/${id}/collections`, { title: "Bread" }));
  await must(from.dashboard.call("POST", `/brands/${id}/owner`, { user: to.email }));
  const members = await must(to.dashboard.call("GET", `/brands/${id}/members`));
  assert.deepEqual(
    members.map(({ email, role }: { email: string; role: Role }) => [email, role]),
    [
      [to.email, "owner"],
      [from.email, "admin"],
    ],
  );
  const usageOf = async ({ dashboard }: Somebody) => (await must(dashboard.call("GET", "/account"))).usage.collections.used;
  assert.deepEqual([await usageOf(from), await usageOf(to)], [0, 1]);
  await must(from.dashboard.call("DELETE", `/brands/${id}/membership`));
});

test("a brand is not handed over to strangers, nor to an account that it does not fit into", async () => {
  const stranger = await aUser("Sam");
  const { status, body } = await owner.dashboard.call("POST", `${path}/owner`, { user: stranger.email });
  assert.deepEqual([status, body.errors], [404, { user: `${stranger.email} is not a member of the brand. Invite them first.` }]);
  await must(owner.dashboard.call("POST", `/v1/brands/${brandId}/collections`, { title: "Bread" }));
  await must(stage.admin("PATCH", `/account?owner=${admin.email}`, { maxCollections: 0 }));
  const full = await owner.dashboard.call("POST", `${path}/owner`, { user: admin.email });
  const sentence = "Their plan allows 0 collections; with this brand they would have 1.";
  assert.deepEqual([full.status, full.body.errors], [422, { user: sentence }]);
  assert.deepEqual((await rolesIn())[0], [owner.email, "owner"]);
});

const inviting = async (role = "editor") => {
  const { url, ...invitation } = await must(admin.dashboard.call("POST", `${path}/invitations`, { role }));
  const [, secret = ""] = /\/invitations\/([\w-]{43})$/.exec(url) ?? [];
  return { ...invitation, secret, url };
};
const accept = ({ dashboard }: Somebody, secret: string) => dashboard.call("POST", "/invitations/accept", { secret });
const show = async ({ dashboard }: Somebody, secret: string) => must(dashboard.call("POST", "/invitations/show", { secret }));

test("a link lets one person in, with its role, and says who invites to what", async () => {
  const { id, secret, url, role, invitedBy, createdAt, expiresAt } = await inviting();
  assert.ok(url.startsWith(`${stage.url}/invitations/`));
  const listed = { id, role, invitedBy, createdAt, expiresAt };
  assert.deepEqual(listed, { ...listed, role: "editor", invitedBy: "Ada" });
  assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 7 * 86_400_000);
  assert.deepEqual(await must(admin.dashboard.call("GET", `${path}/invitations`)), [listed]);
  const guest = await aUser("Gus");
  const shown = { state: "open", brand: "Corner Bakery", brandId: null, role: "editor", invitedBy: "Ada", expiresAt };
  assert.deepEqual(await show(guest, secret), shown);
  assert.deepEqual(await must(accept(guest, secret)), { brandId });
  assert.ok((await rolesIn()).some(([email, given]) => email === guest.email && given === "editor"));
  assert.deepEqual(await show(guest, secret), { ...shown, state: "member", brandId });
  assert.deepEqual(await must(admin.dashboard.call("GET", `${path}/invitations`)), []);
});

test("only the hash of a link's secret is stored", async () => {
  const { secret } = await inviting();
  const { rows } = await stage.app.db.query("select to_jsonb(i)::text as row from invitations i");
  assert.ok(rows.length > 0);
  assert.ok(rows.every(({ row }) => !row.includes(secret) && !row.includes(Buffer.from(secret).toString("hex"))));
});

test("a link that was used, has expired, was revoked or is for a member says so", async () => {
  const [guest, late] = [await aUser("Gus"), await aUser("Lea")];
  const { secret } = await inviting();
  const problemOf = async (who: Somebody, given: string) => {
    const { status, body } = await accept(who, given);
    return [status, body.errors.invitation];
  };
  assert.deepEqual(await problemOf(viewer, secret), [409, "You are a member of Corner Bakery already."]);
  await must(accept(guest, secret));
  const used = "This invitation has been used already. Each link lets one person in: ask for a new one.";
  assert.deepEqual(await problemOf(late, secret), [409, used]);
  assert.equal((await show(late, secret)).state, "used");
  const second = await inviting();
  await must(admin.dashboard.call("DELETE", `${path}/invitations?invitation_id=${second.id}`));
  const unknown = "There is no such invitation. It may have been revoked: ask for a new one.";
  assert.deepEqual(await problemOf(late, second.secret), [404, unknown]);
  assert.deepEqual(await problemOf(late, "guess"), [404, unknown]);
  assert.equal((await admin.dashboard.call("DELETE", `${path}/invitations?invitation_id=${second.id}`)).status, 404);
  const third = await inviting();
  await stage.app.db.query("update invitations set expires_at = $2 where id = $1", [third.id, stage.now()]);
  assert.deepEqual(await problemOf(late, third.secret), [409, "This invitation has expired. Ask for a new one."]);
  assert.deepEqual(await must(admin.dashboard.call("GET", `${path}/invitations`)), []);
});

test("a link ends for good with the role of whoever made it", async () => {
  const other = await aUser("Oskar");
  await must(stage.admin("POST", `${path}/members`, { user: other.email, role: "admin" }));
  const { url } = await must(other.dashboard.call("POST", `${path}/invitations`, { role: "admin" }));
  const setRole = (role: string) => must(admin.dashboard.call("PATCH", `${path}/members${query(other)}`, { role }));
  await setRole("viewer");
  await setRole("admin");
  assert.equal((await accept(await aUser("Gus"), url.split("/").at(-1) ?? "")).status, 404);
});

test("of ten people who use a link at once, one gets in", async () => {
  const { secret } = await inviting();
  const guests = await Promise.all(Array.from({ length: 10 }, (_, number) => aUser(`Guest${number}`)));
  const statuses = await Promise.all(guests.map(async (guest) => (await accept(guest, secret)).status));
  assert.deepEqual(statuses.sort(), [200, ...Array.from({ length: 9 }, () => 409)]);
  assert.equal((await rolesIn()).length, 4);
});

test("an invitation of another brand cannot be revoked", async () => {
  const { id } = await inviting();
  const stranger = await aUser("Sam");
  const other = await must(stranger.dashboard.call("POST", "/brands", { title: "Other" }));
  assert.equal((await stranger.dashboard.call("DELETE", `/brands/${other.id}/invitations?invitation_id=${id}`)).status, 404);
  assert.equal((await must(admin.dashboard.call("GET", `${path}/invitations`))).length, 1);
});

test("an invitation ends with the role of whoever made it", async () => {
  const guest = await aUser("Gus");
  for (const end of [
    () => owner.dashboard.call("PATCH", `${path}/members${query(admin)}`, { role: "editor" }),
    () => owner.dashboard.call("DELETE", `/admin${path}/members${query(admin)}`),
  ]) {
    const { secret } = await inviting();
    await must(end());
    assert.equal((await accept(guest, secret)).status, 404);
    assert.deepEqual(await must(owner.dashboard.call("GET", `${path}/invitations`)), []);
    await must(stage.admin("POST", `${path}/members`, { user: admin.email, role: "admin" }));
  }
});

test("a brand does not tell who has an account", async () => {
  const stranger = await aUser("Sam");
  const asked = async (email: string) => {
    const user = `?user=${encodeURIComponent(email)}`;
    const replies = [
      await owner.dashboard.call("PATCH", `${path}/members${user}`, { role: "viewer" }),
      await owner.dashboard.call("DELETE", `/admin${path}/members${user}`),
      await owner.dashboard.call("POST", `${path}/owner`, { user: email }),
      await owner.dashboard.call("GET", `${path}/audit${user}`),
    ];
    return JSON.stringify(replies.map(({ status, body }) => [status, body])).replaceAll(email, "");
  };
  assert.equal(await asked(stranger.email), await asked("nobody@example.org"));
});

test("who was let in with a role that they lose before it is their turn changes nothing", async () => {
  const { id: adminId } = await one<{ id: number }>(stage.app.db, { text: "select id from users where email = $1", values: [admin.email] });
  const asked = await transaction(stage.app.db, async (tx) => {
    await one(tx, { text: "select id from brands where id = $1 for update", values: [brandId] });
    const reply = admin.dashboard.call("PATCH", `${path}/members${query(admin)}`, { role: "admin" });
    await waitsForLock(stage.app.db, "the change waits for the brand");
    await tx.query({ text: "update brand_members set role = 'viewer' where brand_id = $1 and user_id = $2", values: [brandId, adminId] });
    return { reply };
  });
  const { status, body } = await asked.reply;
  assert.deepEqual([status, Object.keys(body.errors)], [403, ["role"]]);
  assert.deepEqual(Object.fromEntries(await rolesIn())[admin.email], "viewer");
});
