import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { serve } from "../../../ground/net/testing/servers.ts";
import { instanceHost, readCredentials } from "./credentials.ts";
import { mastodon } from "./index.ts";
import { keepsKeys as trustsKeys } from "./keys.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());

// Shows Mastodon: token or address
test("connecting returns identity, handle, credentials and the instance's limits", async () => {
  const outcome = await mastodon.connect(stage.credentials, stage.call());
  assert.deepEqual(outcome, {
    kind: "connected",
    remoteId: "mastodon.sandbox/100001",
    handle: "@corner_bakery@mastodon.sandbox",
    pictureUrl: `${stage.call().baseUrl}/avatars/original/missing.png`,
    credentials: { instance: "mastodon.sandbox", accessToken: stage.credentials.accessToken },
    settings: {
      version: "4.5.0",
      software: { name: "mastodon", version: "4.5.0" },
      keepsKeys: true,
      maxCharacters: 500,
      maxMedia: 4,
      charactersPerUrl: 23,
      mimeTypes: [
        "image/jpeg",
        "image/png",
        "image/gif",
        "image/webp",
        "image/heic",
        "image/heif",
        "image/avif",
        "video/webm",
        "video/mp4",
        "video/quicktime",
      ],
      imageBytes: 16_777_216,
      imagePixels: 33_177_600,
      videoBytes: 103_809_024,
      videoPixels: 8_294_400,
      pollOptions: 4,
      pollOptionCharacters: 50,
      pollSecondsMin: 300,
      pollSecondsMax: 2_629_746,
    },
  });
});

test("NodeInfo says what software an instance runs, and its keys are trusted only if that is Mastodon", async () => {
  const settingsWith = async (nodeInfo: unknown) => {
    stage.fault({ method: "GET", path: /\/nodeinfo\/2\.0$/, act: { status: 200, body: nodeInfo } });
    const outcome = await mastodon.connect(stage.credentials, stage.call());
    assert.ok(outcome.kind === "connected");
    const { software, keepsKeys } = Object(outcome.settings);
    return { software, keepsKeys, isTrusted: trustsKeys(outcome.settings) };
  };
  const software = (name: string) => ({ version: "2.0", software: { name, version: "1" } });
  const unknown = { software: null, keepsKeys: false, isTrusted: false };
  assert.deepEqual(await settingsWith(software("Mastodon")), {
    software: { name: "mastodon", version: "1" },
    keepsKeys: true,
    isTrusted: true,
  });
  assert.deepEqual(await settingsWith(software("gotosocial")), {
    software: { name: "gotosocial", version: "1" },
    keepsKeys: false,
    isTrusted: false,
  });
  assert.deepEqual(await settingsWith({ version: "2.0" }), unknown);
  stage.fault({ method: "GET", path: /well-known\/nodeinfo/, act: { status: 404, body: {} } });
  assert.deepEqual(await settingsWith(software("unread")), unknown);
  // The previous fault waits for a NodeInfo request: make one.
  await settingsWith(software("mastodon"));
  for (const settings of [null, {}, { version: "4.5.0" }, { keepsKeys: "yes" }]) assert.equal(trustsKeys(settings), false);
});

test("NodeInfo is only requested from the instance, whatever host it names, and without the token", async () => {
  const rel = "http://nodeinfo.diaspora.software/ns/schema/2.1";
  const href = "https://elsewhere.example/sandbox/mastodon/nodeinfo/2.0";
  stage.fault({ method: "GET", path: /well-known\/nodeinfo/, act: { status: 200, body: { links: [{ rel, href }] } } });
  const before = stage.exchanges.length;
  const outcome = await mastodon.connect(stage.credentials, stage.call());
  assert.ok(outcome.kind === "connected");
  assert.equal(Object(outcome.settings).keepsKeys, true);
  const asked = stage.exchanges.slice(before).map(({ request }) => request);
  assert.deepEqual([...new Set(asked.map(({ url }) => new URL(url).origin))], [new URL(stage.world.baseUrl).origin]);
  const about = asked.filter(({ url }) => url.includes("nodeinfo"));
  assert.deepEqual(
    about.map(({ headers }) => headers?.authorization),
    [undefined, undefined],
  );
});

test("a wrong token is refused with the instance's own message", async () => {
  assert.deepEqual(await mastodon.connect({ instance: "mastodon.sandbox", accessToken: "wrong" }, stage.call()), {
    kind: "refused",
    reason: "Mastodon: The access token is invalid (status 401)",
  });
});

test("an account that may not sign in is refused", async () => {
  stage.fault({ method: "GET", path: /verify_credentials/, act: { status: 403, body: { error: "Your login is currently disabled" } } });
  assert.deepEqual(await mastodon.connect(stage.credentials, stage.call()), {
    kind: "refused",
    reason: "Mastodon: Your login is currently disabled (status 403)",
  });
});

test("an instance that returns errors is unreachable, and so is one that does not respond", async () => {
  stage.fault({ method: "GET", path: /verify_credentials/, act: { status: 503, body: "<h1>down</h1>" } });
  assert.deepEqual(await mastodon.connect(stage.credentials, stage.call()), {
    kind: "unreachable",
    reason: "Mastodon: the instance answered with status 503",
  });
  const nobody = await serve((_request, response) => response.end());
  await nobody[Symbol.asyncDispose]();
  const outcome = await mastodon.connect(stage.credentials, { ...stage.call(), baseUrl: nobody.origin });
  assert.equal(outcome.kind, "unreachable");
});

test("older servers report their limits in version 1 of the instance document", async () => {
  stage.fault({ method: "GET", path: /v2\/instance/, act: { status: 404, body: { error: "Record not found" } } });
  const outcome = await mastodon.connect(stage.credentials, stage.call());
  assert.ok(outcome.kind === "connected");
  assert.equal(outcome.handle, "@corner_bakery@mastodon.sandbox");
  assert.deepEqual(outcome.settings, stage.account.settings);
});

test("forks report the length as max_toot_chars; what they omit is as on a stock instance", async () => {
  stage.fault(
    { method: "GET", path: /v2\/instance/, act: { status: 404, body: {} } },
    {
      method: "GET",
      path: /v1\/instance/,
      act: { status: 200, body: { uri: "https://old.example/", version: "2.7.2", max_toot_chars: 5000 } },
    },
  );
  const outcome = await mastodon.connect(stage.credentials, stage.call());
  assert.ok(outcome.kind === "connected");
  assert.equal(outcome.handle, "@corner_bakery@old.example");
  const { mimeTypes: _mimeTypes, ...stock } = Object(stage.account.settings);
  assert.deepEqual(outcome.settings, { ...stock, mimeTypes: [], version: "2.7.2", maxCharacters: 5000 });
});

test("an instance that reports nothing counts as a stock one under the given host", async () => {
  stage.fault(
    { method: "GET", path: /v2\/instance/, act: { status: 404, body: {} } },
    { method: "GET", path: /v1\/instance/, act: { status: 404, body: {} } },
  );
  const outcome = await mastodon.connect(stage.credentials, stage.call());
  assert.ok(outcome.kind === "connected");
  assert.equal(outcome.handle, "@corner_bakery@mastodon.sandbox");
});

test("every way of writing an instance yields the same host", () => {
  const ways = [
    "mastodon.social",
    "Mastodon.Social",
    " https://mastodon.social/@user ",
    "@user@mastodon.social",
    "user@mastodon.social",
    "mastodon.social.",
    "mastodon.social:443",
    "http://mastodon.social",
  ];
  assert.deepEqual(
    ways.map(instanceHost),
    ways.map(() => "mastodon.social"),
  );
  assert.equal(instanceHost("münchen.social"), "xn--mnchen-3ya.social");
});

test("an instance must be a public https host", () => {
  const refused = [
    "",
    "localhost",
    "mastodon",
    "127.0.0.1",
    "2130706433",
    "[::1]",
    "mastodon.social:8443",
    "ftp://mastodon.social",
    "https://user:pass@mastodon.social",
    "printer.local",
    "db.internal",
    `${"a.".repeat(130)}social`,
    "169.254.169.254",
  ];
  assert.deepEqual(
    refused.map(instanceHost),
    refused.map(() => null),
  );
});

test("with an API address set by the operator, the instance is only a name", () => {
  assert.deepEqual(readCredentials({ instance: "Localhost:3000", accessToken: "t" }, "http://127.0.0.1:1"), {
    instance: "localhost:3000",
    accessToken: "t",
  });
  assert.deepEqual(readCredentials({ instance: "localhost", accessToken: "t" }, null), {
    problem: "The instance must be the public host name of a Mastodon server, such as mastodon.social.",
  });
});

test("credentials without their fields, or with a token that cannot be sent, are refused", () => {
  const missing = { problem: 'The credentials need "instance" (such as mastodon.social) and "accessToken".' };
  for (const given of [
    null,
    "text",
    {},
    { instance: "mastodon.social" },
    { instance: "", accessToken: "t" },
    { instance: "a.example", accessToken: 1 },
  ]) {
    assert.deepEqual(readCredentials(given, null), missing);
  }
  assert.deepEqual(readCredentials({ instance: "a.example", accessToken: "a\r\nb" }, null), {
    problem: "The access token contains invalid characters.",
  });
});
