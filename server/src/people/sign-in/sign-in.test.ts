import assert from "node:assert/strict";
import { after, test } from "node:test";
import { must } from "../../testing/builders.ts";
import { aSignedIn, PASSWORD, signIn } from "../../testing/program.ts";
import { openStage } from "../../testing/stage.ts";
import { aVisitor } from "../../testing/visitor.ts";
import { foldEmail } from "../users/store.ts";
import { insertSession } from "./session-store.ts";
import { attemptSignIn, GUESS_WINDOW_SECONDS, GUESSES_PER_ACCOUNT_MAX, GUESSES_PER_ADDRESS_MAX } from "./sign-in.ts";

const stage = await openStage({ ROSTRUM_TRUST_PROXY: "127.0.0.1/32" });
after(() => stage[Symbol.asyncDispose]());

const WRONG = "The e-mail address or the password is wrong.";
const sessionCookie = (line: string) => line.startsWith("rostrum_session=");
/** Each test guesses from its own addresses. */
let lastAddress = 0;
function fromElsewhere() {
  lastAddress += 1;
  return { "x-forwarded-for": `198.18.0.${lastAddress}` };
}

async function guess(email: string, password: string, headers: Readonly<Record<string, string>>) {
  const visitor = aVisitor(stage.url);
  const page = await visitor.get("/sign-in");
  const fields = page.forms[0]?.fields ?? {};
  return visitor.post("/sign-in", { ...fields, email, password }, headers);
}

test("The right password redirects to the requested page, with a session in an HttpOnly cookie", async () => {
  const { email } = await aSignedIn(stage);
  const visitor = aVisitor(stage.url);
  const page = await visitor.get("/sign-in?return_to=%2Faccount%3Fdisconnected");
  const reply = await visitor.submit(page, "/sign-in", { email: ` ${email.toUpperCase()} `, password: "correct horse" });
  assert.deepEqual([reply.status, reply.location], [303, "/account?disconnected"]);
  const [cookie] = reply.headers.getSetCookie().filter(sessionCookie);
  assert.match(cookie ?? "", /^rostrum_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
  assert.match((await visitor.get("/account")).text, new RegExp(`Signed in as Ada Baker \\( ?${email} ?\\)`));
});

test("Over https the cookie is Secure and has a name that no other host can set", async () => {
  await using secure = await openStage({ ROSTRUM_PUBLIC_URL: "https://social.example" });
  const { email } = { email: "ada@example.org" };
  await must(
    // The stage's own client would call the public URL.
    secureAdmin(secure.app.config.port, { name: "Ada", email, password: "correct horse" }),
  );
  const url = `http://127.0.0.1:${secure.app.config.port}`;
  const reply = await signIn(aVisitor(url), email);
  const [cookie] = reply.headers.getSetCookie().filter((line) => line.includes("rostrum_session"));
  assert.match(cookie ?? "", /^__Host-rostrum_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/);
});

test("A form opened at another address than the public one leads there, since browsers keep its cookies from any other", async () => {
  await using secure = await openStage({ ROSTRUM_PUBLIC_URL: "https://social.example" });
  const body = new URLSearchParams({ email: "ada@example.org", password: PASSWORD, token: "from a page whose cookie was not kept" });
  const reply = await fetch(`http://127.0.0.1:${secure.app.config.port}/sign-in`, { method: "POST", body, redirect: "manual" });
  const text = await reply.text();
  assert.equal(reply.status, 403);
  assert.match(text, /another address than https:\/\/social\.example, open it there/);
  assert.match(text, /<a href="https:\/\/social\.example\/sign-in[^"]*">/);
});

async function secureAdmin(port: number, body: unknown) {
  const response = await fetch(`http://127.0.0.1:${port}/app/api/admin/users`, {
    method: "POST",
    headers: { authorization: "Bearer admin-token-of-a-test", "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

test("The database stores no session secrets", async () => {
  const { visitor } = await aSignedIn(stage);
  const secret = visitor.cookies.get("rostrum_session") ?? "";
  const { rows } = await stage.app.db.query("select encode(hash, 'escape') || to_jsonb(s)::text as row from sessions s");
  assert.ok(rows.length > 0);
  for (const { row } of rows) assert.equal(row.includes(secret) || row.includes(Buffer.from(secret).toString("hex")), false);
});

test("A wrong password, an unknown address and a user without a password get the same reply, after the same work", async () => {
  const { email } = await aSignedIn(stage);
  await must(stage.admin("POST", "/users", { name: "Ben", email: "ben@example.org" }));
  const address = fromElsewhere();
  const seen = [];
  for (const who of [email, "nobody@example.org", "ben@example.org"]) {
    const times = [];
    for (let n = 0; n < 3; n += 1) {
      const begun = performance.now();
      const { status, html } = await guess(who, "wrong horse", address);
      times.push(performance.now() - begun);
      seen.push({ status, page: html.replaceAll(who, "").replace(/name="token" value="[^"]*"/, "") });
    }
    // A hash takes tens of milliseconds: a reply without one would stand out by its timing.
    assert.ok(Math.min(...times) > 10, `${who} after ${Math.min(...times)} ms`);
  }
  const [first, ...others] = seen;
  assert.equal(first?.status, 401);
  assert.match(first?.page ?? "", new RegExp(WRONG));
  for (const other of others) assert.deepEqual(other, first);
});

test("Guesses at one account are blocked after ten, wherever they come from, for fifteen minutes", async () => {
  const { email } = await aSignedIn(stage);
  for (let n = 0; n < GUESSES_PER_ACCOUNT_MAX; n += 1) assert.equal((await guess(email, `guess ${n}`, fromElsewhere())).status, 401);
  const refused = await guess(email.toUpperCase(), "correct horse", fromElsewhere());
  assert.equal(refused.status, 429);
  assert.match(refused.text, /Too many attempts\. Wait 15 minutes, then try again\./);
  assert.equal(refused.headers.get("retry-after"), String(GUESS_WINDOW_SECONDS));
  stage.pass(GUESS_WINDOW_SECONDS - 1);
  assert.equal((await guess(email, "correct horse", fromElsewhere())).status, 429);
  stage.pass(1);
  assert.equal((await guess(email, "correct horse", fromElsewhere())).status, 303);
});

test("An attacker guessing at an account does not lock its owner out of a browser they have signed in with before", async () => {
  const owner = await aSignedIn(stage);
  const other = await aSignedIn(stage);
  for (const { visitor } of [owner, other]) await visitor.submit(await visitor.get("/account"), "/sign-out");
  for (let n = 0; n <= GUESSES_PER_ACCOUNT_MAX; n += 1) await guess(owner.email, "x", fromElsewhere());
  assert.equal((await signIn(other.visitor, owner.email)).status, 429);
  assert.equal((await signIn(owner.visitor, owner.email)).status, 303);
  await owner.visitor.submit(await owner.visitor.get("/account"), "/sign-out");
  for (let n = 0; n < GUESSES_PER_ACCOUNT_MAX; n += 1) assert.equal((await signIn(owner.visitor, owner.email, "x")).status, 401);
  assert.equal((await signIn(owner.visitor, owner.email)).status, 429);
});

test("A browser that knew an earlier password is not known any more, and cannot guess at the new one beyond the account's limit", async () => {
  const { email, visitor } = await aSignedIn(stage);
  await visitor.submit(await visitor.get("/account"), "/sign-out");
  await must(stage.admin("POST", "/users/password", { user: email, password: "battery staple" }));
  for (let n = 0; n < GUESSES_PER_ACCOUNT_MAX; n += 1) assert.equal((await guess(email, `guess ${n}`, fromElsewhere())).status, 401);
  assert.equal((await signIn(visitor, email, "guess")).status, 429);
});

test("Guesses at one account are counted together, however the database's case folding lets its address be written", async () => {
  const email = `i-${Date.now()}@example.org`;
  await must(stage.admin("POST", "/users", { name: "Ada", email, password: PASSWORD }));
  // The database lower-cases U+0130 to i; JavaScript to i with a combining dot above, two characters.
  const dotted = `\u0130${email.slice(1)}`;
  assert.notEqual(dotted.toLowerCase(), email);
  assert.equal((await guess(dotted, PASSWORD, fromElsewhere())).status, 303);
  for (let n = 0; n < GUESSES_PER_ACCOUNT_MAX; n += 1) {
    assert.equal((await guess(n % 2 === 0 ? email : dotted, `guess ${n}`, fromElsewhere())).status, 401);
  }
  assert.equal((await guess(email, PASSWORD, fromElsewhere())).status, 429);
  assert.equal((await guess(dotted, PASSWORD, fromElsewhere())).status, 429);
  await must(stage.admin("POST", "/users/password", { user: dotted, password: PASSWORD }));
  assert.equal((await guess(email, PASSWORD, fromElsewhere())).status, 303);
});

test("Behind a shared address, the guesses of others lock nobody out of a browser they have signed in with before", async () => {
  const { email, visitor } = await aSignedIn(stage);
  const proxy = fromElsewhere();
  for (let n = 0; n < GUESSES_PER_ADDRESS_MAX; n += 1) await guess(`somebody-${n % 10}@example.org`, "guess", proxy);
  assert.equal((await guess(email, PASSWORD, proxy)).status, 429);
  const signOut = (await visitor.get("/account")).forms.find(({ action }) => action === "/sign-out");
  await visitor.post("/sign-out", { ...signOut?.fields });
  const page = await visitor.get("/sign-in");
  assert.equal((await visitor.post("/sign-in", { ...page.forms[0]?.fields, email, password: PASSWORD }, proxy)).status, 303);
});

test("Guesses at an unknown e-mail address are counted too", async () => {
  const email = "nobody-else@example.org";
  for (let n = 0; n < GUESSES_PER_ACCOUNT_MAX; n += 1) assert.equal((await guess(email, "x", fromElsewhere())).status, 401);
  assert.equal((await guess(email, "x", fromElsewhere())).status, 429);
});

test("Guesses from one address are blocked after fifty, whatever the accounts", async () => {
  const address = { "x-forwarded-for": "198.18.9.9" };
  const { email } = await aSignedIn(stage);
  await Promise.all(Array.from({ length: GUESSES_PER_ADDRESS_MAX }, (_, n) => guess(`user-${n}@example.org`, "x", address)));
  assert.equal((await guess(email, "correct horse", address)).status, 429);
  assert.equal((await guess(email, "correct horse", fromElsewhere())).status, 303);
});

test("Concurrent guesses are all counted", async () => {
  const { email } = await aSignedIn(stage);
  const address = fromElsewhere();
  const replies = await Promise.all(Array.from({ length: GUESSES_PER_ACCOUNT_MAX + 5 }, (_, n) => guess(email, `x${n}`, address)));
  assert.equal(replies.filter(({ status }) => status === 401).length, GUESSES_PER_ACCOUNT_MAX);
});

test("The right password resets an account's count", async () => {
  const { email } = await aSignedIn(stage);
  const address = fromElsewhere();
  for (let n = 0; n < GUESSES_PER_ACCOUNT_MAX - 1; n += 1) await guess(email, "x", address);
  assert.equal((await guess(email, "correct horse", address)).status, 303);
  assert.equal((await guess(email, "x", address)).status, 401);
});

test("Signing in invalidates a session planted in the browser beforehand", async () => {
  const attacker = await aSignedIn(stage);
  const victim = await aSignedIn(stage);
  const browser = aVisitor(stage.url);
  const planted = attacker.visitor.cookies.get("rostrum_session") ?? "";
  // The victim finds themselves signed in as the attacker, signs out and in again; or had the page open before the cookie was
  // planted.
  const page = await browser.get("/sign-in");
  browser.cookies.set("rostrum_session", planted);
  await browser.submit(page, "/sign-in", { email: victim.email, password: "correct horse" });
  assert.notEqual(browser.cookies.get("rostrum_session"), planted);
  assert.match((await browser.get("/account")).text, new RegExp(victim.email));
  assert.equal((await attacker.visitor.get("/account")).location, "/sign-in?return_to=%2Faccount");
  browser.cookies.set("rostrum_session", "a-value-of-the-attackers-own-choice-00000000");
  assert.equal((await browser.get("/account")).status, 303);
});

test("A session ends after a week without use, and after thirty days in any case", async () => {
  const { visitor, email } = await aSignedIn(stage);
  const isIn = async () => (await visitor.get("/account")).status === 200;
  for (let day = 0; day < 24; day += 6) {
    stage.pass(6 * 86_400);
    assert.equal(await isIn(), true, `day ${day + 6}`);
  }
  stage.pass(6 * 86_400 - 1);
  assert.equal(await isIn(), true);
  stage.pass(1);
  assert.equal(await isIn(), false);
  await signIn(visitor, email);
  stage.pass(7 * 86_400);
  assert.equal(await isIn(), false);
});

test("Signing out ends this browser's session, and a copy of the cookie no longer works", async () => {
  const { visitor, email } = await aSignedIn(stage);
  const other = aVisitor(stage.url);
  await signIn(other, email);
  const kept = visitor.cookies.get("rostrum_session") ?? "";
  const reply = await visitor.submit(await visitor.get("/account"), "/sign-out");
  assert.deepEqual([reply.status, reply.location], [303, "/sign-in?return_to=%2F"]);
  assert.equal(visitor.cookies.has("rostrum_session"), false);
  visitor.cookies.set("rostrum_session", kept);
  assert.equal((await visitor.get("/account")).status, 303);
  assert.equal((await other.get("/account")).status, 200);
  await other.submit(await other.get("/account"), "/sign-out", { everywhere: "1" });
  assert.equal((await other.get("/account")).status, 303);
});

test("Setting a password ends all of the user's sessions and no others, and lifts the lockout", async () => {
  const { visitor, email } = await aSignedIn(stage);
  const bystander = await aSignedIn(stage);
  for (let n = 0; n <= GUESSES_PER_ACCOUNT_MAX; n += 1) await guess(email, "x", fromElsewhere());
  await must(stage.admin("POST", "/users/password", { user: email, password: "battery staple" }));
  assert.equal((await visitor.get("/account")).status, 303);
  assert.equal((await bystander.visitor.get("/account")).status, 200);
  assert.equal((await guess(email, "correct horse", fromElsewhere())).status, 401);
  assert.equal((await guess(email, "battery staple", fromElsewhere())).status, 303);
});

test("A password that is changed while it is being checked opens no session", async () => {
  const { email } = await aSignedIn(stage);
  const attempt = await attemptSignIn(stage.app, {
    email: await foldEmail(stage.app.db, email),
    password: PASSWORD,
    address: "198.18.5.5",
    browser: null,
  });
  assert.equal(attempt.kind, "right");
  await must(stage.admin("POST", "/users/password", { user: email, password: "battery staple" }));
  const { userId, passwordHash } = attempt;
  assert.equal(await insertSession(stage.app.db, { hash: Buffer.alloc(32), userId, passwordHash, browser: null, now: stage.now() }), null);
});

test("A person has a hundred sessions at most: the one that has rested longest ends with the next", async () => {
  const { email, visitor } = await aSignedIn(stage);
  await stage.app.db.query(
    `insert into sessions (hash, user_id, created_at, last_used_at, expires_at)
     select sha256(convert_to(n::text, 'UTF8')), u.id, $2, $2::timestamptz + n * interval '1 second', $2::timestamptz + interval '1 day'
     from users u, generate_series(1, 150) n where u.email = $1`,
    [email, stage.now()],
  );
  assert.equal((await signIn(aVisitor(stage.url), email)).status, 303);
  const { rows } = await stage.app.db.query("select count(*)::int n from sessions s join users u on u.id = s.user_id where u.email = $1", [
    email,
  ]);
  assert.deepEqual(rows, [{ n: 100 }]);
  assert.notEqual((await visitor.get("/account")).status, 200);
});

test("Expired sessions and counts are deleted", async () => {
  await aSignedIn(stage);
  await guess("nobody@example.org", "x", fromElsewhere());
  stage.pass(31 * 86_400);
  const { email } = await aSignedIn(stage);
  await guess(email, "x", fromElsewhere());
  const { rows } = await stage.app.db.query("select (select count(*) from sessions) sessions, (select count(*) from throttles) throttles");
  assert.deepEqual(rows, [{ sessions: 1, throttles: 3 }]);
});

test("A form posted from another site signs nobody in or out", async () => {
  const { visitor, email } = await aSignedIn(stage);
  const fields = { email, password: "correct horse" };
  // Another site can make a browser post here, but cannot read our pages or cookies.
  assert.equal((await aVisitor(stage.url).post("/sign-in", fields)).status, 403);
  const attacker = aVisitor(stage.url);
  const [form] = (await attacker.get("/sign-in")).forms;
  const victim = aVisitor(stage.url);
  await victim.get("/sign-in");
  assert.equal((await victim.post("/sign-in", { ...form?.fields, ...fields })).status, 403);
  assert.equal(victim.cookies.has("rostrum_session"), false);
  const own = await victim.get("/sign-in");
  const site = { "sec-fetch-site": "cross-site" };
  assert.equal((await victim.post("/sign-in", { ...own.forms[0]?.fields, ...fields }, site)).status, 403);
  const origin = { origin: "https://evil.example" };
  assert.equal((await victim.post("/sign-in", { ...own.forms[0]?.fields, ...fields }, origin)).status, 403);
  assert.equal((await visitor.post("/sign-out", {})).status, 403);
  assert.equal((await visitor.get("/account")).status, 200);
});

for (const asked of [
  "https://evil.example/",
  "//evil.example/",
  "/\\evil.example/",
  "/\t/evil.example/",
  "/%09/../..//evil.example/",
  "/x/..//evil.example",
  "javascript:alert(1)",
  "http:/account",
  "account",
  "/sign-out",
  `/${"x".repeat(9000)}`,
]) {
  test(`Sign-in never redirects to ${JSON.stringify(asked.slice(0, 40))}`, async () => {
    const { email } = await aSignedIn(stage);
    const visitor = aVisitor(stage.url);
    const page = await visitor.get("/sign-in");
    const reply = await visitor.submit(page, "/sign-in", { email, password: "correct horse", return_to: asked });
    assert.equal(reply.status, 303);
    const { origin, pathname } = new URL(reply.location ?? "", stage.url);
    assert.equal(origin, stage.url);
    assert.equal(pathname.startsWith("//") || reply.location?.startsWith("//"), false);
    // The same rule applies when already signed in.
    const again = await visitor.get(`/sign-in?return_to=${encodeURIComponent(asked).slice(0, 6000)}`);
    assert.equal(new URL(again.location ?? "", stage.url).origin, stage.url);
  });
}

test("Whatever is typed stays text, on the page and in the database", async () => {
  const email = `"><script>alert(1)</script>@x\0y`;
  const { status, html } = await guess(email, "\0", fromElsewhere());
  assert.equal(status, 401);
  assert.doesNotMatch(html, /<script/);
});

test("Pages allow no scripts, no frames and no forms to other sites", async () => {
  const { headers } = await aVisitor(stage.url).get("/sign-in");
  assert.equal(
    headers.get("content-security-policy"),
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; media-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  assert.equal(headers.get("cache-control"), "no-store");
  assert.equal(headers.get("referrer-policy"), "no-referrer");
});
