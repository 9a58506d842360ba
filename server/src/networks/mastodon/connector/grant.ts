import { ClientSecretPost } from "openid-client";
import { z } from "zod";
import type { Json } from "../../connectors/json.ts";
import type { OAuthCall, OAuthClient } from "../../connectors/oauth/client.ts";

/** The application that a log-in registered at its instance, and where the instance takes requests about it. */
const Registration = z.object({
  /** Host of the instance, as in the credentials of channels with a pasted token. */
  instance: z.string().min(1),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  issuer: z.string().min(1),
  authorizationEndpoint: z.string().min(1),
  tokenEndpoint: z.string().min(1),
  revocationEndpoint: z.string().min(1),
});
export type Registration = z.output<typeof Registration>;

/** What `begin` remembers for `finish`. */
const Memory = Registration.extend({ state: z.string().min(1), scopes: z.array(z.string()), takesChallenge: z.boolean() });
export type Memory = z.output<typeof Memory>;

/** What a grant holds: also what the connector reads as credentials. */
const Credentials = Registration.extend({ accessToken: z.string().min(1) });
export type GrantCredentials = z.output<typeof Credentials>;

/** These throw on anything that this connector did not store. */
export function readMemory(memory: Json): Memory {
  return Memory.parse(memory);
}

export function readGrant(credentials: Json): GrantCredentials {
  return Credentials.parse(credentials);
}

export function clientOf(registration: Registration, call: OAuthCall): OAuthClient {
  return {
    server: {
      issuer: registration.issuer,
      authorization_endpoint: registration.authorizationEndpoint,
      token_endpoint: registration.tokenEndpoint,
      revocation_endpoint: registration.revocationEndpoint,
    },
    clientId: registration.clientId,
    authentication: ClientSecretPost(registration.clientSecret),
    call,
    isNamed: true,
  };
}
