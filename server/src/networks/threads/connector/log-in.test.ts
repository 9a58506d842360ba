import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { LogInAnswer, LogInCall, OpenGrant } from "../../connectors/log-in.ts";
import { threads } from "./index.ts";
import { SCOPES } from "./scopes.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const [logIn] = threads.logIns ?? [];
assert.ok(logIn?.renew);
const { renew } = logIn;
const CALLBACK = "https://social.example/connect/threads/callback";
const ALL = SCOPES.map(({ name }) => name);
const DAY = 86_400;
const PATHS = {
  code: { method: "POST", path: /\/oauth\/access_token/ },
  long: { method: "GET", path: /threads\/access_token/ },
  refresh: { method: "GET", path: /\/refresh_access_token/ },
  me: { method: "GET", path: /\/me\?/ },
  debug: { method: "GET", path: /\/debug_token/ },
} as const;
const refusing = (status: number, code: number) => ({ status, body: { error: { message: "No", type: "OAuthException", code } } });
const DEAD = refusing(401, 190);

function aLogInCall(fields: Partial<LogInCall> = {}): LogInCall {
  return { ...stage.call(), application: { clientId: "sandbox", clientSecret: "sandbox-secret" }, ...fields };
}

async function beginning(): Promise<URL> {
  const request = { state: "s 1", redirectUri: CALLBACK, challenge: "c", asked: "", publicUrl: "https://social.example" };
  const outcome = await logIn?.begin(request, aLogInCall());
  assert.ok(outcome?.kind === "open");
  return new URL(outcome.url);
}

/** The parameters with which a person comes back who decides so on the network's page. */
async function comeBack(decision: "allow" | "cancel", scopes: readonly string[] = ALL): Promise<Record<string, string>> {
  const { origin, pathname, search } = await beginning();
  const fields = [
    ["asked", search.slice(1)],
    ["name", "Corner Bakery"],
    ["decision", decision],
    ...scopes.map((scope) => ["given_scope", scope]),
  ];
  const reply = await fetch(origin + pathname, { method: "POST", redirect: "manual", body: new URLSearchParams(fields) });
  return Object.fromEntries(new URL(reply.headers.get("location") ?? "").searchParams);
}

function finish(parameters: Record<string, string>, fields: Partial<LogInAnswer> = {}, call: LogInCall = aLogInCall()) {
  return logIn?.finish({ parameters, redirectUri: CALLBACK, verifier: "v", memory: null, ...fields }, call);
}

async function granted(scopes?: readonly string[]) {
  const outcome = await finish(await comeBack("allow", scopes));
  assert.ok(outcome?.kind === "granted", JSON.stringify(outcome));
  return outcome.grant;
}

test("the person is sent to the network with everything that the application asks for", async () => {
  const { pathname, searchParams } = await beginning();
  assert.equal(pathname, "/sandbox/threads/www/oauth/authorize");
  assert.deepEqual(Object.fromEntries(searchParams), {
    client_id: "sandbox",
    redirect_uri: CALLBACK,
    scope: ALL.join(","),
    response_type: "code",
    state: "s 1",
  });
});

// Shows Threads: log-in
test("a log-in gives a grant of sixty days, and the profile as the one account", async () => {
  const grant = await granted();
  assert.deepEqual([grant.application, grant.name, grant.scopes.toSorted()], ["threads", "@corner_bakery", ALL.toSorted()]);
  assert.equal(Math.round((Date.parse(String(grant.ends.endsAt)) - Date.parse(stage.now())) / 1000 / DAY), 60);
  assert.deepEqual(await logIn?.accounts(grant, aLogInCall()), {
    kind: "listed",
    accounts: [
      {
        type: "Threads",
        remoteId: grant.remoteId,
        handle: "@corner_bakery",
        credentials: {},
        settings: {},
        name: "Corner Bakery",
        pictureUrl: null,
        problem: null,
        limits: [],
      },
    ],
  });
});

test("what the person did not allow is listed as what will not work", async () => {
  const listed = await logIn?.accounts(await granted(["threads_content_publish", "threads_manage_replies"]), aLogInCall());
  assert.ok(listed?.kind === "listed");
  assert.deepEqual(
    listed.accounts.map(({ problem, limits }) => ({ problem, limits })),
    [
      {
        problem: null,
        limits: [
          "When the answer to a part of a thread or a comment is lost, nothing can tell whether it was published.",
          "Likes, replies and reposts are not counted.",
        ],
      },
    ],
  );
});

test("a profile that may not be published to says so", async () => {
  const listed = await logIn?.accounts(await granted([]), aLogInCall());
  assert.ok(listed?.kind === "listed");
  assert.equal(listed.accounts[0]?.problem, "Nothing can be published. Log in again and allow it.");
});

test("a person who cancels has declined", async () => {
  assert.deepEqual(await finish(await comeBack("cancel")), { kind: "declined" });
});

test("a code is accepted once, for an hour, for its own redirect address and application; each refusal says what to do", async () => {
  const used = await comeBack("allow");
  assert.equal((await finish(used))?.kind, "granted");
  const again = await finish(used);
  const late = await comeBack("allow");
  stage.pass(3601);
  const elsewhere = "https://other.example/callback";
  const wrong = { clientId: "sandbox", clientSecret: "wrong" };
  const reasons = [
    again,
    await finish(late),
    await finish(await comeBack("allow"), { redirectUri: elsewhere }),
    await finish(await comeBack("allow"), {}, aLogInCall({ application: wrong })),
  ].map((outcome) => (outcome?.kind === "refused" ? outcome.reason : JSON.stringify(outcome)));
  assert.match(reasons[0] ?? "", /code has been used.*Please start again\.$/);
  assert.match(reasons[1] ?? "", /expired.*Please start again\.$/);
  assert.match(reasons[2] ?? "", /exactly this redirect address: https:\/\/other\.example\/callback$/);
  assert.match(reasons[3] ?? "", /Threads has an id and a secret of its own inside the Meta app\.$/);
});

test("other ends of a log-in are refused in words", async () => {
  for (const [parameters, reason] of [
    [{ error: "server_error", error_description: "Try later" }, "Threads ended the log-in: Try later."],
    [{}, "Threads sent you back without a code. Please start again."],
  ] as const) {
    assert.deepEqual(await finish(parameters), { kind: "refused", reason });
  }
  const without = { kind: "refused", reason: "Threads needs the id and the secret of an application before anyone can log in." };
  assert.deepEqual(await finish({ code: "c" }, {}, aLogInCall({ application: null })), without);
  const request = { state: "s", redirectUri: CALLBACK, challenge: "c", asked: "", publicUrl: "https://social.example" };
  assert.deepEqual(await logIn?.begin(request, aLogInCall({ application: null })), without);
});

test("an outage in the middle of a log-in is bridged once, and else says to start again", async () => {
  stage.fault({ ...PATHS.long, act: refusing(500, 2) });
  assert.equal((await finish(await comeBack("allow")))?.kind, "granted");
  const down = { ...PATHS.me, act: refusing(503, 2) };
  stage.fault(down);
  assert.equal((await finish(await comeBack("allow")))?.kind, "granted");
  for (const faults of [[{ ...PATHS.code, act: "drop" as const }], [down, down]]) {
    stage.fault(...faults);
    assert.equal((await finish(await comeBack("allow")))?.kind, "unreachable");
  }
});

test("a code with the fragment that Threads appends is read without it", async () => {
  const parameters = await comeBack("allow");
  assert.equal((await finish({ ...parameters, code: `${parameters.code}#_` }))?.kind, "granted");
});

test("a token is renewed from its second day on, and the new one lasts sixty days more", async () => {
  const grant = await granted();
  const young = await renew(grant, aLogInCall());
  assert.ok(young.kind === "busy" && young.retryAfterSeconds > DAY - 60);
  stage.pass(7 * DAY);
  const renewed = await renew(grant, aLogInCall());
  assert.ok(renewed.kind === "renewed");
  assert.notEqual(Object(renewed.credentials).accessToken, Object(grant.credentials).accessToken);
  assert.equal(Math.round((Date.parse(String(renewed.ends.endsAt)) - Date.parse(stage.now())) / 1000 / DAY), 60);
  assert.equal((await logIn?.probe({ ...grant, credentials: renewed.credentials }, aLogInCall()))?.kind, "works");
});

test("a new token is handed over before anything is asked with it, so that an outage loses none", async () => {
  const grant = await granted();
  stage.pass(7 * DAY);
  stage.fault({ ...PATHS.me, act: refusing(503, 2) });
  assert.equal((await renew(grant, aLogInCall())).kind, "renewed");
});

test("a token that is too young to be renewed has ended if the network refuses it", async () => {
  const grant = await granted();
  assert.equal((await renew(grant, aLogInCall())).kind, "busy");
  stage.fault({ ...PATHS.me, act: DEAD });
  assert.deepEqual(await renew(grant, aLogInCall()), { kind: "ended", reason: "Threads: No (code 190)" });
});

test("a renewal that is refused ends the log-in only if the token itself is dead", async () => {
  const grant = await granted();
  stage.pass(2 * DAY);
  stage.fault({ ...PATHS.refresh, act: refusing(400, 10) }, { ...PATHS.refresh, act: refusing(500, 2) });
  assert.deepEqual([(await renew(grant, aLogInCall())).kind, (await renew(grant, aLogInCall())).kind], ["busy", "busy"]);
  stage.fault({ ...PATHS.refresh, act: refusing(400, 100) }, { ...PATHS.me, act: DEAD });
  assert.deepEqual(await renew(grant, aLogInCall()), { kind: "ended", reason: "Threads: No (code 190)" });
  stage.pass(60 * DAY);
  assert.equal((await renew(grant, aLogInCall())).kind, "ended");
});

test("a probe tells working, ended and unknown apart, and what is still allowed", async () => {
  const grant: OpenGrant = await granted(["threads_content_publish"]);
  const probe = () => logIn?.probe(grant, aLogInCall());
  assert.deepEqual(await probe(), { kind: "works", scopes: ["threads_basic", "threads_content_publish"] });
  stage.fault({ ...PATHS.debug, act: refusing(500, 2) });
  assert.deepEqual(await probe(), { kind: "works" });
  stage.fault({ ...PATHS.me, act: DEAD }, { ...PATHS.me, act: refusing(400, 10) });
  assert.deepEqual([(await probe())?.kind, (await probe())?.kind], ["ended", "ended"]);
  stage.fault({ ...PATHS.me, act: "drop" }, { ...PATHS.me, act: refusing(400, 100) });
  assert.deepEqual([(await probe())?.kind, (await probe())?.kind], ["unknown", "unknown"]);
});
