import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { channelOf } from "../../connectors/oauth/testing/log-in.ts";
import { APPLICATION } from "../../connectors/testing/call.ts";
import { youtube } from "./index.ts";
import { logIn } from "./log-in.ts";
import { aPost } from "./testing/posts.ts";
import { comeBack, granted, openStage, PUBLIC, published, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const NAMES = logIn.scopes.map(({ name }) => name);
const [UPLOAD = "", READ = ""] = NAMES;

async function accountOf(grant: Awaited<ReturnType<typeof granted>>) {
  const listed = await logIn.accounts(grant, stage.logInCall());
  assert.ok(listed.kind === "listed", JSON.stringify(listed));
  const [account, ...others] = listed.accounts;
  assert.deepEqual(others, []);
  return account ?? assert.fail("no account");
}

// Shows YouTube: log-in
test("a person logs in, and the chosen channel can be published to", async () => {
  const { url, answer } = await comeBack(stage);
  assert.deepEqual(Object.fromEntries([...url.searchParams].filter(([name]) => name !== "state" && name !== "code_challenge")), {
    client_id: "sandbox",
    redirect_uri: "https://social.example/connect/youtube/callback",
    response_type: "code",
    scope: NAMES.join(" "),
    code_challenge_method: "S256",
    access_type: "offline",
    prompt: "consent",
  });
  const outcome = await logIn.finish(answer, stage.logInCall());
  assert.ok(outcome.kind === "granted", JSON.stringify(outcome));
  const { grant } = outcome;
  const account = await accountOf(grant);
  assert.deepEqual([grant.application, grant.remoteId, grant.name], ["youtube", account.remoteId, account.handle]);
  assert.deepEqual([account.type, account.problem, account.limits], ["YouTube", null, []]);
  await published(stage, aPost(), { ...channelOf(account, grant), preferences: PUBLIC });
});

test("tokens are renewed before their hour is over, and the old refresh token stays", async () => {
  const grant = await granted(stage);
  const now = stage.now();
  assert.deepEqual(grant.ends, { accessEndsAt: addSeconds(now, 3599), renewAt: addSeconds(now, 2399), endsAt: null });
  const renewed = await logIn.renew?.(grant, stage.logInCall());
  assert.ok(renewed?.kind === "renewed", JSON.stringify(renewed));
  const [old, fresh] = [Object(grant.credentials), Object(renewed.credentials)];
  assert.equal(fresh.refreshToken, old.refreshToken);
  assert.notEqual(fresh.accessToken, old.accessToken);
  assert.deepEqual(await logIn.probe({ ...grant, credentials: renewed.credentials }, stage.logInCall()), { kind: "works" });
});

test("a renewal whose answer is lost is repeated, and one that is refused ends the log-in with advice", async () => {
  const grant = await granted(stage);
  stage.fault({ method: "POST", path: /\/oauth\/token$/, act: "cut" });
  assert.equal((await logIn.renew?.(grant, stage.logInCall()))?.kind, "busy");
  assert.equal((await logIn.renew?.(grant, stage.logInCall()))?.kind, "renewed");
  await stage.networkFault("access-revoked");
  const ended = await logIn.renew?.(grant, stage.logInCall());
  assert.ok(ended?.kind === "ended", JSON.stringify(ended));
  assert.match(ended.reason, /Log in again\. In Google's testing mode, log-ins end after seven days/);
  assert.equal((await logIn.probe(grant, stage.logInCall())).kind, "ended");
});

test("a wrong secret of the application says nothing about the log-in", async () => {
  const grant = await granted(stage);
  const wrong = { ...stage.logInCall(), application: { clientId: "sandbox", clientSecret: "wrong" } };
  assert.equal((await logIn.renew?.(grant, wrong))?.kind, "busy");
  const { answer } = await comeBack(stage);
  const refused = await logIn.finish(answer, wrong);
  assert.ok(refused.kind === "refused");
  assert.match(refused.reason, /Check the id and the secret of the application\.$/);
});

test("in testing mode the log-in ends after seven days, and says so", async () => {
  await stage.world.objects.put("settings", "google", { testing_mode: true });
  const grant = await granted(stage);
  stage.pass(7 * 86_400 + 1);
  assert.equal((await logIn.renew?.(grant, stage.logInCall()))?.kind, "ended");
  const there = {
    ...stage.logInCall(),
    host: (name: string) => (name === "accounts" ? "https://accounts.google.com" : stage.call().host(name)),
  };
  const listed = await logIn.accounts(await granted(stage, { name: "Ben" }), there);
  assert.ok(listed.kind === "listed");
  assert.match(listed.accounts[0]?.limits.at(-1) ?? "", /in testing mode, log-ins end after seven days/);
});

test("a log-in without the permission to publish or to read is refused; without the third, playlists and comments are limits", async () => {
  for (const [given, sentence] of [
    [NAMES.filter((name) => name !== UPLOAD), "Nothing can be published. Log in again and allow it."],
    [NAMES.filter((name) => name !== READ), "Nobody can tell whose channel it is. Log in again and allow it."],
  ] as const) {
    const { answer } = await comeBack(stage, { scopes: given });
    assert.deepEqual(await logIn.finish(answer, stage.logInCall()), { kind: "refused", reason: sentence });
  }
  const grant = await granted(stage, { scopes: [UPLOAD, READ] });
  const account = await accountOf(grant);
  assert.equal(account.problem, null);
  assert.deepEqual(account.limits, ["Videos cannot be put into playlists, and first comments cannot be written."]);
  const playlists = [{ channelId: 1, playlistIds: ["PL1"] }];
  const { outcome } = await published(stage, aPost({ options: { playlists } }), { ...channelOf(account, grant), preferences: PUBLIC });
  assert.match(outcome.note ?? "", /the permission for playlists was not given at the log-in/);
});

test("a channel that is not verified takes videos of fifteen minutes, and says so", async () => {
  await stage.settings({ verified: false });
  const account = await accountOf(await granted(stage));
  assert.equal(Object(account.settings).videoSeconds, 900);
  assert.match(account.limits[0] ?? "", /not verified this channel by telephone/);
});

for (const answers of ["nothing", "signup"]) {
  test(`a Google account without a channel is told so, when YouTube answers with ${answers}`, async () => {
    await stage.settings({ no_channel_answers: answers });
    stage.fault({
      method: "GET",
      path: /\/channels\?/,
      act:
        answers === "nothing"
          ? { status: 200, body: { kind: "youtube#channelListResponse" } }
          : { status: 401, body: { error: { code: 401, message: "Sign up.", errors: [{ reason: "youtubeSignupRequired" }] } } },
    });
    const { answer } = await comeBack(stage);
    const outcome = await logIn.finish(answer, stage.logInCall());
    assert.ok(outcome.kind === "refused", JSON.stringify(outcome));
    assert.match(outcome.reason, /^This Google account has no YouTube channel\. Make one at/);
  });
}

test("a person who declines, an answer without a code and a code that was used connect nothing", async () => {
  const declined = await comeBack(stage, { decision: "cancel" });
  assert.deepEqual(await logIn.finish(declined.answer, stage.logInCall()), { kind: "declined" });
  const { answer } = await comeBack(stage);
  assert.equal((await logIn.finish(answer, stage.logInCall())).kind, "granted");
  for (const again of [answer, { ...answer, parameters: { state: answer.parameters.state ?? "" } }]) {
    const refused = await logIn.finish(again, stage.logInCall());
    assert.ok(refused.kind === "refused", JSON.stringify(refused));
    assert.match(refused.reason, /Please start again\.$/);
  }
});

test("a redirect address that the application does not have is named", async () => {
  const { answer } = await comeBack(stage);
  stage.fault({ method: "POST", path: /\/oauth\/token$/, act: { status: 400, body: { error: "redirect_uri_mismatch" } } });
  const outcome = await logIn.finish(answer, stage.logInCall());
  assert.ok(outcome.kind === "refused");
  assert.match(outcome.reason, /exactly this redirect address: https:\/\/social\.example\/connect\/youtube\/callback$/);
});

test("an access without a refresh token is refused: it would last for an hour", async () => {
  const { answer } = await comeBack(stage);
  const body = { access_token: "ya29.x", token_type: "Bearer", expires_in: 3599, scope: NAMES.join(" ") };
  stage.fault({ method: "POST", path: /\/oauth\/token$/, act: { status: 200, body, headers: { "content-type": "application/json" } } });
  const outcome = await logIn.finish(answer, stage.logInCall());
  assert.ok(outcome.kind === "refused");
  assert.match(outcome.reason, /^Google gave access for an hour only\. Remove this service at/);
});

test("a log-in is given back, and given back again does no harm", async () => {
  const grant = await granted(stage);
  assert.equal(await logIn.revoke?.(grant, stage.logInCall()), "revoked");
  assert.equal((await logIn.probe(grant, stage.logInCall())).kind, "ended");
  assert.equal(await logIn.revoke?.(grant, stage.logInCall()), "revoked");
  stage.fault({ method: "POST", path: /\/oauth\/revoke/, act: "drop" });
  assert.equal(await logIn.revoke?.(grant, stage.logInCall()), "unreachable");
});

// Shows YouTube: token or address
test("a channel is connected by a refresh token of the application, or for an hour by an access token", async () => {
  const call = { ...stage.call(), application: APPLICATION };
  const { accessToken, refreshToken } = stage.credentials;
  const lasting = await youtube.connect({ refreshToken }, call);
  assert.ok(lasting.kind === "connected", JSON.stringify(lasting));
  assert.deepEqual([lasting.remoteId, lasting.grant?.ends.endsAt], [stage.account.remoteId, null]);
  assert.deepEqual([...(lasting.grant?.scopes ?? [])].includes(UPLOAD), true);
  const hour = await youtube.connect({ accessToken }, call);
  assert.ok(hour.kind === "connected", JSON.stringify(hour));
  assert.deepEqual(hour.grant?.ends, {
    accessEndsAt: addSeconds(stage.now(), 3600),
    renewAt: null,
    endsAt: addSeconds(stage.now(), 3600),
  });
});

test("pasted tokens that cannot work are refused with what to do", async () => {
  const call = { ...stage.call(), application: APPLICATION };
  const refusal = async (pasted: unknown, on = call) => {
    const outcome = await youtube.connect(pasted, on);
    return outcome.kind === "connected" ? outcome.kind : outcome.reason;
  };
  assert.match(await refusal({}), /^The credentials need "refreshToken"/);
  assert.match(await refusal({ refreshToken: "1//gone" }), /has to be one of the application that is registered here\.$/);
  assert.match(await refusal({ accessToken: "ya29.gone" }), /^YouTube: .*status 401/);
  assert.match(
    await refusal({ refreshToken: "1//x" }, { ...call, application: { clientId: "", clientSecret: "" } }),
    /register it first\.$/,
  );
});

test("without an application nobody can log in", async () => {
  const call = { ...stage.logInCall(), application: null };
  const request = { state: "s", redirectUri: "https://social.example/c", challenge: "c", asked: "", publicUrl: "https://social.example" };
  const refused = await logIn.begin(request, call);
  assert.deepEqual(refused, {
    kind: "refused",
    reason: "YouTube needs the id and the secret of an application at Google before anyone can log in.",
  });
});
