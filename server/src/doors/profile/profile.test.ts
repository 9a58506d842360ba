import assert from "node:assert/strict";
import { after, test } from "node:test";
import { GUESSES_PER_ACCOUNT_MAX } from "../../people/sign-in/sign-in.ts";
import { must } from "../../testing/builders.ts";
import { aDashboard } from "../../testing/dashboard.ts";
import { aProgram, aSignedIn, isLetIn, PASSWORD, signIn } from "../../testing/program.ts";
import { call, openStage } from "../../testing/stage.ts";
import { aVisitor } from "../../testing/visitor.ts";

const stage = await openStage({ ROSTRUM_MEDIA_MIB_PER_ACCOUNT: "10" });
after(() => stage[Symbol.asyncDispose]());

const aPerson = async () => {
  const { email, brandId } = await aSignedIn(stage);
  return { email, brandId, dashboard: await aDashboard(stage, email) };
};

test("a person changes their name and timezone, one at a time, and takes the timezone back", async () => {
  const { dashboard, email } = await aPerson();
  const change = async (fields: unknown) => {
    const { id: _, joinedAt: __, ...user } = await must(dashboard.call("PATCH", "/profile", fields));
    return user;
  };
  assert.deepEqual(await change({ name: "Grace" }), { name: "Grace", timezone: null });
  assert.deepEqual(await change({ timezone: "Asia/Tokyo" }), { name: "Grace", timezone: "Asia/Tokyo" });
  assert.deepEqual(await change({ timezone: null }), { name: "Grace", timezone: null });
  const { user } = await must(dashboard.call("GET", "/session"));
  assert.deepEqual([user.name, user.email], ["Grace", email]);
  const { status, body } = await dashboard.call("PATCH", "/profile", { name: " ", timezone: "Mars/Base" });
  assert.equal(status, 422);
  assert.deepEqual(Object.keys(body.errors), ["name", "timezone"]);
});

test("a new password ends all other sessions; this browser goes on under a new secret, and programs stay connected", async () => {
  const person = await aSignedIn(stage);
  const { access_token } = await (await aProgram(stage)).connect(person);
  const { visitor, email } = person;
  const other = await aDashboard(stage, email);
  const before = visitor.cookies.get("rostrum_session");
  const send = async (body: unknown) => {
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const session = await (await fetch(`${stage.url}/app/api/session`, { headers: { cookie } })).json();
    return fetch(`${stage.url}/app/api/profile/password`, {
      method: "POST",
      headers: { cookie, "content-type": "application/json", "x-rostrum-token": session.data.token },
      body: JSON.stringify(body),
    });
  };
  const reply = await send({ password: PASSWORD, newPassword: "a better horse" });
  assert.equal(reply.status, 200);
  const [line = ""] = reply.headers.getSetCookie();
  const secret = /^rostrum_session=([\w-]{43});/.exec(line)?.[1] ?? "";
  assert.notEqual(secret, before);
  const statusOf = async (cookie: string) =>
    (await fetch(`${stage.url}/app/api/session`, { headers: { cookie: `rostrum_session=${cookie}` } })).status;
  assert.deepEqual([await statusOf(secret), await statusOf(before ?? "")], [200, 401]);
  assert.equal((await other.call("GET", "/session")).status, 401);
  assert.equal(await isLetIn(stage, access_token), true);
  assert.equal((await signIn(aVisitor(stage.url), email, PASSWORD)).status, 401);
  assert.equal((await signIn(aVisitor(stage.url), email, "a better horse")).status, 303);
});

test("a wrong current password changes nothing, and guesses count as at sign-in", async () => {
  const { dashboard, email } = await aPerson();
  const guess = (password: string) => dashboard.call("POST", "/profile/password", { password, newPassword: "a better horse" });
  for (let number = 0; number < GUESSES_PER_ACCOUNT_MAX; number += 1) {
    const { status, body } = await guess(`guess ${number}`);
    assert.deepEqual([status, body.errors], [422, { password: "That is not your current password." }]);
  }
  assert.deepEqual((await guess(PASSWORD)).body.errors, { password: "Too many attempts. Wait 15 minutes, then try again." });
  stage.pass(15 * 60);
  assert.equal((await signIn(aVisitor(stage.url), email, PASSWORD)).status, 303);
  const short = await dashboard.call("POST", "/profile/password", { password: PASSWORD, newPassword: "short" });
  assert.deepEqual(short.body.errors, { newPassword: ["The newPassword field must have at least 8 characters."] });
});

test("sessions are listed with their browser, and ended one by one or all but this one", async () => {
  const { dashboard, email } = await aPerson();
  const visitor = aVisitor(stage.url);
  const page = await visitor.get("/sign-in");
  const agent = `Mozilla/5.0 (X11; Linux) Caf\u00e9/1 ${"x".repeat(300)}`;
  const fields = page.forms[0]?.fields ?? {};
  await visitor.post("/sign-in", { ...fields, email, password: PASSWORD }, { "user-agent": agent });
  const list = () => must(dashboard.call("GET", "/profile/sessions"));
  const sessions: { id: number; browser: string; isCurrent: boolean; createdAt: string; lastUsedAt: string }[] = await list();
  assert.equal(sessions.length, 3);
  assert.deepEqual(Object.keys(sessions[0] ?? {}), ["id", "browser", "createdAt", "lastUsedAt", "isCurrent"]);
  assert.equal(sessions.filter(({ isCurrent }) => isCurrent).length, 1);
  const named = sessions.find(({ browser }) => browser.startsWith("Mozilla/5.0 (X11; Linux) Caf"));
  assert.ok(named !== undefined && named.browser.length <= 200 && /^[ -~]+$/.test(named.browser), JSON.stringify(sessions));
  assert.deepEqual(await must(dashboard.call("DELETE", `/profile/sessions/${named.id}`)), {});
  assert.equal((await visitor.get("/account")).status, 303);
  assert.equal((await dashboard.call("DELETE", `/profile/sessions/${named.id}`)).status, 404);
  assert.deepEqual(await must(dashboard.call("DELETE", "/profile/sessions")), { ended: 1 });
  assert.deepEqual(
    (await list()).map(({ isCurrent }: { isCurrent: boolean }) => isCurrent),
    [true],
  );
});

test("sessions and keys of others are not there", async () => {
  const [mine, theirs] = [await aPerson(), await aPerson()];
  const [session] = await must(theirs.dashboard.call("GET", "/profile/sessions"));
  const { id } = await must(theirs.dashboard.call("POST", "/keys", { name: "theirs" }));
  assert.equal((await mine.dashboard.call("DELETE", `/profile/sessions/${session.id}`)).status, 404);
  assert.equal((await mine.dashboard.call("DELETE", `/keys/${id}`)).status, 404);
  assert.deepEqual(await must(mine.dashboard.call("GET", "/keys")), []);
});

test("signing out ends this session alone and takes the cookie", async () => {
  const { dashboard, email } = await aPerson();
  const other = await aDashboard(stage, email);
  const reply = await dashboard.call("DELETE", "/session");
  assert.equal(reply.status, 200);
  assert.match(reply.headers.getSetCookie()[0] ?? "", /^rostrum_session=; Path=\/; Max-Age=0;/);
  assert.equal((await dashboard.call("GET", "/session")).status, 401);
  assert.equal((await other.call("GET", "/session")).status, 200);
});

test("a key of one's own is shown once, works, can expire, and is revoked", async () => {
  const { dashboard } = await aPerson();
  const { id, key } = await must(dashboard.call("POST", "/keys", { name: "script" }));
  assert.equal((await call(`${stage.url}/v1/me`, "GET", key)).status, 200);
  const [row] = await must(dashboard.call("GET", "/keys"));
  assert.deepEqual([row.id, row.name, row.hint, row.expiresAt, row.revokedAt], [id, "script", `rst_…${key.slice(-4)}`, null, null]);
  await must(dashboard.call("DELETE", `/keys/${id}`));
  assert.equal((await call(`${stage.url}/v1/me`, "GET", key)).status, 401);
  const past = await dashboard.call("POST", "/keys", { name: "old", expiresAt: "2020-01-01T00:00:00Z" });
  assert.deepEqual([past.status, past.body.errors], [422, { expiresAt: "The expiry date is in the past." }]);
});

test("programs are listed with who vouches for them, and disconnected at once", async () => {
  const person = await aSignedIn(stage);
  const program = await aProgram(stage);
  const { access_token } = await program.connect(person);
  const dashboard = await aDashboard(stage, person.email);
  const [row] = await must(dashboard.call("GET", "/programs"));
  assert.deepEqual([row.clientId, row.name, row.host], [program.clientId, "Sous-chef", null]);
  const path = `/programs?client_id=${encodeURIComponent(program.clientId)}`;
  assert.deepEqual(await must(dashboard.call("DELETE", path)), {});
  assert.equal(await isLetIn(stage, access_token), false);
  assert.deepEqual(await must(dashboard.call("GET", "/programs")), []);
});

test("the account shows its limits with what is used of them, and the owner allows deletions through the API", async () => {
  const { dashboard, email, brandId } = await aPerson();
  await must(stage.admin("PATCH", `/account?owner=${email}`, { maxCollections: 3, maxScheduledPosts: 7 }));
  await must(dashboard.call("POST", `/v1/brands/${brandId}/collections`, { title: "Bread" }));
  const none = { used: 0, max: null };
  const account = {
    sensitiveActions: false,
    usage: {
      brands: { used: 1, max: null },
      collections: { used: 1, max: 3 },
      automations: none,
      scheduledPosts: { used: 0, max: 7 },
      mediaBytes: { used: 0, max: 10 * 1024 * 1024 },
    },
  };
  assert.deepEqual(await must(dashboard.call("GET", "/account")), account);
  assert.deepEqual(await must(dashboard.call("PATCH", "/account", { sensitiveActions: true })), { ...account, sensitiveActions: true });
  const lifted = await dashboard.call("PATCH", "/account", { maxCollections: 1000 });
  assert.deepEqual((await must(dashboard.call("GET", "/account"))).usage.collections.max, 3, `limits are the operator's ${lifted.status}`);
});
