import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { createNet } from "../../../ground/net/index.ts";
import { socialMedia } from "./index.ts";
import { openReceiver, type Receiver, SECRET } from "./testing/receiver.ts";

let receiver: Receiver;
before(async () => {
  receiver = await openReceiver();
});
after(() => receiver[Symbol.asyncDispose]());
beforeEach(() => {
  receiver.received.splice(0);
  receiver.answer = { status: 200 };
});

const connect = (credentials: unknown) => socialMedia.connect(credentials, receiver.call());
const given = () => ({ url: receiver.url, secret: SECRET });

// Shows Social Media: token or address
test("a receiver that answers a signed ping is connected under its host", async () => {
  const { host } = new URL(receiver.url);
  const outcome = await connect({ ...given(), url: ` ${receiver.url}#part ` });
  assert.equal(outcome.kind, "connected");
  assert.deepEqual({ ...outcome, remoteId: "" }, { kind: "connected", remoteId: "", handle: host, credentials: given(), settings: {} });
  const { delivery, ...ping } = JSON.parse(receiver.received[0]?.body ?? "");
  assert.deepEqual(ping, { event: "ping" });
  assert.equal(receiver.received[0]?.headers["rostrum-delivery"], delivery);
  assert.match(receiver.received[0]?.headers["rostrum-signature"]?.toString() ?? "", /^v1=[0-9a-f]{64}$/);
});

test("a receiver may give its name", async () => {
  receiver.answer = { status: 200, body: JSON.stringify({ name: " Radio\nBakery " }) };
  const outcome = await connect(given());
  assert.equal(outcome.kind === "connected" ? outcome.handle : "", "Radio Bakery");
});

test("the address is the identity, whatever the secret", async () => {
  const idOf = async (credentials: unknown) => {
    const outcome = await connect(credentials);
    return outcome.kind === "connected" ? outcome.remoteId : outcome.reason;
  };
  assert.match(await idOf(given()), /^[0-9a-f]{32}$/);
  assert.equal(await idOf(given()), await idOf({ ...given(), secret: "another" }));
  assert.notEqual(await idOf(given()), await idOf({ ...given(), url: `${receiver.url}2` }));
});

test("invalid credentials are refused before anything is sent", async () => {
  const missing = 'The credentials need "url" (where posts are sent) and "secret" (the key of the signature).';
  const scheme = "The url must be an https address.";
  const cases = [
    [null, missing],
    [{ url: receiver.url }, missing],
    [{ url: receiver.url, secret: "" }, missing],
    [{ url: "radio", secret: SECRET }, scheme],
    [{ url: "ftp://radio.example/x", secret: SECRET }, scheme],
    [{ url: "file:///etc/passwd", secret: SECRET }, scheme],
    [{ url: "https://a:b@radio.example/", secret: SECRET }, "The url must have no user name or password in it."],
  ] as const;
  for (const [credentials, reason] of cases) assert.deepEqual(await connect(credentials), { kind: "refused", reason });
  assert.equal(receiver.received.length, 0);
});

test("a refused ping refuses the credentials; one without a response is inconclusive", async () => {
  const kinds: [number, string][] = [
    [401, "refused"],
    [404, "refused"],
    [410, "refused"],
    [301, "refused"],
    [302, "connected"],
    [303, "connected"],
    [429, "unreachable"],
    [500, "unreachable"],
  ];
  for (const [status, kind] of kinds) {
    receiver.answer = { status };
    assert.equal((await connect(given())).kind, kind, String(status));
  }
  receiver.answer = "cut";
  assert.equal((await connect(given())).kind, "unreachable");
});

test("private addresses, other ports and plain http cannot be reached unless the operator allowed them", async () => {
  await using net = createNet({ allowPrivate: [], trustedOrigins: [], userAgent: "test" });
  for (const url of [receiver.url, "https://127.0.0.1/", "https://[::1]/", "https://localhost/", "https://169.254.169.254/latest"]) {
    assert.deepEqual(await socialMedia.connect({ url, secret: SECRET }, { ...receiver.call(), net }), {
      kind: "unreachable",
      reason: "The receiver could not be reached. Its address must be a public https address on port 443.",
    });
  }
  assert.equal(receiver.received.length, 0);
});
