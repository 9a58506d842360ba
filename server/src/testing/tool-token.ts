import { hash as digest, randomBytes } from "node:crypto";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { App } from "../app.ts";
import { oauthAddresses } from "../doors/oauth/addresses.ts";
import { insertGrant } from "../doors/oauth/grant-store.ts";
import { FULL_SCOPE, type Scope } from "../doors/oauth/scopes.ts";
import { exchangeCode } from "../doors/oauth/tokens.ts";
import { one } from "../ground/database/query.ts";
import { hashSecret } from "../people/sign-in/secret.ts";

/** The access token of an app authorized by the user, without going through the consent pages. */
export async function aToolToken(app: App, email: string, scope: Scope = FULL_SCOPE): Promise<string> {
  const { userId } = await one<{ userId: number }>(app.db, { text: `select id as "userId" from users where email = $1`, values: [email] });
  const [code, verifier, clientId] = [random(), random(), `test-${random()}`];
  const now = app.clock.now();
  await insertGrant(app.db, {
    userId,
    clientId,
    clientName: "A test",
    scope,
    resource: oauthAddresses(app.config).resource,
    redirectUri: "http://127.0.0.1/callback",
    codeHash: hashSecret(code),
    codeChallenge: digest("sha256", verifier, "base64url"),
    codeExpiresAt: addSeconds(now, 60),
    now,
  });
  const tokens = await exchangeCode(app, { code, clientId, redirectUri: null, verifier, resources: [] });
  if ("error" in tokens) throw new Error(tokens.description);
  return tokens.access_token;
}

function random(): string {
  return randomBytes(32).toString("base64url");
}
