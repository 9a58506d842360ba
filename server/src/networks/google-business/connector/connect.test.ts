import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { connect } from "./connect.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

/** With the application that is registered. */
const connecting = (credentials: unknown) => connect(credentials, { ...stage.call(), application: stage.logInCall().application });

async function refusal(credentials: unknown): Promise<string> {
  const outcome = await connecting(credentials);
  return outcome.kind === "connected" ? "connected" : `${outcome.kind}: ${outcome.reason}`;
}

// Shows Google Business: token or address
test("a refresh token and a location make a channel, and the person's account names the grant", async () => {
  const { refreshToken, location } = stage.credentials;
  const outcome = await connecting({ refreshToken, location });
  assert.ok(outcome.kind === "connected", JSON.stringify(outcome));
  const { remoteId, handle, credentials, grant } = outcome;
  assert.deepEqual([remoteId, handle, credentials], [location, "Corner Bakery", {}]);
  assert.deepEqual([grant?.application, grant?.name], ["google-business", "Corner Bakery"]);
  assert.match(grant?.remoteId ?? "", /^accounts\/\w+$/);
  assert.ok((grant?.ends.accessEndsAt ?? "") > addSeconds(stage.now(), 3000));
  assert.equal(grant?.ends.endsAt, null);
});

test("an access token alone connects for an hour", async () => {
  const { accessToken, location } = stage.credentials;
  const outcome = await connecting({ accessToken, location });
  assert.ok(outcome.kind === "connected", JSON.stringify(outcome));
  const { accessEndsAt, renewAt, endsAt } = outcome.grant?.ends ?? assert.fail("no grant");
  assert.deepEqual([renewAt, endsAt], [null, accessEndsAt]);
});

test("a location without its account is refused with what is missing", async () => {
  const { refreshToken, location = "" } = stage.credentials;
  const expected = 'refused: The credentials need "location" with its account, such as "accounts/1001/locations/2002".';
  for (const wrong of [location.slice(location.indexOf("locations/")), "accounts/1", "", undefined]) {
    assert.equal(await refusal({ refreshToken, location: wrong }), expected);
  }
});

test("credentials without a token, and tokens that Google refuses, connect nothing", async () => {
  const { location } = stage.credentials;
  assert.match(await refusal({ location }), /^refused: The credentials need "refreshToken"/);
  assert.match(await refusal({ refreshToken: "1//wrong", location }), /^refused: Google: /);
  assert.match(await refusal({ accessToken: "wrong", location }), /^refused: Google: .*401/);
});

test("a location that the person does not manage, or that is not in the account, is refused", async () => {
  const { accessToken, location = "" } = stage.credentials;
  assert.match(await refusal({ accessToken, location: `${location}9` }), /^refused: Google.* \(status 40[34]/);
  assert.match(
    await refusal({ accessToken, location: location.replace(/accounts\/\w+/, "accounts/999") }),
    /^refused: Google.* \(status 40[34]/,
  );
});

for (const [service, what] of [
  ["mybusiness.googleapis.com", "posts"],
  ["mybusinessaccountmanagement.googleapis.com", "accounts"],
  ["mybusinessbusinessinformation.googleapis.com", "locations"],
] as const) {
  test(`without Google's API for ${what}, the operator learns that it has to be switched on`, async () => {
    await stage.settings({ services_off: [service] });
    assert.match(await refusal(stage.credentials), /^refused: .*SERVICE_DISABLED.*The operator of this service has to switch this API on/);
  });
}

test("an outage connects nothing and says so", async () => {
  stage.fault({ method: "GET", path: /\/v1\/accounts/, act: { status: 503, body: {} } });
  assert.equal(await refusal(stage.credentials), "unreachable: Google answered with status 503");
});
