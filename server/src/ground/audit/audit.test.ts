import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { audited, changingOperations } from "@rostrum/contract/audited.ts";
import { AUDIT_ACTIONS, type AuditEntry } from "@rostrum/contract/private/audit.ts";
import { archiveOf, broughtIn } from "../../intake/archives/testing.ts";
import { sendFile } from "../../intake/imports/testing/place.ts";
import { sendDueEvents } from "../../telling/webhooks/loop.ts";
import { aReceiver } from "../../telling/webhooks/testing/receiver.ts";
import { aPlace, aPost, must, type Place } from "../../testing/builders.ts";
import { aDashboard, type Dashboard } from "../../testing/dashboard.ts";
import { eventually } from "../../testing/eventually.ts";
import { aFault } from "../../testing/faults.ts";
import { aPicture, uploaded } from "../../testing/media.ts";
import { aProgram, aSignedIn, PASSWORD, signIn } from "../../testing/program.ts";
import { openStage, type Reply, type Stage } from "../../testing/stage.ts";
import { anAutomation } from "../../testing/things.ts";
import { aToolClient } from "../../testing/tool-client.ts";
import { aToolToken } from "../../testing/tool-token.ts";
import { aVisitor } from "../../testing/visitor.ts";
import { one, query } from "../database/query.ts";
import { sweepAudit } from "./sweep.ts";

let stage: Stage;
/** A brand whose owner signs in, too. */
let place: Place;
let owner: Dashboard;
/** Every action that a test of this file has seen in the trail. */
const seen = new Set<string>();
/** Operations that a test has called and looked for in the trail. */
const tried = new Set<string>();

before(async () => {
  stage = await openStage({
    ROSTRUM_TRUST_PROXY: "127.0.0.1/32",
    ROSTRUM_AUDIT_DAYS: "30",
    ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32",
  });
  place = await aPlace(stage);
  await must(stage.admin("POST", "/users/password", { user: place.person.email, password: PASSWORD }));
  owner = await aDashboard(stage, place.person.email);
});
after(() => stage[Symbol.asyncDispose]());

async function trail(filter = "", where: Pick<Stage, "admin"> = stage): Promise<AuditEntry[]> {
  const { entries } = await must(where.admin("GET", `/audit?per_page=100${filter}`));
  for (const { action } of entries) seen.add(action);
  return entries;
}

/** What an operation has recorded: all of it has to be what the table says of the operation. */
async function recordedBy(operation: keyof typeof audited, reply: Promise<Reply>, where: Pick<Stage, "admin"> = stage) {
  const { status, headers, body } = await reply;
  assert.ok(status < 300, `${operation}: ${status} ${JSON.stringify(body)}`);
  const requestId = headers.get("x-request-id");
  const entries = (await trail("", where)).filter((entry) => entry.requestId === requestId).reverse();
  const declared = audited[operation];
  assert.ok(Array.isArray(declared), `${operation} is said to record nothing`);
  assert.ok(entries.length > 0, `${operation} has recorded nothing`);
  for (const { action } of entries) assert.ok(declared.includes(action), `${operation} is not said to record ${action}`);
  tried.add(operation);
  return { entries, data: body.data };
}

type Told = Pick<AuditEntry, "action" | "objectType" | "objectName" | "changes">;

function told(entries: readonly AuditEntry[]): Told[] {
  return entries.map(({ action, objectType, objectName, changes }) => ({ action, objectType, objectName, changes }));
}

const made = (name: string, value: string | number | boolean | null) => ({ name, before: null, after: value });

test("every operation that changes something says what it records, or why it records nothing", () => {
  assert.deepEqual(Object.keys(audited).sort(), changingOperations().sort());
  for (const [name, says] of Object.entries(audited)) assert.ok("nothing" in says ? says.nothing.length > 20 : says.length > 0, name);
});

test("an entry says who, what, on what, from where, by which surface, when, and in which request", async () => {
  const headers = { "x-forwarded-for": "203.0.113.9", "user-agent": "A browser/1.0" };
  const { entries, data } = await recordedBy("createOwnKey", owner.call("POST", "/keys", { name: "Laptop" }, { headers }));
  const [entry] = entries;
  assert.ok(entry);
  const { id, requestId, personId, ...rest } = entry;
  assert.ok(id > 0 && requestId !== null && personId !== null);
  assert.deepEqual(rest, {
    at: stage.now(),
    action: "key.created",
    brandId: null,
    actor: "person",
    person: "Ada",
    through: null,
    throughId: null,
    throughName: null,
    surface: "dashboard",
    objectType: "key",
    objectId: String(data.id),
    objectName: "Laptop",
    changes: [made("user", place.person.email), made("expiresAt", null)],
    address: "203.0.113.9",
    userAgent: "A browser/1.0",
  });
  await recordedBy("revokeOwnKey", owner.call("DELETE", `/keys/${data.id}`));
  const again = await owner.call("DELETE", `/keys/${data.id}`);
  assert.equal(again.status, 200);
  assert.ok(
    (await trail()).every(({ requestId }) => requestId !== again.headers.get("x-request-id")),
    "nothing changed, so nothing is recorded",
  );
});

test("the surface is the command line for the admin token, the API for a key, and the tools for a program, each by its name", async () => {
  const { entries } = await recordedBy(
    "updateAccount",
    stage.admin("PATCH", `/account?owner=${place.person.email}`, { sensitiveActions: true }),
  );
  assert.deepEqual(
    entries.map(({ actor, person, surface, changes }) => ({ actor, person, surface, changes })),
    [{ actor: "operator", person: null, surface: "command-line", changes: [{ name: "sensitiveActions", before: false, after: true }] }],
  );
  const [first, second] = [await aPost(place, { publishMode: "DRAFT", caption: "Rye" }), await aPost(place, { publishMode: "DRAFT" })];
  const byKey = await recordedBy("deletePost", place.api("DELETE", `/posts/${first}`));
  const ofKey = byKey.entries.map(({ action, brandId, objectId, objectName, person, through, throughName, surface }) => {
    return { action, brandId, objectId, objectName, person, through, throughName, surface };
  });
  const post = { action: "post.deleted", brandId: place.brandId, person: "Ada" };
  assert.deepEqual(ofKey, [{ ...post, objectId: String(first), objectName: "Rye", through: "key", throughName: "test", surface: "api" }]);
  await using agent = await aToolClient(stage.url, await aToolToken(stage.app, place.person.email));
  assert.equal((await agent.call("delete_post", { brandId: place.brandId, postId: second })).isError, false);
  const [byTool] = await trail(`&object_type=post&object_id=${second}`);
  assert.deepEqual([byTool?.surface, byTool?.through, byTool?.throughName], ["mcp", "program", "A test"]);
  assert.ok(byTool?.throughId?.startsWith("test-") && byTool.requestId !== null);
});

test("people: made, changed, with new passwords and addresses, and links that prove them", async () => {
  const email = "grace@example.org";
  const { entries } = await recordedBy("createUser", stage.admin("POST", "/users", { name: "Grace", email, password: PASSWORD }));
  assert.deepEqual(told(entries), [
    { action: "person.created", objectType: "person", objectName: "Grace", changes: [made("email", email)] },
  ]);
  const next = "grace@example.com";
  const changed = await recordedBy(
    "updateUser",
    stage.admin("PATCH", `/users?user=${email}`, { email: next, name: "Grace Miller", operator: true }),
  );
  assert.deepEqual(
    changed.entries.map(({ action, changes }) => [action, changes]),
    [
      ["person.email-changed", [{ name: "email", before: email, after: next }]],
      [
        "person.changed",
        [
          { name: "name", before: "Grace", after: "Grace Miller" },
          { name: "operator", before: false, after: true },
        ],
      ],
    ],
  );
  await recordedBy("setPassword", stage.admin("POST", "/users/password", { user: next, password: "battery staple" }));
  const reset = await recordedBy("makeResetLink", stage.admin("POST", "/users/reset-link", { user: next }));
  await must(stage.admin("PATCH", `/users?user=${next}`, { verified: false }));
  const verify = await recordedBy("makeVerifyLink", stage.admin("POST", "/users/verify-link", { user: next }));
  assert.deepEqual(told(verify.entries)[0]?.changes, [made("purpose", "verify")]);
  const follow = async ({ url }: { readonly url: string }, fields: Readonly<Record<string, string>>) => {
    const visitor = aVisitor(stage.url);
    const page = await visitor.get(url.slice(stage.url.length));
    const form = page.forms[0];
    assert.ok(form);
    assert.equal((await visitor.submit(page, form.action, fields)).status, 200);
  };
  await follow(verify.data, {});
  await follow(reset.data, { password: PASSWORD });
  const [password, confirmed] = await trail(`&user=${next}&action=person`);
  assert.deepEqual(
    [password?.action, password?.changes, password?.surface],
    ["person.password-changed", [made("by", "link")], "dashboard"],
  );
  assert.equal(confirmed?.action, "person.email-confirmed");
  const grace = await aDashboard(stage, next);
  await recordedBy("updateProfile", grace.call("PATCH", "/profile", { timezone: "Europe/Paris" }));
  await recordedBy("updateOwnAccount", grace.call("PATCH", "/account", { sensitiveActions: true }));
  await stage.app.db.query("update users set demo = true where email = $1", [next]);
  await recordedBy("changeOwnEmail", grace.call("POST", "/profile/email", { email, password: PASSWORD }));
  await recordedBy(
    "changeOwnPassword",
    (await aDashboard(stage, email)).call("POST", "/profile/password", { password: PASSWORD, newPassword: "battery staple" }),
  );
});

test("sign-ins that succeed and that are refused, and sessions that end", async () => {
  const { email } = place.person;
  const visitor = aVisitor(stage.url);
  assert.equal((await signIn(visitor, email, "not this one")).status, 401);
  assert.equal((await signIn(visitor, "what-is-typed@by-mistake.example", PASSWORD)).status, 401);
  const [unknown, wrong] = await trail("&action=sign-in.refused");
  assert.deepEqual([unknown?.actor, unknown?.objectName, wrong?.objectName, wrong?.actor], ["nobody", null, "Ada", "nobody"]);
  const [first, second, third] = [await aDashboard(stage, email), await aDashboard(stage, email), await aDashboard(stage, email)];
  const [entry] = await trail("&action=sign-in.succeeded");
  assert.deepEqual([entry?.actor, entry?.person, entry?.objectType, entry?.surface], ["person", "Ada", "session", "dashboard"]);
  const sessions = await must(first.call("GET", "/profile/sessions"));
  const newest = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
  await recordedBy("endOwnSession", first.call("DELETE", `/profile/sessions/${newest.id}`));
  const rest = (await second.call("GET", "/session")).status === 200 ? second : third;
  await recordedBy("signOut", rest.call("DELETE", "/session"));
  const extra = await aDashboard(stage, email);
  const { entries } = await recordedBy("endOtherSessions", extra.call("DELETE", "/profile/sessions"));
  assert.equal(entries[0]?.changes[0]?.name, "sessions");
  owner = extra;
});

test("keys and programs, by the operator and by their people", async () => {
  const { data } = await recordedBy("createKey", stage.admin("POST", "/keys", { user: place.person.email, name: "Shop" }));
  await recordedBy("revokeKey", stage.admin("DELETE", `/keys/${data.id}`));
  const person = await aSignedIn(stage);
  const program = await aProgram(stage);
  await program.connect(person);
  const [connected] = await trail("&action=program.connected");
  assert.deepEqual([connected?.person, connected?.objectId, connected?.objectName], ["Ada Baker", program.clientId, "Sous-chef"]);
  const dashboard = await aDashboard(stage, person.email);
  await recordedBy("disconnectProgram", dashboard.call("DELETE", `/programs?client_id=${program.clientId}`));
  await program.connect(person);
  const { entries } = await recordedBy("revokeClient", stage.admin("DELETE", `/clients?client_id=${program.clientId}`));
  assert.deepEqual(told(entries), [
    { action: "program.disconnected", objectType: "program", objectName: "Sous-chef", changes: [made("user", person.email)] },
  ]);
});

test("brands and members, and invitations", async () => {
  const email = "linus@example.org";
  await must(stage.admin("POST", "/users", { name: "Linus", email, password: PASSWORD }));
  const linus = await aDashboard(stage, email);
  const { data } = await recordedBy("createOwnBrand", owner.call("POST", "/brands", { title: "Café" }));
  const brand = `/brands/${data.id}`;
  const added = await recordedBy("addMember", stage.admin("POST", `${brand}/members`, { user: email, role: "viewer" }));
  assert.deepEqual(told(added.entries), [
    { action: "member.added", objectType: "person", objectName: "Linus", changes: [made("role", "viewer")] },
  ]);
  await recordedBy("addMember", stage.admin("POST", `${brand}/members`, { user: email, role: "editor" }));
  const role = await recordedBy("changeMember", owner.call("PATCH", `${brand}/members?user=${email}`, { role: "admin" }));
  assert.deepEqual(told(role.entries)[0]?.changes, [{ name: "role", before: "editor", after: "admin" }]);
  await recordedBy("removeMember", stage.admin("DELETE", `${brand}/members?user=${email}`));
  const invited = await recordedBy("createInvitation", owner.call("POST", `${brand}/invitations`, { role: "editor" }));
  await recordedBy("acceptInvitation", linus.call("POST", "/invitations/accept", { secret: invited.data.url.split("/").at(-1) }));
  const other = await must(owner.call("POST", `${brand}/invitations`, { role: "viewer" }));
  await recordedBy("revokeInvitation", owner.call("DELETE", `${brand}/invitations?invitation_id=${other.id}`));
  await recordedBy("leaveBrand", linus.call("DELETE", `${brand}/membership`));
  await must(stage.admin("POST", `${brand}/members`, { user: email }));
  await recordedBy("updateBrand", owner.call("PATCH", `/admin${brand}`, { title: "Café Central", queueStatus: "PAUSED" }));
  await recordedBy("handOverBrand", owner.call("POST", `${brand}/owner`, { user: email }));
  const title = encodeURIComponent("Café Central");
  const refused = await linus.call("DELETE", `${brand}?title=Another`);
  assert.equal(refused.status, 422);
  await recordedBy("deleteBrand", linus.call("DELETE", `${brand}?title=${title}`));
  const entries = await trail(`&brand_id=${data.id}`);
  assert.deepEqual(
    entries.map(({ action }) => action),
    [
      "brand.deleted",
      "brand.handed-over",
      "brand.changed",
      "member.added",
      "member.left",
      "invitation.revoked",
      "invitation.created",
      "invitation.accepted",
      "invitation.created",
      "member.removed",
      "member.role-changed",
      "member.role-changed",
      "member.added",
      "brand.created",
    ],
    "what was refused is not there, and the entries outlive the brand",
  );
  assert.equal(entries[0]?.objectName, "Café Central");
  const demo = await recordedBy("createBrand", stage.admin("POST", "/brands", { owner: email, title: "Demo" }));
  await stage.app.db.query("update brands set demo_sandbox_position = 0 where id = $1", [demo.data.id]);
  await recordedBy("removeDemo", linus.call("DELETE", `/brands/${demo.data.id}/demo`));
});

test("channels: connected, renamed, paused, with other preferences, given new credentials, and disconnected", async () => {
  const at = `/brands/${place.brandId}/channels`;
  const wanted = { type: "YouTube", name: "Oven", sandbox: true };
  const { data, entries } = await recordedBy("connectChannel", stage.admin("POST", at, wanted));
  assert.equal(entries[0]?.action, "channel.connected");
  const again = await recordedBy("connectChannel", stage.admin("POST", at, wanted));
  assert.deepEqual([again.data.id, again.entries[0]?.action], [data.id, "channel.reconnected"]);
  await recordedBy("reconnectChannel", owner.call("POST", `/channels/${data.id}/credentials`, {}));
  const change = (body: unknown) => recordedBy("updateChannel", owner.call("PATCH", `/admin/channels/${data.id}`, body));
  assert.deepEqual(told((await change({ name: "Hearth" })).entries), [
    {
      action: "channel.renamed",
      objectType: "channel",
      objectName: "Hearth",
      changes: [{ name: "name", before: "Oven", after: "Hearth" }],
    },
  ]);
  assert.equal((await change({ status: "INACTIVE" })).entries[0]?.action, "channel.paused");
  assert.equal((await change({ status: "ACTIVE" })).entries[0]?.action, "channel.resumed");
  const [preference] = await must(owner.call("GET", `/admin/channels/${data.id}/preferences`));
  const option = preference.options.find(({ value }: { value: string }) => value !== preference.value);
  const value = preference.kind === "switch" ? !preference.value : option.value;
  const preferences = { [preference.name]: value };
  const chosen = await recordedBy("setChannelPreferences", owner.call("PATCH", `/admin/channels/${data.id}/preferences`, { preferences }));
  assert.equal(chosen.entries[0]?.changes[0]?.name, preference.name);
  await recordedBy("removeChannel", owner.call("DELETE", `/admin/channels/${data.id}`));
});

test("a channel whose network takes the log-in back becomes inactive by the service itself", async () => {
  const own = await aPlace(stage);
  // The post, and what is then asked about the access.
  await aFault(stage, { network: "mastodon", kind: "revoked", requests: "all", count: 5 });
  await aPost(own, { publishMode: "IMMEDIATE" });
  await stage.settle();
  await must(stage.admin("DELETE", "/sandbox/faults"));
  const [entry] = await trail(`&brand_id=${own.brandId}&action=channel.log-in-ended`);
  assert.deepEqual(
    [entry?.actor, entry?.surface, entry?.objectId, entry?.requestId, entry?.changes[0]?.name],
    ["service", "service", String(own.channelIds[0]), null, "reason"],
  );
});

test("settings and the end of collections, automations, posts and files", async () => {
  const own = await aPlace(stage);
  const { email } = own.person;
  await must(stage.admin("POST", "/users/password", { user: email, password: PASSWORD }));
  const dashboard = await aDashboard(stage, email);
  const path = `/collections/${own.collectionId}`;
  const paused = await recordedBy("updateCollection", stage.admin("PATCH", path, { status: "PAUSED" }));
  assert.deepEqual(told(paused.entries)[0]?.changes, [{ name: "status", before: "ACTIVE", after: "PAUSED" }]);
  const { updatedAt } = await must(dashboard.call("GET", path));
  await recordedBy("changeCollection", dashboard.call("PATCH", path, { seenAt: updatedAt, title: "Cake", slots: [] }));
  const automationId = await anAutomation(stage, own);
  await recordedBy("updateAutomation", dashboard.call("PATCH", `/automations/${automationId}`, { status: "PAUSED" }));
  await recordedBy("removeAutomation", dashboard.call("DELETE", `/automations/${automationId}`));
  const mediaId = await uploaded(stage, own, { bytes: await aPicture(), name: "rye.png" });
  const files = await recordedBy("deleteMedia", dashboard.call("POST", `/brands/${own.brandId}/media/deletion`, { ids: [mediaId] }));
  assert.equal(files.entries[0]?.objectName, "rye.png");
  const [first, second] = [await aPost(own, { publishMode: "DRAFT" }), await aPost(own, { publishMode: "DRAFT" })];
  const posts = [{ postId: first, updatedAt: stage.now() }];
  await recordedBy("deletePosts", dashboard.call("POST", `/brands/${own.brandId}/posts/deletions`, { posts }));
  await recordedBy("discardPost", dashboard.call("DELETE", `/posts/${second}`));
  const back = await recordedBy(
    "restorePosts",
    dashboard.call("POST", `/brands/${own.brandId}/deleted-posts/restorations`, { postIds: [second] }),
  );
  assert.deepEqual([back.entries[0]?.action, back.entries[0]?.objectId], ["post.restored", String(second)]);
  await must(dashboard.call("DELETE", `/posts/${second}`));
  await aPost(own, { publishMode: "DRAFT" });
  const end = await recordedBy("deleteCollection", dashboard.call("DELETE", path));
  assert.deepEqual(told(end.entries), [
    { action: "collection.deleted", objectType: "collection", objectName: "Cake", changes: [made("posts", 1)] },
  ]);
});

test("the operator's settings and backups; a restored service has the archive's trail and the restoring", async () => {
  await recordedBy("setNetwork", stage.admin("POST", "/networks", { type: "TikTok", clientId: "key-1", clientSecret: "hush-hush" }));
  const budget = await recordedBy("setBudget", stage.admin("POST", "/networks/budgets", { type: "X", name: "spending", limit: 25 }));
  assert.equal(budget.entries[0]?.changes[0]?.name, "limit");
  const file = join(stage.app.config.dataDirectory, "away.tar");
  const { entries } = await recordedBy("backup", stage.admin("POST", "/backup", { to: file }));
  assert.equal(entries[0]?.objectName, file);
  const started = await stage.admin("POST", "/backups");
  const requestId = started.headers.get("x-request-id");
  await eventually("the backup is in the trail", async () =>
    (await trail("&action=backup.made")).some((entry) => entry.requestId === requestId),
  );
  tried.add("startBackup");
  const [kept] = (await must(stage.admin("GET", "/backups"))).backups;
  await recordedBy("deleteBackup", stage.admin("DELETE", `/backups?name=${kept.name}`));
  await using empty = await openStage();
  const visitor = aVisitor(empty.url);
  const early = { code: "AAAA-AAAA-AAAA", name: "Early", email: "early@example.org", password: PASSWORD };
  assert.equal((await visitor.submit(await visitor.get("/setup"), "/setup", early)).status, 403);
  assert.deepEqual(
    (await trail("", empty)).map(({ action, changes }) => [action, changes[0]?.after]),
    [["sign-in.refused", "wrong one-time code"]],
  );
  const restored = await recordedBy("restore", empty.admin("POST", "/restore", { from: file }), empty);
  assert.equal(restored.entries[0]?.objectName, file);
  const held = await recordedBy("restored", empty.admin("POST", "/restored", {}), empty);
  assert.equal(held.entries[0]?.objectName, "PostgreSQL");
  const [, , newest] = await trail("", empty);
  assert.equal(newest?.action, "budget.changed");
});

test("nothing in the trail is a secret", async () => {
  const rows = await query<{ text: string }>(stage.app.db, { text: "select to_jsonb(e)::text as text from audit_entries e" });
  const text = rows.map((row) => row.text).join("\n");
  for (const secret of [PASSWORD, "battery staple", "not this one", "hush-hush", "by-mistake", place.person.key, "rst_", "token="])
    assert.ok(!text.includes(secret), secret);
});

test("the list is filtered by brand, person, action, thing and time, and has pages", async () => {
  const all = await must(stage.admin("GET", "/audit?per_page=1&page=2"));
  assert.equal(all.entries.length, 1);
  assert.ok(all.total > 40);
  const ada = await trail(`&user=${place.person.email}&brand_id=${place.brandId}`);
  assert.ok(ada.length > 0 && ada.every(({ person, brandId }) => person === "Ada" && brandId === place.brandId));
  assert.ok((await trail("&action=channel")).every(({ action }) => action.startsWith("channel.")));
  const begun = encodeURIComponent(stage.now());
  assert.equal((await trail(`&to=${begun}`)).length, 0, "time has stood still");
  assert.ok((await trail(`&from=${begun}`)).length > 0);
  const refused = await stage.admin("GET", "/audit?action=chan&object_id=5");
  assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ["action", "object_id"]]);
  assert.equal((await stage.admin("GET", "/audit?user=nobody@example.org")).status, 404);
});

test("the admins of a brand see what concerns it and nothing else; its editors see nothing", async () => {
  const { entries } = await must(owner.call("GET", `/brands/${place.brandId}/audit?per_page=100`));
  assert.ok(entries.length > 0);
  assert.ok(entries.every(({ brandId }: AuditEntry) => brandId === place.brandId));
  const email = "editor@example.org";
  await must(stage.admin("POST", "/users", { name: "Ed", email, password: PASSWORD }));
  await must(stage.admin("POST", `/brands/${place.brandId}/members`, { user: email, role: "editor" }));
  assert.equal((await (await aDashboard(stage, email)).call("GET", `/brands/${place.brandId}/audit`)).status, 403);
});

test("webhooks are told of by the host alone of their address, and those that the service switches off with the reason", async () => {
  await using receiver = await aReceiver();
  const host = new URL(receiver.url).host;
  const url = `${receiver.url}/secret-part`;
  const { entries: making, data } = await recordedBy("createWebhook", owner.call("POST", `/brands/${place.brandId}/webhooks`, { url }));
  assert.deepEqual(told(making), [{ action: "webhook.created", objectType: "webhook", objectName: host, changes: [made("host", host)] }]);
  const change = { url: `${url}/other`, events: ["post.failed"], description: "Till" };
  const { entries: changing } = await recordedBy("updateWebhook", owner.call("PATCH", `/webhooks/${data.id}`, change));
  assert.deepEqual(told(changing), [
    {
      action: "webhook.changed",
      objectType: "webhook",
      objectName: "Till",
      changes: [
        made("address", "changed"),
        { name: "events", before: "all", after: "post.failed" },
        { name: "description", before: null, after: "Till" },
      ],
    },
  ]);
  await recordedBy("rotateWebhookSecret", owner.call("POST", `/webhooks/${data.id}/secret`));
  receiver.answer = () => ({ status: 410 });
  await must(owner.call("POST", `/webhooks/${data.id}/test`));
  await sendDueEvents(stage.app, new AbortController().signal);
  const [off] = await trail("&action=webhook.switched-off");
  assert.deepEqual(
    [off?.actor, off?.surface, off?.objectName, off?.changes],
    ["service", "service", "Till", [made("reason", "The receiver answered that it is gone for good (status 410).")]],
  );
  await recordedBy("removeWebhook", owner.call("DELETE", `/webhooks/${data.id}`));
  const all = await trail(`&object_type=webhook&object_id=${data.id}`);
  assert.equal(all.length, 5);
  assert.ok(!JSON.stringify(all).includes("secret-part"));
});

test("an import is recorded when it starts, is stopped and is undone, with the file's name and how many rows it has", async () => {
  const send = (text: string) =>
    sendFile(stage, `/brands/${place.brandId}/imports?mode=DRAFTS`, { text: `Text,Image URL,Posting Time\n${text}\n`, name: "plan.csv" });
  const facts = [made("source", "BUFFER"), made("rows", 1), made("to import", 1)];
  const first = await recordedBy("startImport", send("A,,"));
  assert.deepEqual(told(first.entries), [{ action: "import.started", objectType: "import", objectName: "plan.csv", changes: facts }]);
  const stopped = await recordedBy("cancelImport", owner.call("POST", `/imports/${first.data.id}/cancel`));
  assert.deepEqual(told(stopped.entries), [{ action: "import.cancelled", objectType: "import", objectName: "plan.csv", changes: [] }]);
  const undone = await recordedBy("undoImport", owner.call("POST", `/imports/${first.data.id}/undo`));
  assert.deepEqual(told(undone.entries), [{ action: "import.undone", objectType: "import", objectName: "plan.csv", changes: [] }]);
  assert.deepEqual([undone.entries[0]?.actor, undone.entries[0]?.brandId], ["person", place.brandId]);
});

test("a brand's feed is recorded when it is switched on, gets another address, and is switched off", async () => {
  const set = (to: string) => recordedBy("setBrandFeed", owner.call("PATCH", `/admin/brands/${place.brandId}/feed`, { set: to }));
  const change = (before: string, after: string) => ({ name: "feed", before, after });
  for (const [to, changed] of [
    ["on", change("off", "on")],
    ["renew", change("on", "renewed")],
    ["off", change("on", "off")],
  ] as const) {
    const { entries } = await set(to);
    assert.deepEqual(
      entries.map(({ action, changes }) => [action, changes]),
      [["brand.feed-changed", [changed]]],
    );
  }
});

test("the trail only grows: the database refuses to change and to delete entries", async () => {
  for (const text of ["update audit_entries set person = 'Eve'", "delete from audit_entries", "truncate audit_entries"])
    await assert.rejects(query(stage.app.db, { text }), /append-only/);
});

test("a brand that moves leaves in one trail and arrives in another", async () => {
  const { brandId, person } = place;
  const asked = await recordedBy("startBrandArchive", owner.call("POST", `/brands/${brandId}/archives`));
  const { title } = await one<{ title: string }>(stage.app.db, { text: "select title from brands where id = $1", values: [brandId] });
  assert.deepEqual(told(asked.entries), [{ action: "brand.exported", objectType: "brand", objectName: title, changes: [] }]);
  await must(owner.call("DELETE", `/brands/${brandId}/archives?archive_id=${asked.data.id}`));
  const archive = await archiveOf(stage, brandId);
  const brought = await recordedBy("bringBrand", broughtIn(stage, archive, { owner: person.email }));
  assert.deepEqual(
    brought.entries.map(({ action, brandId: arrived, surface }) => [action, arrived, surface]),
    [["brand.imported", brought.data.brandId, "command-line"]],
  );
  const { token } = await must(owner.call("GET", "/session"));
  const headers = { cookie: owner.cookie, "x-rostrum-token": token, "content-type": "application/zip" };
  const own = fetch(`${stage.url}/app/api/brand-arrivals?again=yes`, { method: "POST", headers, body: new Blob([archive]) });
  const reply = own.then(async (got) => ({ status: got.status, headers: got.headers, body: await got.json() }));
  assert.equal((await recordedBy("bringOwnBrand", reply)).entries[0]?.surface, "dashboard");
});

test("entries are forgotten after the days of the setting, which is recorded", async () => {
  const kept = (await must(stage.admin("GET", "/audit"))).total;
  stage.pass(31 * 86_400);
  await must(stage.admin("POST", "/users", { name: "Late", email: "late@example.org" }));
  const stop = new AbortController();
  const swept = sweepAudit(stage.app, stop.signal);
  await eventually("old entries are forgotten", async () => (await trail("&action=audit.forgotten")).length === 1);
  stop.abort();
  await swept;
  const entries = await trail();
  assert.deepEqual(
    entries.map(({ action, actor }) => [action, actor]),
    [
      ["audit.forgotten", "service"],
      ["person.created", "operator"],
    ],
  );
  assert.deepEqual(entries[0]?.changes[0], made("entries", kept));
});

test("each action of the list, and each operation that records something, is held by a test of this file", () => {
  assert.deepEqual(
    AUDIT_ACTIONS.filter((action) => !seen.has(action)),
    [],
  );
  const untried = Object.entries(audited).flatMap(([name, says]) => ("nothing" in says || tried.has(name) ? [] : name));
  assert.deepEqual(untried, ["chooseLogInAccounts"], "choosing the accounts of a log-in connects channels by the same function");
});
