import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { BOUNDS } from "@rostrum/contract/bounds.ts";
import { one, query } from "../../ground/database/query.ts";
import { sendDueMails } from "../../telling/mail/loop.ts";
import { must } from "../../testing/builders.ts";
import { aDashboard } from "../../testing/dashboard.ts";
import { aMailbox, type Mailbox } from "../../testing/mailbox.ts";
import { PASSWORD, signIn } from "../../testing/program.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { aVisitor, type Visited, type Visitor } from "../../testing/visitor.ts";
import { SIGN_UPS_PER_ADDRESS_MAX } from "./allowances.ts";

let mailbox: Mailbox;
/** With mail and sign-up. */
let stage: Stage;
/** Neither. */
let closed: Stage;
/** Sign-up without mail. */
let mailless: Stage;
before(async () => {
  mailbox = await aMailbox();
  const proxy = { ROSTRUM_TRUST_PROXY: "127.0.0.1/32" };
  stage = await openStage({ ...proxy, ROSTRUM_SIGN_UP: "1", ROSTRUM_SMTP_URL: mailbox.url, ROSTRUM_MAIL_FROM: "service@example.org" });
  closed = await openStage(proxy);
  mailless = await openStage({ ...proxy, ROSTRUM_SIGN_UP: "1" });
});
after(async () => {
  for (const opened of [stage, closed, mailless]) await opened[Symbol.asyncDispose]();
  await mailbox[Symbol.asyncDispose]();
});

let last = 0;
function anAddress(): string {
  last += 1;
  return `person${last}@example.org`;
}

async function aUser(on: Stage, facts: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const email = anAddress();
  await must(on.admin("POST", "/users", { name: "Ada Baker", email, password: PASSWORD, ...facts }));
  return email;
}

/** Each from an address of the network of their own. */
async function submit(on: Stage, path: string, fields: Readonly<Record<string, string>>, given = aVisitor(on.url)): Promise<Visited> {
  last += 1;
  const page = await given.get(path);
  const action = path.replace(/\?.*/, "");
  const form = page.forms.find((one) => one.action === action);
  assert.ok(form, `${path}: ${page.text}`);
  return given.post(action, { ...form.fields, ...fields }, { "x-forwarded-for": `198.18.${last >> 8}.${last & 255}` });
}

const join = (on: Stage, email: string, path = "/sign-up", visitor?: Visitor) =>
  submit(on, path, { name: "Ada Baker", email, password: PASSWORD }, visitor);

async function newestMail(to: string) {
  await sendDueMails(stage.app, new AbortController().signal);
  const mail = mailbox.to(to).at(-1);
  assert.ok(mail?.path, `no mail with a link to ${to}`);
  return { ...mail, path: mail.path };
}

async function isVerified(email: string): Promise<boolean> {
  return (await one<{ verified: boolean }>(stage.app.db, { text: "select verified from users where email = $1", values: [email] }))
    .verified;
}

test("with mail, an account is made unverified, may be used at once, and is verified by a click on the page of the link", async () => {
  const email = anAddress();
  const reply = await join(stage, email);
  assert.deepEqual([reply.status, reply.headers.getSetCookie().filter((line) => line.startsWith("rostrum_session"))], [200, []]);
  assert.match(reply.text, new RegExp(`Check your mail A mail is on its way to ${email}`));
  assert.equal((await signIn(aVisitor(stage.url), email)).status, 303);
  const session = await must((await aDashboard(stage, email)).call("GET", "/session"));
  assert.deepEqual([session.user.isVerified, session.user.isDemo, session.service.mail], [false, false, true]);
  const { path, subject } = await newestMail(email);
  assert.equal(subject, "Confirm your e-mail address");
  assert.match((await aVisitor(stage.url).get(path)).text, /Is this your address\?/);
  assert.equal(await isVerified(email), false, "looking at the link does not use it up");
  assert.match((await submit(stage, path, {})).text, /Your address is confirmed/);
  assert.equal(await isVerified(email), true);
  const again = await aVisitor(stage.url).get(path);
  assert.deepEqual([again.status, again.headers.get("referrer-policy")], [404, "no-referrer"]);
});

test("the answer is the same for an address that is taken; its owner gets a mail with a link to a new password", async () => {
  const taken = await aUser(stage);
  const free = anAddress();
  const [known, unknown] = [await join(stage, taken), await join(stage, free)];
  assert.deepEqual([known.status, known.text.replaceAll(taken, "X")], [unknown.status, unknown.text.replaceAll(free, "X")]);
  const mail = await newestMail(taken);
  assert.deepEqual([mail.subject, mail.path.split("?")[0]], ["You already have an account", "/reset-password"]);
  const owner = await one<{ name: string; verified: boolean }>(stage.app.db, {
    text: "select name, verified from users where email = $1",
    values: [taken],
  });
  assert.deepEqual(owner, { name: "Ada Baker", verified: true });
});

test("an invitation that nobody has made tells nothing about an address either", async () => {
  const [taken, free] = [await aUser(stage), anAddress()];
  const path = "/sign-up?return_to=/invitations/made-up";
  const [known, unknown] = [await join(stage, taken, path), await join(stage, free, path)];
  assert.deepEqual([known.status, known.text.replaceAll(taken, "X")], [unknown.status, unknown.text.replaceAll(free, "X")]);
  assert.equal((await newestMail(taken)).subject, "You already have an account");
});

test("mistakes are said at the field, and nothing typed is lost but the password", async () => {
  for (const [change, sentence] of [
    [{ name: " " }, /Enter a name/],
    [{ email: "nobody" }, /Enter an e-mail address/],
    [{ password: "short" }, /at least 8 characters|8 to 1024 characters/],
  ] as const) {
    const reply = await submit(stage, "/sign-up", { name: "Ada <b>", email: "x@example.org", password: PASSWORD, ...change });
    assert.equal(reply.status, 422);
    assert.match(reply.text, sentence);
    assert.ok(!reply.html.includes("<b>") && !reply.html.includes(PASSWORD));
  }
});

test("a form of another site or an old one changes nothing", async () => {
  for (const path of ["/sign-up", "/forgot-password", "/reset-password", "/verify-email"]) {
    const reply = await aVisitor(stage.url).post(path, { name: "Eve", email: "eve@example.org", password: PASSWORD });
    assert.equal(reply.status, 403, path);
  }
  assert.deepEqual(await query(stage.app.db, { text: "select id from users where email = 'eve@example.org'" }), []);
});

test("without mail the account is made and signed in at once, unverified; an address that is taken is told", async () => {
  const email = anAddress();
  const visitor = aVisitor(mailless.url);
  const reply = await join(mailless, email, "/sign-up", visitor);
  assert.deepEqual([reply.status, reply.location], [303, "/"]);
  assert.equal((await visitor.get("/account")).status, 200);
  const again = await join(mailless, email.toUpperCase());
  assert.equal(again.status, 409);
  assert.match(again.text, /There is already an account with this address/);
  assert.deepEqual(await query(mailless.app.db, { text: "select id from mails" }), []);
});

test("sign-ups are throttled by address", async () => {
  const from = { "x-forwarded-for": "203.0.113.7" };
  const visitor = aVisitor(mailless.url);
  const fields = { ...(await visitor.get("/sign-up")).forms[0]?.fields, name: "Ada", password: PASSWORD };
  const taken = await aUser(mailless);
  for (let n = 0; n < SIGN_UPS_PER_ADDRESS_MAX; n += 1)
    assert.equal((await visitor.post("/sign-up", { ...fields, email: taken }, from)).status, 409);
  const reply = await visitor.post("/sign-up", { ...fields, email: taken }, from);
  assert.equal(reply.status, 429);
  assert.ok(Number(reply.headers.get("retry-after")) > 0);
});

test("where sign-up is off, nobody makes an account, and no page offers one", async () => {
  const reply = await aVisitor(closed.url).get("/sign-up");
  assert.equal(reply.status, 403);
  assert.ok(!(await aVisitor(closed.url).get("/sign-in")).html.includes("/sign-up"));
  assert.ok((await aVisitor(stage.url).get("/sign-in")).html.includes("/sign-up"));
});

test("an open invitation lets somebody make an account where sign-up is off, and leads to the invitation", async () => {
  const owner = await aUser(closed);
  const { id } = await must(closed.admin("POST", "/brands", { owner, title: "Bakery" }));
  const dashboard = await aDashboard(closed, owner);
  const { url } = await must(dashboard.call("POST", `/brands/${id}/invitations`, { role: "editor" }));
  const path = new URL(url).pathname;
  const visitor = aVisitor(closed.url);
  const gate = await visitor.get(path);
  assert.ok(gate.html.includes("Bakery"), gate.html);
  const signUpPath = `/sign-up?return_to=${encodeURIComponent(path)}`;
  assert.ok(gate.html.includes(`href="${signUpPath}"`), gate.html);
  const email = anAddress();
  const reply = await join(closed, email, signUpPath, visitor);
  assert.deepEqual([reply.status, reply.location], [303, path]);
  assert.equal((await visitor.get(path)).status, 200);
  // More often than the link may make accounts: it has made one.
  for (let times = 0; times < 6; times += 1) assert.equal((await join(closed, email, signUpPath)).status, 409);
  assert.equal((await join(closed, anAddress(), signUpPath)).status, 303);
  const guest = await aDashboard(closed, email);
  await must(guest.call("POST", "/invitations/accept", { secret: path.split("/")[2] }));
  assert.equal((await aVisitor(closed.url).get(signUpPath)).status, 403, "a used invitation is no door");
});

test("a forgotten password: the same answer and the same work for every address", async () => {
  const known = await aUser(stage);
  const unknown = anAddress();
  const count = async () => Number((await one<{ n: string }>(stage.app.db, { text: "select count(*) n from mails" })).n);
  const begun = await count();
  const replies = [await submit(stage, "/forgot-password", { email: known }), await submit(stage, "/forgot-password", { email: unknown })];
  const [first, second] = replies.map((reply) => [reply.status, reply.text.replaceAll(known, "X").replaceAll(unknown, "X")]);
  assert.deepEqual(first, second);
  assert.equal((await count()) - begun, 2, "both are stored; who they are for is looked up when they are sent");
  await newestMail(known);
  assert.equal(mailbox.to(unknown).length, 0);
});

test("the link sets a password once, ends all sessions and programs, and only the newest link counts", async () => {
  const email = await aUser(stage);
  const visitor = aVisitor(stage.url);
  await signIn(visitor, email);
  await submit(stage, "/forgot-password", { email });
  const older = await newestMail(email);
  await submit(stage, "/forgot-password", { email: email.toUpperCase() });
  const { path } = await newestMail(email);
  assert.equal((await aVisitor(stage.url).get(older.path)).status, 404);
  assert.equal((await submit(stage, path, { password: "short" })).status, 422);
  assert.match((await submit(stage, path, { password: "battery staple" })).text, /Your password has been changed/);
  assert.equal((await visitor.get("/account")).status, 303);
  assert.equal((await signIn(aVisitor(stage.url), email)).status, 401);
  assert.equal((await signIn(aVisitor(stage.url), email, "battery staple")).status, 303);
  assert.equal((await aVisitor(stage.url).get(path)).status, 404);
});

test("a link to a new password works for an hour", async () => {
  const email = await aUser(stage);
  await submit(stage, "/forgot-password", { email });
  const { path } = await newestMail(email);
  stage.pass(3599);
  assert.equal((await aVisitor(stage.url).get(path)).status, 200);
  stage.pass(2);
  assert.equal((await aVisitor(stage.url).get(path)).status, 404);
});

test("of two simultaneous uses of a link one succeeds", async () => {
  const email = await aUser(stage);
  await submit(stage, "/forgot-password", { email });
  const { path } = await newestMail(email);
  const replies = await Promise.all(["battery staple", "other staples"].map((password) => submit(stage, path, { password })));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 404]);
});

test("whoever proves the address of an account that was never confirmed takes it over whole: keys made before stop working", async () => {
  const email = anAddress();
  await join(stage, email);
  await newestMail(email);
  const { key } = await must((await aDashboard(stage, email)).call("POST", "/keys", { name: "squatter" }));
  await submit(stage, "/forgot-password", { email });
  await submit(stage, (await newestMail(email)).path, { password: "battery staple" });
  assert.equal(await isVerified(email), true);
  assert.equal((await fetch(`${stage.url}/v1/me`, { headers: { authorization: `Bearer ${key}` } })).status, 401);
});

test("a new password ends the account's keys, unless the person keeps them", async () => {
  for (const [kept, status] of [
    [{}, 401],
    [{ keep_keys: "yes" }, 200],
  ] as const) {
    const email = await aUser(stage);
    const { key } = await must((await aDashboard(stage, email)).call("POST", "/keys", { name: "laptop" }));
    await submit(stage, "/forgot-password", { email });
    const { path } = await newestMail(email);
    const visitor = aVisitor(stage.url);
    const page = await visitor.get(path);
    assert.match(page.text, /Keep the account’s API key/);
    await visitor.submit(page, "/reset-password", { password: "battery staple", ...kept });
    assert.equal((await fetch(`${stage.url}/v1/me`, { headers: { authorization: `Bearer ${key}` } })).status, status);
  }
});

test("a key that is made while the page for a new password is open ends with the old password", async () => {
  const email = await aUser(stage);
  await submit(stage, "/forgot-password", { email });
  const visitor = aVisitor(stage.url);
  const page = await visitor.get((await newestMail(email)).path);
  const { key } = await must((await aDashboard(stage, email)).call("POST", "/keys", { name: "quick" }));
  await visitor.submit(page, "/reset-password", { password: "battery staple" });
  assert.equal((await fetch(`${stage.url}/v1/me`, { headers: { authorization: `Bearer ${key}` } })).status, 401);
});

test("nobody's mailbox is filled", async () => {
  const email = await aUser(stage);
  for (let n = 0; n < BOUNDS.mailsToOne.most + 2; n += 1) assert.equal((await submit(stage, "/forgot-password", { email })).status, 200);
  for (let n = 0; n < 3; n += 1) await newestMail(email);
  assert.equal(mailbox.to(email).length, BOUNDS.mailsToOne.most);
});

test("without mail the page says who has links, and the operator's command makes them", async () => {
  const email = await aUser(closed, { verified: false });
  const page = await aVisitor(closed.url).get("/forgot-password");
  assert.match(page.text, /This service sends no mail\. Ask its operator for a link\./);
  const reset = await must(closed.admin("POST", "/users/reset-link", { user: email }));
  assert.equal(reset.expiresAt, "2026-11-22T09:00:00.000000Z");
  const { pathname, search } = new URL(reset.url);
  assert.equal((await submit(closed, `${pathname}${search}`, { password: "battery staple" })).status, 200);
  const verify = new URL((await must(closed.admin("POST", "/users/verify-link", { user: email }))).url);
  assert.match((await submit(closed, `${verify.pathname}${verify.search}`, {})).text, /Your address is confirmed/);
  const users = await must(closed.admin("GET", "/users"));
  assert.equal(users.find((user: { email: string }) => user.email === email).verified, true);
});

test("one's own address changes when the link to the new one is used, and the old one is told", async () => {
  const [email, next] = [await aUser(stage), anAddress()];
  const dashboard = await aDashboard(stage, email);
  const ask = (body: unknown) => dashboard.call("POST", "/profile/email", body);
  assert.deepEqual((await ask({ email: next, password: "wrong" })).body.errors, { password: "That is not your current password." });
  assert.deepEqual(await must(ask({ email: next, password: PASSWORD })), { state: "sent" });
  const { path, subject } = await newestMail(next);
  assert.equal(subject, "Confirm your new e-mail address");
  assert.equal((await signIn(aVisitor(stage.url), email)).status, 303, "until then the old one counts");
  await submit(stage, path, {});
  await sendDueMails(stage.app, new AbortController().signal);
  const told = mailbox.to(email).at(-1);
  assert.equal(told?.subject, "Your e-mail address has been changed");
  assert.ok(told.text.includes(next));
  assert.equal((await signIn(aVisitor(stage.url), email)).status, 401);
  assert.equal((await signIn(aVisitor(stage.url), next)).status, 303);
  assert.equal((await must(dashboard.call("GET", "/session"))).user.email, next, "the session goes on");
});

test("an address that is taken is not told to who wants it; its owner learns of it", async () => {
  const [email, taken] = [await aUser(stage), await aUser(stage)];
  const dashboard = await aDashboard(stage, email);
  assert.deepEqual(await must(dashboard.call("POST", "/profile/email", { email: taken, password: PASSWORD })), { state: "sent" });
  assert.equal((await newestMail(taken)).subject, "You already have an account");
});

test("an address that is taken while the link is under way stays with its owner", async () => {
  const [email, next] = [await aUser(stage), anAddress()];
  await must((await aDashboard(stage, email)).call("POST", "/profile/email", { email: next, password: PASSWORD }));
  const { path } = await newestMail(next);
  await must(stage.admin("POST", "/users", { name: "Faster", email: next }));
  assert.equal((await submit(stage, path, {})).status, 409);
  assert.equal((await signIn(aVisitor(stage.url), email)).status, 303);
});

test("without mail only the operator changes addresses", async () => {
  const email = await aUser(closed);
  const reply = await (await aDashboard(closed, email)).call("POST", "/profile/email", { email: anAddress(), password: PASSWORD });
  assert.deepEqual(
    [reply.status, reply.body.errors],
    [422, { email: "This service sends no mail. Ask its operator to change your address." }],
  );
  const next = anAddress();
  const user = await must(closed.admin("PATCH", `/users?user=${email}`, { email: next }));
  assert.equal(user.email, next);
  assert.equal((await closed.admin("PATCH", `/users?user=${next}`, { email: (await aUser(closed)).toUpperCase() })).status, 409);
});

test("a link to an address that the person no longer has does not work", async () => {
  const email = await aUser(closed);
  const { url } = await must(closed.admin("POST", "/users/reset-link", { user: email }));
  await must(closed.admin("PATCH", `/users?user=${email}`, { email: anAddress() }));
  const { pathname, search } = new URL(url);
  assert.equal((await aVisitor(closed.url).get(`${pathname}${search}`)).status, 404);
});

test("once the password has been changed, an older link to choose one does not work any more", async () => {
  const email = await aUser(closed);
  const { url } = await must(closed.admin("POST", "/users/reset-link", { user: email }));
  const { pathname, search } = new URL(url);
  assert.equal((await aVisitor(closed.url).get(`${pathname}${search}`)).status, 200);
  await must(closed.admin("POST", "/users/password", { user: email, password: "battery staple" }));
  assert.equal((await aVisitor(closed.url).get(`${pathname}${search}`)).status, 404);
});

test("once the password has been changed, a link to another address does not work any more, whether or not its mail had been sent", async () => {
  const email = await aUser(stage);
  const dashboard = await aDashboard(stage, email);
  const next = anAddress();
  await must(dashboard.call("POST", "/profile/email", { email: next, password: PASSWORD }));
  const { path } = await newestMail(next);
  await must(stage.admin("POST", "/users/password", { user: email, password: "battery staple" }));
  assert.equal((await aVisitor(stage.url).get(path)).status, 404);
  const unsent = anAddress();
  await must(stage.admin("POST", "/users/password", { user: email, password: PASSWORD }));
  await must((await aDashboard(stage, email)).call("POST", "/profile/email", { email: unsent, password: PASSWORD }));
  await must(stage.admin("POST", "/users/password", { user: email, password: "another staple" }));
  await sendDueMails(stage.app, new AbortController().signal);
  assert.deepEqual(mailbox.to(unsent), []);
});

test("of two people who get the same address at the same moment, one has it", async () => {
  for (let time = 0; time < 5; time += 1) {
    const [one, other, wanted] = [await aUser(closed), await aUser(closed), anAddress()];
    const replies = await Promise.all([one, other].map((user) => closed.admin("PATCH", `/users?user=${user}`, { email: wanted })));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
  }
});

test("once the address has been changed, an older link to another one does not work any more", async () => {
  const email = await aUser(stage);
  const next = anAddress();
  await must((await aDashboard(stage, email)).call("POST", "/profile/email", { email: next, password: PASSWORD }));
  const { path } = await newestMail(next);
  await must(stage.admin("PATCH", `/users?user=${email}`, { email: anAddress() }));
  assert.equal((await aVisitor(stage.url).get(path)).status, 404);
});

test("the link to confirm is sent again on request, until the address is confirmed", async () => {
  const email = await aUser(stage, { verified: false });
  const dashboard = await aDashboard(stage, email);
  assert.deepEqual(await must(dashboard.call("POST", "/profile/verification")), {});
  await submit(stage, (await newestMail(email)).path, {});
  assert.equal((await dashboard.call("POST", "/profile/verification")).status, 422);
});

test("the last operator cannot take the mark from themselves in the dashboard", async () => {
  const [first, second] = [await aUser(closed, { operator: true }), await aUser(closed, { operator: true })];
  const dashboard = await aDashboard(closed, first);
  const take = (email: string) => dashboard.call("PATCH", `/admin/users?user=${email}`, { operator: false });
  assert.equal((await take(second)).status, 200);
  const refused = await take(first);
  assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ["operator"]]);
});

test("five mails with a link are sent within an hour to a person who asks for them, and one more is refused", async () => {
  const email = await aUser(stage, { verified: false });
  const dashboard = await aDashboard(stage, email);
  for (let n = 0; n < BOUNDS.mailsAsked.most; n += 1) await must(dashboard.call("POST", "/profile/verification"));
  const refused = await dashboard.call("POST", "/profile/verification");
  assert.deepEqual([refused.status, refused.body.message], [422, "Too many attempts. Wait 60 minutes, then try again."]);
  const other = await aDashboard(stage, await aUser(stage, { verified: false }));
  await must(other.call("POST", "/profile/verification"));
});
