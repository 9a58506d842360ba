import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { LogIn, LogInCall } from "../../connectors/log-in.ts";
import { channelOf } from "../../connectors/oauth/testing/log-in.ts";
import { APPLICATION } from "../../connectors/testing/call.ts";
import { aPost } from "../../connectors/testing/posts.ts";
import { known } from "../sandbox/model.ts";
import { giveRole, organizationNamed, rolesOf } from "../sandbox/people.ts";
import { linkedin } from "./index.ts";
import { pagesLogIn, profileLogIn } from "./log-in.ts";
import { deliver } from "./testing/delivery.ts";
import { CALLBACK, comeBack, granted, openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const DAY = 86_400;
const BROKEN = { status: 500, body: { status: 500, message: "Internal" } };
const DENIED = { status: 401, body: { status: 401, code: "REVOKED_ACCESS_TOKEN", message: "Revoked" } };
const TOKEN = { method: "POST", path: /accessToken/ } as const;
const PERSON = { method: "GET", path: /\/v2\/(userinfo|me)/ } as const;
const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);
const daysUntil = (end: string | null) => Math.round((Date.parse(String(end)) - Date.parse(stage.now())) / 1000 / DAY);

function finish(logIn: LogIn, parameters: Record<string, string>, fields: { redirectUri?: string; call?: LogInCall } = {}) {
  const { redirectUri = CALLBACK, call = stage.logInCall() } = fields;
  return logIn.finish({ parameters, redirectUri, verifier: "v", memory: null }, call);
}

/** The accounts of a log-in; the application asks for what its operator leaves it, or for everything. */
async function listed(logIn: LogIn, leavesOut: readonly string[] = []) {
  const scopes = logIn.scopes.map(({ name }) => name).filter((name) => !leavesOut.includes(name));
  const call = stage.logInCall({ application: { ...APPLICATION, scopes } });
  const outcome = await logIn.accounts(await granted(logIn, call), call);
  assert.ok(outcome.kind === "listed", JSON.stringify(outcome));
  return outcome.accounts;
}

async function refused(logIn: LogIn, parameters: Record<string, string>, fields?: Parameters<typeof finish>[2]): Promise<string> {
  const outcome = await finish(logIn, parameters, fields);
  assert.ok(outcome.kind === "refused", JSON.stringify(outcome));
  return outcome.reason;
}

test("the person is sent to LinkedIn with what the application's product allows, spaces as LinkedIn wants them", async () => {
  const request = { state: "s 1", redirectUri: CALLBACK, challenge: "c", asked: "", publicUrl: "https://social.example" };
  const opened = await profileLogIn.begin(request, stage.logInCall());
  assert.ok(opened.kind === "open");
  assert.equal(
    opened.url,
    `${stage.baseUrl}/www/oauth/v2/authorization?client_id=sandbox&response_type=code&scope=openid%20profile%20w_member_social&redirect_uri=${encodeURIComponent(CALLBACK)}&state=s%201`,
  );
});

test("the operator decides what an application asks for that may not ask for all", async () => {
  await stage.settings({ products: ["member"] });
  const call = stage.logInCall({ application: { ...APPLICATION, scopes: ["openid", "profile", "w_member_social"] } });
  const grant = await granted(pagesLogIn, call);
  assert.deepEqual(grant.scopes, ["openid", "profile", "w_member_social"]);
  const outcome = await pagesLogIn.accounts(grant, call);
  assert.ok(outcome.kind === "listed");
  assert.deepEqual(
    outcome.accounts.map(({ remoteId }) => remoteId),
    [`urn:li:person:${grant.remoteId}`],
  );
});

// Shows LinkedIn: log-in
test("a log-in for a profile gives a grant of sixty days that is not renewed, and publishes", async () => {
  const grant = await granted(profileLogIn, stage.logInCall());
  assert.deepEqual(
    [grant.application, grant.name, grant.ends.renewAt, daysUntil(grant.ends.endsAt)],
    ["linkedin", "Ada Lovelace", null, 60],
  );
  const outcome = await profileLogIn.accounts(grant, stage.logInCall());
  assert.ok(outcome.kind === "listed");
  assert.deepEqual(outcome.accounts, [
    {
      type: "LinkedIn",
      remoteId: `urn:li:person:${grant.remoteId}`,
      handle: "Ada Lovelace",
      credentials: {},
      settings: {},
      name: "Ada Lovelace",
      pictureUrl: `${stage.baseUrl}/www/picture.png`,
      problem: null,
      limits: [
        "Likes, comments and reposts on the profile are not counted.",
        "LinkedIn lets nobody read what a person published: when the answer to a post or comment is lost, you have to look at the profile yourself.",
      ],
    },
  ]);
  const [account] = outcome.accounts;
  assert.ok(account !== undefined);
  assert.equal((await deliver(stage, aPost(), { as: channelOf(account, grant) }).toEnd()).kind, "published");
});

test("a log-in for Pages offers each Page with what the person may do there, and the person's own profile", async () => {
  const accounts = await listed(pagesLogIn);
  assert.deepEqual(
    accounts.map(({ name, handle, problem }) => [name, handle, problem]),
    [
      ["Ada Lovelace Company", "ada-lovelace-company", null],
      ["Ada Lovelace Studio", "ada-lovelace-studio", null],
      ["Ada Lovelace Club", "ada-lovelace-club", "You may not post for this Page. Ask its administrator for the role of a content admin."],
      ["Ada Lovelace", "Ada Lovelace", null],
    ],
  );
  assert.deepEqual(
    accounts.map(({ limits }) => limits.length),
    [0, 0, 0, 1],
  );
  const grant = await granted(pagesLogIn, stage.logInCall());
  for (const account of accounts.filter(({ problem }) => problem === null)) {
    assert.equal((await deliver(stage, aPost(), { as: channelOf(account, grant) }).toEnd()).kind, "published", account.name);
  }
});

test("an outage while the names of Pages are read renames no channel: the log-in is to be begun again", async () => {
  const grant = await granted(pagesLogIn, stage.logInCall());
  stage.fault({ method: "GET", path: /\/rest\/organizations\b/, act: { status: 503, body: { status: 503, message: "Down" } } });
  assert.equal((await pagesLogIn.accounts(grant, stage.logInCall())).kind, "unreachable");
  const no = { status: 403, body: { status: 403, message: "No" } };
  stage.fault(...times(2, { method: "GET", path: /\/rest\/organizations\b/, act: no } as const));
  const listed = await pagesLogIn.accounts(grant, stage.logInCall());
  assert.ok(listed.kind === "listed");
  assert.equal(listed.accounts.filter(({ name }) => /^Page \d+$/.test(name)).length, 1);
});

test("a Page that is gone, or cannot be read for the moment, hides no other, and a hundred and twenty need a few calls", async () => {
  const grant = await granted(pagesLogIn, stage.logInCall());
  const list = async () => {
    const outcome = await pagesLogIn.accounts(grant, stage.logInCall());
    assert.ok(outcome.kind === "listed", JSON.stringify(outcome));
    return { names: outcome.accounts.map(({ name }) => name), isWhole: outcome.isWhole };
  };
  const [first] = await rolesOf(stage.world, grant.remoteId);
  await stage.world.objects.delete("account", first?.organization_id ?? "");
  const rest = ["Ada Lovelace Studio", "Ada Lovelace Club", "Ada Lovelace"];
  assert.deepEqual(await list(), { names: rest, isWhole: true });
  await stage.settings({ batches: false });
  assert.deepEqual(await list(), { names: rest, isWhole: true });
  const down = { status: 503, body: { status: 503, message: "Down" } };
  stage.fault(
    ...times(2, { method: "GET", path: new RegExp(`/rest/organizations/(?!${first?.organization_id})`), act: down } as const).slice(1),
  );
  assert.deepEqual(await list(), { names: rest.slice(1), isWhole: false });
  await stage.settings({ batches: true });
  const person = await known(stage.world, "person", grant.remoteId);
  for (let index = 0; index < 117; index += 1) {
    await giveRole(stage.world, person, { organization: await organizationNamed(stage.world, `Shop ${index}`), role: "ADMINISTRATOR" });
  }
  const before = stage.exchanges.length;
  assert.equal((await list()).names.length, 120);
  assert.ok(stage.exchanges.length - before <= 8, `${stage.exchanges.length - before} calls`);
});

test("a Showcase Page is listed and published to as the brand that it is", async () => {
  const grant = await granted(pagesLogIn, stage.logInCall());
  const [first] = await rolesOf(stage.world, grant.remoteId);
  const id = first?.organization_id ?? "";
  await stage.world.objects.put("account", id, { name: "Rye Showcase", vanity_name: "rye", is_brand: true });
  const outcome = await pagesLogIn.accounts(grant, stage.logInCall());
  assert.ok(outcome.kind === "listed");
  const account = outcome.accounts.find(({ name }) => name === "Rye Showcase");
  assert.equal(account?.remoteId, `urn:li:organizationBrand:${id}`);
  assert.equal(linkedin.profileUrl?.({ remoteId: account?.remoteId ?? "", handle: "rye" }), `https://www.linkedin.com/company/${id}`);
  const channel = account === undefined ? assert.fail() : channelOf(account, grant);
  assert.equal((await deliver(stage, aPost(), { as: channel }).toEnd()).kind, "published");
});

test("what the application may not ask for is listed as what will not work", async () => {
  const leavesOut = ["w_organization_social", "r_organization_social_feed", "w_member_social", "w_member_social_feed"];
  const [page, , , profile] = await listed(pagesLogIn, leavesOut);
  assert.deepEqual(
    [page?.problem, page?.limits],
    [
      "Nothing can be published on Pages: the application has no permission for it.",
      ["When the answer to a comment on a Page is lost, it cannot be looked up."],
    ],
  );
  assert.deepEqual(
    [profile?.problem, profile?.limits[0]],
    [
      "Nothing can be published on the profile: the application has no permission for it.",
      "First comments on the profile cannot be written.",
    ],
  );
  const only = await listed(pagesLogIn, ["rw_organization_admin"]);
  assert.deepEqual(
    only.map(({ name }) => name),
    ["Ada Lovelace"],
  );
});

test("an application without the product is told which one it needs", async () => {
  await stage.settings({ products: ["member"] });
  assert.equal(
    await refused(pagesLogIn, await comeBack(pagesLogIn, stage.logInCall())),
    'LinkedIn Pages ended the log-in: Scope "r_basicprofile" is not authorized for your application. The application needs the product Community Management API, which LinkedIn has to approve. A profile alone needs none of that: log in at LinkedIn instead. /help/networks/linkedin says how, and how to ask for less.',
  );
  await stage.settings({ products: ["organization"] });
  assert.match(
    await refused(profileLogIn, await comeBack(profileLogIn, stage.logInCall())),
    /"openid" is not authorized.*Share on LinkedIn/,
  );
});

test("a person who cancels has declined, at LinkedIn's page or before it", async () => {
  assert.deepEqual(await finish(profileLogIn, await comeBack(profileLogIn, stage.logInCall(), { decision: "cancel" })), {
    kind: "declined",
  });
  assert.deepEqual(await finish(profileLogIn, { error: "user_cancelled_login" }), { kind: "declined" });
});

test("a code is accepted once, for its own redirect address and application; each refusal says what to do", async () => {
  const back = () => comeBack(profileLogIn, stage.logInCall());
  const used = await back();
  assert.equal((await finish(profileLogIn, used)).kind, "granted");
  assert.match(await refused(profileLogIn, used), /Please start again\.$|exactly this redirect address/);
  const wrong = stage.logInCall({ application: { clientId: "sandbox", clientSecret: "wrong" } });
  assert.match(await refused(profileLogIn, await back(), { call: wrong }), /Check the id and the secret of the application\.$/);
  assert.match(
    await refused(profileLogIn, await back(), { redirectUri: "https://other.example/callback" }),
    /exactly this redirect address: https:\/\/other\.example\/callback$/,
  );
});

test("other ends of a log-in are refused in words", async () => {
  for (const [parameters, reason] of [
    [{ error: "server_error", error_description: "Try later" }, "LinkedIn ended the log-in: Try later."],
    [{}, "LinkedIn sent you back without a code. Please start again."],
  ] as const) {
    assert.equal(await refused(profileLogIn, { ...parameters }), reason);
  }
  const reason = "LinkedIn Pages needs the id and the secret of an application before anyone can log in.";
  const call = stage.logInCall({ application: null });
  assert.equal(await refused(pagesLogIn, { code: "c" }, { call }), reason);
  const request = { state: "s", redirectUri: CALLBACK, challenge: "c", asked: "", publicUrl: "https://social.example" };
  assert.deepEqual(await pagesLogIn.begin(request, call), { kind: "refused", reason });
});

test("a new token that is refused at random is asked again, and an outage says to start again", async () => {
  stage.fault(...times(2, { ...PERSON, act: DENIED }));
  assert.equal((await finish(profileLogIn, await comeBack(profileLogIn, stage.logInCall()))).kind, "granted");
  for (const act of [BROKEN, "drop", { status: 200, body: { no: "token" } }] as const) {
    stage.fault({ ...TOKEN, act });
    assert.equal((await finish(profileLogIn, await comeBack(profileLogIn, stage.logInCall()))).kind, "unreachable");
  }
});

test("a partner's grant is renewed two weeks before its token ends, until a year after the log-in", async () => {
  await stage.settings({ refresh_tokens: true, rotation: "after-use" });
  const grant = await granted(pagesLogIn, stage.logInCall());
  assert.deepEqual([daysUntil(grant.ends.accessEndsAt), daysUntil(grant.ends.renewAt), daysUntil(grant.ends.endsAt)], [60, 46, 365]);
  stage.pass(46 * DAY);
  const renewed = await pagesLogIn.renew?.(grant, stage.logInCall());
  assert.ok(renewed?.kind === "renewed");
  assert.deepEqual([daysUntil(renewed.ends.accessEndsAt), daysUntil(renewed.ends.endsAt)], [60, 319]);
  const next = { ...grant, credentials: renewed.credentials };
  assert.notEqual(Object(next.credentials).refreshToken, Object(grant.credentials).refreshToken);
  assert.equal((await pagesLogIn.probe(next, stage.logInCall())).kind, "works");
  stage.pass(300 * DAY);
  const last = await pagesLogIn.renew?.(next, stage.logInCall());
  assert.ok(last?.kind === "renewed");
  assert.deepEqual([daysUntil(last.ends.endsAt), last.ends.renewAt], [19, null]);
});

test("a renewal that is refused ends the log-in, an outage does not", async () => {
  await stage.settings({ refresh_tokens: true });
  const grant = await granted(pagesLogIn, stage.logInCall());
  const renew = () => pagesLogIn.renew?.(grant, stage.logInCall());
  stage.fault({ ...TOKEN, act: BROKEN }, { ...TOKEN, act: "cut" });
  assert.deepEqual([(await renew())?.kind, (await renew())?.kind], ["busy", "busy"]);
  stage.pass(366 * DAY);
  assert.equal((await renew())?.kind, "ended");
  await stage.settings({});
  const other = await granted(pagesLogIn, stage.logInCall());
  assert.equal((await pagesLogIn.renew?.(other, stage.logInCall()))?.kind, "ended");
});

test("a probe tells working, ended and unknown apart, and believes only three refusals", async () => {
  const grant = await granted(profileLogIn, stage.logInCall());
  const probe = async () => (await profileLogIn.probe(grant, stage.logInCall())).kind;
  stage.fault(...times(4, { ...PERSON, act: DENIED }));
  assert.equal(await probe(), "works");
  stage.fault(...times(6, { ...PERSON, act: DENIED }));
  assert.equal(await probe(), "ended");
  stage.fault({ ...PERSON, act: BROKEN });
  assert.equal(await probe(), "unknown");
  stage.pass(61 * DAY);
  assert.equal(await probe(), "ended");
});
