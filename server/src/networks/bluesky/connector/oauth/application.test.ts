import assert from "node:assert/strict";
import { test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { Application } from "../../../connectors/log-in.ts";
import { granted } from "../../../connectors/oauth/testing/log-in.ts";
import { type Ending, START, startGround } from "../testing/ground.ts";
import { clientDocument } from "./application.ts";
import { blueskyLogIn as logIn } from "./log-in.ts";

const HANDLE = "corner-bakery.bluesky.test";
const DAY = 24 * 3600;
const PLACE = { publicUrl: "https://rostrum.example", redirectUri: "https://rostrum.example/connect/bluesky/callback" };
const WITH_SECRET: Application = { clientId: "", clientSecret: "a secret of the service" };

test("the document describes a service that cannot prove itself as a public application", () => {
  assert.deepEqual(clientDocument(PLACE, null), {
    client_id: "https://rostrum.example/connect/bluesky/client.json",
    application_type: "web",
    client_name: "Rostrum",
    client_uri: "https://rostrum.example",
    redirect_uris: ["https://rostrum.example/connect/bluesky/callback"],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    scope: "atproto transition:generic",
    dpop_bound_access_tokens: true,
    token_endpoint_auth_method: "none",
  });
});

test("with a secret the document has the public key derived from it, the same each time and another for another secret", () => {
  const { jwks, token_endpoint_auth_method: method, ...rest } = Object(clientDocument(PLACE, WITH_SECRET));
  assert.deepEqual([method, rest.token_endpoint_auth_signing_alg], ["private_key_jwt", "ES256"]);
  const [key] = jwks.keys;
  assert.deepEqual(Object.keys(key).sort(), ["alg", "crv", "kid", "kty", "use", "x", "y"]);
  assert.deepEqual(Object(clientDocument(PLACE, WITH_SECRET)).jwks, jwks);
  const other = Object(clientDocument(PLACE, { ...WITH_SECRET, clientSecret: "another" }));
  assert.notEqual(other.jwks.keys[0].x, key.x);
  assert.notEqual(other.jwks.keys[0].kid, key.kid);
});

test("a service with a public address logs in by its document, and with a secret for far longer", async (context) => {
  for (const [application, days] of [
    [null, 14],
    [WITH_SECRET, 91],
  ] as const) {
    const { grant, journey } = await aGrant(context, application);
    assert.equal(Object(grant.credentials).clientId, "https://rostrum.example/connect/bluesky/client.json");
    assert.equal(grant.ends.endsAt, addSeconds(START, days * DAY));
    const renewed = await logIn.renew?.(grant, journey.call);
    assert.equal(renewed?.kind, "renewed", JSON.stringify(renewed));
    assert.equal(await logIn.revoke?.(grant, journey.call), "revoked");
  }
});

test("a grant that was given to a key ends with the secret of that key", async (context) => {
  const { grant, journey } = await aGrant(context, WITH_SECRET);
  const changed = { ...journey.call, application: { clientId: "", clientSecret: "another" } };
  assert.deepEqual(await logIn.renew?.(grant, changed), {
    kind: "ended",
    reason: "Bluesky: client authentication failed. Log in again.",
  });
});

/** A log-in at a service whose document is served where the network looks for it. */
async function aGrant(context: Ending, application: Application | null) {
  const ground = await startGround(context, (app) => {
    app.get("/connect/bluesky/client.json", async () => clientDocument(PLACE, application));
  });
  const fields = { person: ground.account.remoteId, decision: "allow" };
  return granted(logIn, ground.call(), { asked: HANDLE, fields, service: { publicUrl: PLACE.publicUrl, application } });
}
