import { secondsBetween } from "@rostrum/contract/formats.ts";
import {
  type AccountsOutcome,
  type BeginOutcome,
  type FinishOutcome,
  type LogIn,
  type LogInAnswer,
  type LogInCall,
  type LogInRequest,
  type OpenGrant,
  type ProbeOutcome,
  type RenewOutcome,
  scopesAsked,
} from "../../connectors/log-in.ts";
import { lacksRole, roleAdvice } from "../../connectors/meta/app-roles.ts";
import { type GraphFailure, reasonOf } from "../../connectors/meta/graph.ts";
import { serverFor } from "./api.ts";
import { APPLICATION, grantOf, handleOf, stored } from "./connect.ts";
import { storedToken } from "./credentials.ts";
import { signOf } from "./errors.ts";
import { readProfile } from "./profile.ts";
import { lacks, SCOPES } from "./scopes.ts";
import { endsOf, exchangeCode, factsOf, lengthen, type MadeOrNot, RENEWABLE_AFTER_SECONDS, refresh } from "./tokens.ts";

/**
 * The log-in at Threads: https://developers.facebook.com/documentation/threads/get-started/get-access-tokens-and-permissions
 * (2026-07). It takes no PKCE, and has no call that gives a token back.
 */
export const logIn: LogIn = { application: APPLICATION, network: "Threads", scopes: SCOPES, begin, finish, accounts, renew, probe };

const RENEW_AGAIN_SECONDS = 3600;
const NO_APPLICATION = "Threads needs the id and the secret of an application before anyone can log in.";

async function begin({ state, redirectUri }: LogInRequest, call: LogInCall): Promise<BeginOutcome> {
  if (call.application === null) return { kind: "refused", reason: NO_APPLICATION };
  const query = new URLSearchParams({
    client_id: call.application.clientId,
    redirect_uri: redirectUri,
    scope: scopesAsked(SCOPES, call).join(","),
    response_type: "code",
    state,
  });
  return { kind: "open", url: `${call.host("www")}/oauth/authorize?${query}`, memory: null };
}

async function finish({ parameters, redirectUri }: LogInAnswer, call: LogInCall): Promise<FinishOutcome> {
  if (call.application?.clientSecret == null) return { kind: "refused", reason: NO_APPLICATION };
  const { error, error_description, error_reason } = parameters;
  if (error === "access_denied") return { kind: "declined" };
  if (error !== undefined) {
    const words = error_description ?? error_reason ?? error;
    const advice = lacksRole(words) ? ` ${roleAdvice("Threads")}` : "";
    return { kind: "refused", reason: `Threads ended the log-in: ${words}.${advice}` };
  }
  // Threads appends a fragment that some browsers' extensions pass on.
  const code = parameters.code?.replace(/#_$/, "") ?? "";
  if (code === "") return { kind: "refused", reason: "Threads sent you back without a code. Please start again." };
  const short = await exchangeCode(call, { code, redirectUri });
  if (short.kind !== "made") return unfinished(short, redirectUri);
  const long = await twice(() => lengthen(call, short.made.token.accessToken));
  if (long.kind !== "made") return unfinished(long, redirectUri);
  const server = serverFor(long.made.token.accessToken, call);
  const outcome = await readProfile(server);
  if (outcome.kind !== "read") return { kind: outcome.kind, reason: outcome.reason };
  return { kind: "granted", grant: grantOf(outcome.profile, { server, made: long.made, facts: await factsOf(server) }) };
}

/** A code is accepted once, so what can be repeated after it is. */
async function twice(ask: () => Promise<MadeOrNot>): Promise<MadeOrNot> {
  const first = await ask();
  return first.kind === "made" || signOf(first) !== "outage" ? first : ask();
}

function unfinished(failure: GraphFailure, redirectUri: string): FinishOutcome {
  const reason = reasonOf("Threads", failure);
  if (["outage", "throttled"].includes(signOf(failure)))
    return { kind: "unreachable", reason: `${reason}. Please start again in a while.` };
  const message = failure.kind === "refused" ? (failure.error?.message ?? "") : "";
  if (lacksRole(message)) return { kind: "refused", reason: `${reason}. ${roleAdvice("Threads")}` };
  if (/redirect/i.test(message)) {
    return { kind: "refused", reason: `${reason}. The application has to have exactly this redirect address: ${redirectUri}` };
  }
  if (/secret|client|app(lication)?\b/i.test(message)) {
    return { kind: "refused", reason: `${reason}. Check the application: Threads has an id and a secret of its own inside the Meta app.` };
  }
  return { kind: "refused", reason: `${reason}. Please start again.` };
}

async function accounts(grant: OpenGrant, call: LogInCall): Promise<AccountsOutcome> {
  const outcome = await readProfile(serverFor(storedToken(grant.credentials).accessToken, call));
  if (outcome.kind !== "read") return { kind: outcome.kind, reason: outcome.reason };
  const { profile } = outcome;
  const missing = SCOPES.filter(({ name }) => lacks(grant, name));
  const problems = missing.filter(({ needed }) => needed).map(({ without }) => without);
  return {
    kind: "listed",
    accounts: [
      {
        type: "Threads",
        remoteId: profile.id,
        handle: handleOf(profile),
        credentials: {},
        settings: {},
        name: profile.name,
        pictureUrl: profile.pictureUrl,
        problem: problems.length === 0 ? null : `${problems.join(" ")} Log in again and allow it.`,
        limits: missing.filter(({ needed }) => !needed).map(({ without }) => without),
      },
    ],
  };
}

/** Whether the old token lives on after a renewal is unverified, so the new one is stored before anything else is asked. */
async function renew(grant: OpenGrant, call: LogInCall): Promise<RenewOutcome> {
  const token = storedToken(grant.credentials);
  const tooYoung = RENEWABLE_AFTER_SECONDS - secondsBetween(token.obtainedAt, call.now());
  if (tooYoung > 0) {
    const probed = await probe(grant, call);
    if (probed.kind === "ended") return probed;
    return {
      kind: "busy",
      reason: "Threads renews a token a day after it was made, at the earliest.",
      retryAfterSeconds: Math.ceil(tooYoung),
    };
  }
  const answer = await refresh(call, token.accessToken);
  if (answer.kind !== "made") return notRenewed(answer, grant, call);
  const { made } = answer;
  return { kind: "renewed", credentials: stored(made.token), ends: endsOf(made, call.now()) };
}

async function notRenewed(failure: GraphFailure, grant: OpenGrant, call: LogInCall): Promise<RenewOutcome> {
  const reason = reasonOf("Threads", failure);
  const asked = failure.kind === "refused" ? (failure.retryAfterSeconds ?? 0) : 0;
  if (signOf(failure) === "dead token") return { kind: "ended", reason };
  const probed = ["outage", "throttled"].includes(signOf(failure)) ? null : await probe(grant, call);
  if (probed?.kind === "ended") return { kind: "ended", reason: probed.reason };
  return { kind: "busy", reason, retryAfterSeconds: Math.max(RENEW_AGAIN_SECONDS, asked) };
}

async function probe(grant: OpenGrant, call: LogInCall): Promise<ProbeOutcome> {
  const server = serverFor(storedToken(grant.credentials).accessToken, call);
  const outcome = await readProfile(server);
  // Reads have been refused for days while tokens were valid (unverified), so only what is about the token counts.
  if (outcome.kind === "refused" && outcome.isDead) return { kind: "ended", reason: outcome.reason };
  if (outcome.kind !== "read") return { kind: "unknown", reason: outcome.reason };
  const facts = await factsOf(server);
  return facts === null ? { kind: "works" } : { kind: "works", scopes: facts.scopes };
}
