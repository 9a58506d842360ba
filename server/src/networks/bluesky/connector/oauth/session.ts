import { addSeconds } from "@rostrum/contract/formats.ts";
import { customFetch, fetchProtectedResource, None } from "openid-client";
import type { CallReply, CallRequest } from "../../../../ground/net/net.ts";
import type { Ok } from "../../../connectors/api.ts";
import type { AccountGrant } from "../../../connectors/connector.ts";
import { configurationOf, type OAuthCall, responseOf, withoutUserAgent } from "../../../connectors/oauth/client.ts";
import type { Failure, Halt } from "../errors.ts";
import type { Session } from "../session.ts";
import { procedure, query, type Refused, type Reply, type Send } from "../xrpc.ts";
import { type GrantCredentials, readGrant } from "./grant.ts";
import { learnNonce, PROOF_ERRORS, prover } from "./proof.ts";

const RENEWAL_SECONDS = 60;
/** Servers' clocks differ from ours. */
const CLOCK_SECONDS = 60;

/** A session with a grant's token, which the service renews ahead of time. */
export function grantSession(grant: Pick<AccountGrant, "credentials">, call: OAuthCall): Session {
  const credentials = readGrant(grant.credentials);
  const pds = call.baseUrl ?? credentials.pds;
  const send = provingSend(credentials, call);
  const judged = async (reply: Promise<Reply>): Promise<Ok | Failure> => {
    const given = await reply;
    return given.kind === "refused" ? (passingTrouble(given, credentials, call) ?? given) : given;
  };
  return {
    did: credentials.did,
    pds,
    query: (request) => judged(query(call, { ...request, base: pds, send })),
    procedure: (request) => judged(procedure(call, { ...request, base: pds, send })),
  };
}

/** Sends requests with a token and a proof that the token is ours; once more if the server asks for another nonce. */
function provingSend({ clientId, issuer, key, accessToken }: GrantCredentials, call: OAuthCall): Send {
  const config = configurationOf({ server: { issuer }, clientId, authentication: None(), call });
  const proving = prover(key, config);
  return async (make: () => CallRequest): Promise<CallReply> => {
    const seen: { reply: CallReply | null } = { reply: null };
    const request = make();
    let first: CallRequest | null = request;
    config[customFetch] = async (url, { headers }) => {
      const again = first ?? make();
      first = null;
      seen.reply = await call.net.call({ ...again, headers: { ...again.headers, ...withoutUserAgent(headers) } });
      learnNonce(url, seen.reply);
      return responseOf(seen.reply);
    };
    const { method, url } = request;
    try {
      await fetchProtectedResource(config, accessToken, new URL(url), method, null, new Headers(), { DPoP: await proving });
    } catch (error) {
      // What the library throws after a reply is its view of that reply, which is read as any other.
      if (seen.reply === null) throw error;
    }
    if (seen.reply === null) throw new Error("The request was not sent.");
    return seen.reply;
  };
}

/** A refusal that says nothing about the grant: null if it does. */
function passingTrouble(refused: Refused, { accessEndsAt }: GrantCredentials, call: OAuthCall): Halt | null {
  if (refused.status !== 401 && refused.status !== 400) return null;
  if (PROOF_ERRORS.has(refused.error)) {
    return {
      kind: "busy",
      reason: `Bluesky: the server does not accept our proof (${refused.error}).`,
      retryAfterSeconds: RENEWAL_SECONDS,
    };
  }
  const hasEnded = accessEndsAt <= addSeconds(call.now(), CLOCK_SECONDS);
  const isAboutToken = refused.status === 401 || refused.error === "ExpiredToken" || refused.error === "InvalidToken";
  if (!hasEnded || !isAboutToken) return null;
  return { kind: "busy", reason: "Bluesky: the access token has ended and is about to be renewed.", retryAfterSeconds: RENEWAL_SECONDS };
}
