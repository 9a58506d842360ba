import assert from "node:assert/strict";
import { after, test } from "node:test";
import { GUESSES_PER_ACCOUNT_MAX } from "../../people/sign-in/sign-in.ts";
import { aProgram, aSignedIn, isLetIn, PASSWORD, type SignedIn, signIn } from "../../testing/program.ts";
import { openStage } from "../../testing/stage.ts";
import { aVisitor, type Visited } from "../../testing/visitor.ts";

const stage = await openStage();
after(() => stage[Symbol.asyncDispose]());

const NEXT = "a better horse";

async function change({ visitor }: SignedIn, fields: { password: string; new_password: string }): Promise<Visited> {
  return visitor.submit(await visitor.get("/account"), "/account/password", fields);
}

test("After a password change the new password works and the old one does not", async () => {
  const person = await aSignedIn(stage);
  const reply = await change(person, { password: PASSWORD, new_password: NEXT });
  assert.deepEqual([reply.status, reply.location], [303, "/account?password-changed"]);
  assert.match((await person.visitor.get("/account?password-changed")).text, /Your password has been changed\./);
  assert.equal((await signIn(aVisitor(stage.url), person.email, PASSWORD)).status, 401);
  assert.equal((await signIn(aVisitor(stage.url), person.email, NEXT)).status, 303);
});

test("The browser that changed it stays signed in with a new session secret; all others are signed out; apps stay connected", async () => {
  const person = await aSignedIn(stage);
  const program = await aProgram(stage);
  const { access_token } = await program.connect(person);
  const other = aVisitor(stage.url);
  await signIn(other, person.email);
  const before = person.visitor.cookies.get("rostrum_session") ?? "";
  await change(person, { password: PASSWORD, new_password: NEXT });
  assert.notEqual(person.visitor.cookies.get("rostrum_session"), before);
  assert.equal((await person.visitor.get("/account")).status, 200);
  assert.equal((await other.get("/account")).status, 303);
  const thief = aVisitor(stage.url);
  thief.cookies.set("rostrum_session", before);
  assert.equal((await thief.get("/account")).status, 303);
  assert.equal(await isLetIn(stage, access_token), true);
});

test("Confirmations appear only for known query strings", async () => {
  const { visitor } = await aSignedIn(stage);
  for (const word of ["constructor", "toString", "__proto__", "anything"]) {
    const { status, html } = await visitor.get(`/account?${word}`);
    assert.equal(status, 200, word);
    assert.equal(html.includes('role="status"'), false, word);
  }
});

test("A wrong current password changes nothing and says so", async () => {
  const person = await aSignedIn(stage);
  const reply = await change(person, { password: "wrong horse", new_password: NEXT });
  assert.equal(reply.status, 401);
  assert.match(reply.text, /That is not your current password\./);
  assert.equal((await signIn(aVisitor(stage.url), person.email, PASSWORD)).status, 303);
});

test("A password that is too short or too long is refused before the current one is checked", async () => {
  const person = await aSignedIn(stage);
  for (const unfit of ["", "7 chars", "x".repeat(1025)]) {
    const reply = await change(person, { password: PASSWORD, new_password: unfit });
    assert.equal(reply.status, 422, unfit.slice(0, 10));
    assert.match(reply.text, /Your new password must have 8 to 1024 characters\./);
  }
  assert.equal((await change(person, { password: PASSWORD, new_password: "8 chars!" })).status, 303);
});

test("Guesses at the current password count as guesses at sign-in", async () => {
  const person = await aSignedIn(stage);
  for (let n = 0; n < GUESSES_PER_ACCOUNT_MAX; n += 1) {
    assert.equal((await change(person, { password: `guess ${n}`, new_password: NEXT })).status, 401);
  }
  const refused = await change(person, { password: PASSWORD, new_password: NEXT });
  assert.equal(refused.status, 429);
  assert.match(refused.text, /Too many attempts\. Wait 15 minutes, then try again\./);
  assert.equal(refused.headers.get("retry-after"), "900");
});

test("A form from another session, for another purpose or from another site changes nothing", async () => {
  const person = await aSignedIn(stage);
  const other = await aSignedIn(stage);
  const fields = { password: PASSWORD, new_password: NEXT };
  const own = await person.visitor.get("/account");
  const foreign = await other.visitor.get("/account");
  const tokenOf = (page: Visited, action: string) => page.forms.find((form) => form.action === action)?.fields.token ?? "";
  for (const token of ["", tokenOf(foreign, "/account/password"), tokenOf(own, "/sign-out")]) {
    assert.equal((await person.visitor.post("/account/password", { ...fields, token })).status, 403);
  }
  const token = tokenOf(own, "/account/password");
  assert.equal((await person.visitor.post("/account/password", { ...fields, token }, { "sec-fetch-site": "cross-site" })).status, 403);
  assert.equal((await aVisitor(stage.url).post("/account/password", { ...fields, token })).location, "/sign-in?return_to=%2Faccount");
  assert.equal((await signIn(aVisitor(stage.url), person.email, PASSWORD)).status, 303);
});
