import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { offeredTo } from "@rostrum/contract/preferences.ts";
import { pastedTokens } from "../../connectors/oauth/tokens.ts";
import { APPLICATION, connected } from "../../connectors/testing/call.ts";
import { tiktok } from "./index.ts";
import { logIn } from "./log-in.ts";
import { PREFERENCES } from "./preferences.ts";
import { aVideoPost, CALLBACK, comeBack, deliver, granted, loggedIn, openStage, refusal, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const TOKEN = { path: /\/oauth\/token\// } as const;
const USER = { path: /\/user\/info\// } as const;
const DEAD = refusal(401, "access_token_invalid");
/** With one decimal; 0 rather than the -0 that a moment ago rounds to. */
const hoursUntil = (end: string | null) => Math.round((Date.parse(String(end)) - Date.parse(stage.now())) / 360_000) / 10 || 0;

async function refused(parameters: Record<string, string>): Promise<string> {
  const outcome = await logIn.finish({ parameters, redirectUri: CALLBACK, verifier: "v", memory: null }, stage.logInCall());
  assert.ok(outcome.kind === "refused", JSON.stringify(outcome));
  return outcome.reason;
}

test("the person is sent to TikTok with its own name for the application, and what the operator lets it ask for", async () => {
  const request = { state: "s 1", redirectUri: CALLBACK, challenge: "c", asked: "", publicUrl: "https://social.example" };
  const call = stage.logInCall({ application: { ...APPLICATION, scopes: ["user.info.basic", "video.upload"] } });
  const opened = await logIn.begin(request, call);
  assert.ok(opened.kind === "open");
  assert.equal(
    opened.url,
    `${stage.baseUrl}/www/v2/auth/authorize/?client_key=sandbox&response_type=code&scope=user.info.basic%2Cvideo.upload&redirect_uri=${encodeURIComponent(CALLBACK)}&state=s%201`,
  );
});

// Shows TikTok: log-in
test("a log-in gives a grant that is renewed for half a year, with what the account lets people choose, and publishes", async () => {
  const { grant, account, channel } = await loggedIn(stage);
  assert.deepEqual(
    [grant.application, grant.name, hoursUntil(grant.ends.accessEndsAt), hoursUntil(grant.ends.renewAt)],
    ["tiktok", account.handle, 2, 1.5],
  );
  assert.equal(hoursUntil(grant.ends.endsAt), 180 * 24);
  assert.match(account.handle, /^@\w+$/);
  assert.deepEqual([account.name, account.problem, account.limits, account.settings], ["Ada Lovelace", null, [], { videoSeconds: 600 }]);
  const [privacy] = offeredTo(account.accountPreferences ?? {}, PREFERENCES);
  assert.deepEqual(privacy?.kind === "choice" && [privacy.preset, privacy.options.map(({ value }) => value)], [
    null,
    ["PUBLIC_TO_EVERYONE", "MUTUAL_FOLLOW_FRIENDS", "SELF_ONLY"],
  ]);
  assert.equal((await deliver(stage, aVideoPost(stage), { as: channel }).toEnd()).kind, "published");
});

test("a private account is offered its own choices, without duets and what it has switched off itself", async () => {
  await stage.settings({ stitch_disabled: true });
  const { account } = await loggedIn(stage, { name: "Ada Private" });
  const offered = offeredTo(account.accountPreferences ?? {}, PREFERENCES);
  const problems = offered.filter((one) => one.kind === "switch" && one.problem !== undefined).map(({ name }) => name);
  assert.deepEqual(problems, ["allowDuet", "allowStitch"]);
  const [privacy] = offered;
  assert.deepEqual(privacy?.kind === "choice" && privacy.options.map(({ label }) => label), [
    "Followers",
    "Friends: followers whom the account follows back",
    "Only the account itself",
  ]);
});

test("without an audit only one choice is open, and the page says why", async () => {
  const call = stage.logInCall({ isAudited: false });
  const listed = await logIn.accounts(await granted(call), call);
  assert.ok(listed.kind === "listed");
  const [account] = listed.accounts;
  const [privacy] = offeredTo(account?.accountPreferences ?? {}, PREFERENCES);
  assert.ok(privacy?.kind === "choice");
  assert.deepEqual(
    privacy.options.filter(({ problem }) => problem === undefined).map(({ value }) => value),
    ["SELF_ONLY"],
  );
  assert.match(account?.limits[0] ?? "", /^TikTok has not audited the application/);
});

test("permissions that were not given are listed; an account for the inbox alone has nothing to choose", async () => {
  const inbox = await loggedIn(stage, { scopes: ["user.info.basic", "video.upload"] });
  assert.equal(inbox.account.problem, null);
  assert.equal(inbox.account.limits.length, 3);
  assert.deepEqual(offeredTo(inbox.account.accountPreferences ?? {}, PREFERENCES), []);
  const draft = aVideoPost(stage, { options: { sendToInbox: true } });
  assert.equal((await deliver(stage, draft, { as: inbox.channel }).toEnd()).kind, "handedOver");
  const direct = await deliver(stage, aVideoPost(stage), { as: inbox.channel }).toEnd();
  assert.ok(direct.kind === "rejected");
  assert.match(direct.reason, /^The permission to publish was not given at the log-in/);
  const nothing = await loggedIn(stage, { scopes: ["user.info.basic"] });
  assert.match(nothing.account.problem ?? "", /^Nothing can be published/);
});

test("a person who declines, and whatever else TikTok says, is understood", async () => {
  const call = stage.logInCall();
  const declined = await comeBack(call, { decision: "cancel" });
  assert.equal((await logIn.finish({ parameters: declined, redirectUri: CALLBACK, verifier: "v", memory: null }, call)).kind, "declined");
  assert.equal(await refused({ error: "server_error", error_description: "Try later" }), "TikTok ended the log-in: Try later.");
  assert.equal(await refused({}), "TikTok sent you back without a code. Please start again.");
  assert.match(await refused({ code: "none" }), /invalid_grant.*Please start again\.$/);
  const flat = (error: string, words: string) => ({ status: 200, body: { error, error_description: words, log_id: "l" } });
  stage.fault({ ...TOKEN, act: flat("invalid_client", "Client key or secret is incorrect.") });
  assert.match(await refused({ code: "c" }), /Check the key and the secret of the application\.$/);
  stage.fault({ ...TOKEN, act: flat("invalid_request", "Redirect_uri is not matched.") });
  assert.match(await refused({ code: "c" }), new RegExp(`exactly this redirect address: ${CALLBACK}$`));
  stage.fault({ ...TOKEN, act: "drop" });
  const lost = await logIn.finish({ parameters: { code: "c" }, redirectUri: CALLBACK, verifier: "v", memory: null }, call);
  assert.equal(lost.kind, "unreachable");
});

test("a code is exchanged once; what can be asked again is asked again", async () => {
  const call = stage.logInCall();
  const parameters = await comeBack(call);
  stage.exchanges.length = 0;
  stage.fault({ ...USER, act: refusal(500, "internal_error") });
  const outcome = await logIn.finish({ parameters, redirectUri: CALLBACK, verifier: "v", memory: null }, call);
  assert.equal(outcome.kind, "granted");
  assert.equal(stage.exchanges.filter(({ request }) => TOKEN.path.test(request.url)).length, 1);
});

test("a renewal gives new tokens and ends the old refresh token", async () => {
  const call = stage.logInCall();
  const grant = await granted(call);
  const renewed = await logIn.renew?.(grant, call);
  assert.ok(renewed?.kind === "renewed", JSON.stringify(renewed));
  assert.equal((await logIn.probe({ ...grant, credentials: renewed.credentials }, call)).kind, "works");
  const again = await logIn.renew?.(grant, call);
  assert.ok(again?.kind === "ended");
  assert.match(
    again.reason,
    /invalid_grant.*An application in TikTok's sandbox is refused every renewal: use its production credentials\.$/,
  );
});

test("a renewal without an answer, or that concerns the application, does not end the grant", async () => {
  const call = stage.logInCall();
  const grant = await granted(call);
  const flat = { status: 400, body: { error: "invalid_client", error_description: "No.", log_id: "l" } };
  for (const [act, seconds] of [
    ["drop", 60],
    [refusal(503, "internal_error"), 60],
    [flat, 900],
  ] as const) {
    stage.fault({ ...TOKEN, act });
    const outcome = await logIn.renew?.(grant, call);
    assert.ok(outcome?.kind === "busy" && outcome.retryAfterSeconds === seconds, JSON.stringify(outcome));
  }
  assert.equal((await logIn.renew?.(grant, call))?.kind, "renewed");
});

test("a probe tells an ended grant from a network that cannot be asked", async () => {
  const call = stage.logInCall();
  const grant = await granted(call);
  stage.fault({ ...USER, act: DEAD });
  assert.equal((await logIn.probe(grant, call)).kind, "ended");
  stage.fault({ ...USER, act: refusal(500, "internal_error") });
  assert.equal((await logIn.probe(grant, call)).kind, "unknown");
});

test("a grant is given back", async () => {
  const call = stage.logInCall();
  const grant = await granted(call);
  stage.fault({ path: /\/oauth\/revoke\//, act: "drop" });
  assert.equal(await logIn.revoke?.(grant, call), "unreachable");
  assert.equal(await logIn.revoke?.(grant, call), "revoked");
  assert.equal((await logIn.probe(grant, call)).kind, "ended");
  assert.equal(await logIn.revoke?.(grant, call), "revoked");
});

// Shows TikTok: token or address
test("pasted tokens connect their account, and are renewed at once", async () => {
  const account = await connected(tiktok, stage.credentials, stage.call());
  assert.equal(account.handle, stage.account.handle);
  const outcome = await tiktok.connect(stage.credentials, stage.call());
  assert.ok(outcome.kind === "connected");
  const { renewAt = null, accessEndsAt = null } = outcome.grant?.ends ?? {};
  assert.deepEqual([hoursUntil(renewAt), hoursUntil(accessEndsAt)], [0, 2]);
  const { accessToken } = stage.credentials;
  const single = await tiktok.connect({ accessToken }, stage.call());
  assert.ok(single.kind === "connected" && single.grant?.ends.renewAt === null);
});

test("credentials that are not complete, or that TikTok refuses, are refused with what to do", async () => {
  const problem = 'The credentials need "accessToken", and "refreshToken" to last longer than two hours.';
  for (const given of [null, {}, { refreshToken: "r" }]) assert.deepEqual(pastedTokens(given), { problem });
  assert.deepEqual(pastedTokens({ accessToken: "a b" }), { problem: "The access token contains invalid characters." });
  assert.deepEqual(await tiktok.connect({}, stage.call()), { kind: "refused", reason: problem });
  const refusedToken = await tiktok.connect({ accessToken: "act.none" }, stage.call());
  assert.ok(refusedToken.kind === "refused");
  stage.fault({ path: /\/creator_info\//, act: refusal(401, "scope_not_authorized") });
  const narrow = await tiktok.connect(stage.credentials, stage.call());
  assert.ok(narrow.kind === "refused");
  assert.match(narrow.reason, /It needs the permission video\.publish\.$/);
  stage.fault({ ...USER, act: "drop" });
  assert.equal((await tiktok.connect(stage.credentials, stage.call())).kind, "unreachable");
});

test("a quota of today keeps nobody from connecting", async () => {
  stage.fault({ path: /\/creator_info\//, act: refusal(200, "spam_risk_too_many_posts") });
  const outcome = await tiktok.connect(stage.credentials, stage.call());
  assert.ok(outcome.kind === "connected");
  assert.deepEqual(outcome.accountPreferences, {});
});
