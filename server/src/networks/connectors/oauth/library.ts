import { authorizationCodeGrant, refreshTokenGrant, type TokenEndpointResponse } from "openid-client";
import { z } from "zod";
import type { LogInAnswer, LogInCall } from "../log-in.ts";
import { type Attempted, attempt, isPassing, type OAuthClient, type OAuthFailure } from "./client.ts";
import { aboutIn, type Code, type TokenDoor, type TokenReply } from "./log-in.ts";

const Memory = z.object({ state: z.string().min(1) });

/** Tokens of a network that speaks OAuth as it is written. */
export function tokensBy(way: {
  readonly network: string;
  readonly lives: TokenDoor["lives"];
  readonly againSeconds: number;
  /** Null without an application. */
  readonly client: (call: LogInCall) => OAuthClient | null;
  /** Of a refresh token that is none any more, beside OAuth's own name for that. */
  readonly deadToken?: RegExp;
}) {
  const { network, lives, againSeconds, client, deadToken } = way;
  const read = (attempted: Attempted<TokenEndpointResponse>): TokenReply => {
    if (attempted.kind === "ok") return { kind: "ok", body: attempted.value };
    if (attempted.kind === "declined") return attempted;
    const { status, error } = attempted.kind === "refused" ? attempted : { status: null, error: null };
    const words = wordsOf(attempted);
    const about = isPassing(attempted) ? "passing" : aboutIn(`${error} ${words}`);
    const isDead = error === "invalid_grant" || (status === 400 && deadToken?.test(words) === true);
    const endsGrant = isDead && about !== "passing";
    return { kind: "failed", reason: `${network}: ${words}`, about, endsGrant };
  };
  const opened = (call: LogInCall): OAuthClient => {
    const found = client(call);
    if (found === null) throw new Error(`The log-in at ${network} needs an application.`);
    return found;
  };
  return {
    lives,
    againSeconds,
    exchange: async ({ answer }: Code, call: LogInCall) =>
      read(await exchangeCode(opened(call), answer, { state: Memory.parse(answer.memory).state, takesChallenge: true })),
    renew: async ({ refreshToken }: { readonly refreshToken: string }, call: LogInCall) =>
      read(await attempt(opened(call), (config) => refreshTokenGrant(config, refreshToken))),
  } satisfies TokenDoor;
}

/** Exchanges what the person came back with. */
export function exchangeCode(
  client: OAuthClient,
  { redirectUri, parameters, verifier }: LogInAnswer,
  { state, takesChallenge }: { readonly state: string; readonly takesChallenge: boolean },
): Promise<Attempted<TokenEndpointResponse>> {
  const back = new URL(`${redirectUri}?${new URLSearchParams(parameters)}`);
  const checks = { expectedState: state, ...(takesChallenge ? { pkceCodeVerifier: verifier } : {}) };
  return attempt(client, (config) => authorizationCodeGrant(config, back, checks));
}

/** The words of a failure, without a full stop. */
export function wordsOf(failure: OAuthFailure): string {
  if (failure.kind === "declined") return "access was declined";
  return (failure.kind === "refused" ? failure.message : failure.reason).replace(/\.$/, "");
}
