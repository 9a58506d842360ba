import { z } from "zod";
import type { FinishOutcome, LogInAnswer, LogInCall } from "../log-in.ts";
import { type FacebookHosts, facebookGraph } from "./facebook-hosts.ts";
import { askGraph, type GraphFailure, type GraphReply, reasonOf } from "./graph.ts";

/** The long-lived token of the person who logged in. */
export interface UserToken {
  readonly accessToken: string;
}

/** Codes of a refused exchange (unverified: seen in other products alone). */
const WRONG_APPLICATION = 101;
const WRONG_ADDRESS = 191;

const TokenReply = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive().nullish() });

/**
 * Exchanges the code for a token of an hour or two, and that for one of about 60 days:
 * https://developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived (2026-10).
 */
export async function exchangeCode(
  { parameters, redirectUri }: Pick<LogInAnswer, "parameters" | "redirectUri">,
  hosts: FacebookHosts,
  call: LogInCall,
): Promise<UserToken | FinishOutcome> {
  if (parameters.error === "access_denied") return { kind: "declined" };
  if (parameters.code === undefined) {
    const words = parameters.error_message ?? parameters.error_description ?? parameters.error ?? "it sent no code";
    return { kind: "refused", reason: `Facebook did not complete the log-in: ${words.slice(0, 300)}. Log in again.` };
  }
  const application = { client_id: call.application?.clientId, client_secret: call.application?.clientSecret ?? undefined };
  const ask = async (fields: Readonly<Record<string, string>>) =>
    tokenIn(
      await askGraph(call, {
        method: "GET",
        url: `${facebookGraph(call, hosts)}/oauth/access_token`,
        token: null,
        fields: { ...application, ...fields },
      }),
    );
  const short = await ask({ redirect_uri: redirectUri, code: parameters.code });
  if ("kind" in short) return refusalOf(short, redirectUri);
  const toLong = { grant_type: "fb_exchange_token", fb_exchange_token: short.accessToken };
  const long = await ask(toLong);
  // The code is used up, so giving up at the first fault would cost the person another log-in.
  const last = "kind" in long ? await ask(toLong) : long;
  return "kind" in last ? refusalOf(last, redirectUri) : last;
}

function tokenIn(reply: GraphReply): UserToken | GraphFailure {
  if (reply.kind !== "ok") return reply;
  const token = TokenReply.safeParse(reply.body);
  if (!token.success) return { kind: "lost", reason: "the response contains no token" };
  return { accessToken: token.data.access_token };
}

function refusalOf(failure: GraphFailure, redirectUri: string): FinishOutcome {
  const reason = reasonOf("Facebook", failure);
  if (failure.kind !== "refused" || failure.error === null) return { kind: "unreachable", reason: `${reason}. Log in again.` };
  const { code, message } = failure.error;
  const refused = (advice: string): FinishOutcome => ({ kind: "refused", reason: `${reason}. ${advice}` });
  if (code === WRONG_APPLICATION || /client secret|client_secret|validating application/i.test(message)) {
    return refused("Check the id and the secret of the application in the operator's settings.");
  }
  if (code === WRONG_ADDRESS || /redirect_uri/i.test(message)) {
    return refused(`Add ${redirectUri} to the valid OAuth redirect URIs of the application at developers.facebook.com.`);
  }
  return failure.status >= 500 || failure.error.isTransient
    ? { kind: "unreachable", reason: `${reason}. Log in again.` }
    : refused("Log in again.");
}
