import { z } from "zod";
import type { FinishOutcome, LogInAnswer, LogInCall } from "../../connectors/log-in.ts";
import { lacksRole, roleAdvice } from "../../connectors/meta/app-roles.ts";
import { askGraph, type GraphFailure, type GraphReply } from "../../connectors/meta/graph.ts";
import { reasonOf } from "./errors.ts";
import { TOKEN_LIFE_SECONDS } from "./facts.ts";
import { profileRefusal, readProfile } from "./profile.ts";
import { credentialsOf, endsOfNew } from "./token.ts";

const REASON_LENGTH_MAX = 300;
/** Codes of refused exchanges (unverified). */
const WRONG_APPLICATION = 101;
const WRONG_ADDRESS = 191;

const scopes = z.union([z.array(z.string()), z.string().transform((text) => text.split(",").map((scope) => scope.trim()))]);
const Short = z.object({ access_token: z.string().min(1), permissions: scopes.optional() });
/** An older form of the answer wraps the same object in a list. */
const ShortReply = z.union([Short, z.object({ data: z.tuple([Short]) }).transform(({ data: [short] }) => short)]);
const LongReply = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive().catch(TOKEN_LIFE_SECONDS) });

/** Exchanges the code for a token of an hour, and that for one of 60 days. */
export async function finish({ parameters, redirectUri }: LogInAnswer, call: LogInCall): Promise<FinishOutcome> {
  if (parameters.error === "access_denied" || parameters.error_reason === "user_denied") return { kind: "declined" };
  if (parameters.code === undefined) {
    const words = parameters.error_description ?? parameters.error_message ?? parameters.error ?? "it sent no code";
    const advice = lacksRole(words) ? roleAdvice("Instagram") : "Log in again.";
    return { kind: "refused", reason: `Instagram did not complete the log-in: ${words.slice(0, REASON_LENGTH_MAX)}. ${advice}` };
  }
  // The redirect ends in `#_`, which some browsers and proxies hand on as part of the code.
  const short = await askShort(parameters.code.replace(/#_$/, ""), redirectUri, call);
  if ("failure" in short) return refusalOf(short.failure, redirectUri);
  // The code is used up, so giving up at the first fault would cost the person another log-in.
  const first = await askLong(short.access_token, call);
  const long = "failure" in first ? await askLong(short.access_token, call) : first;
  if ("failure" in long) return refusalOf(long.failure, redirectUri);
  const profile = await readProfile(long.access_token, call);
  if ("failure" in profile) {
    const { kind, reason } = profileRefusal(profile.failure);
    if (isAboutRole(profile.failure)) return { kind, reason: `${reason}. ${roleAdvice("Instagram")}` };
    return { kind, reason: `${reason}. Log in again.` };
  }
  const obtainedAt = call.now();
  return {
    kind: "granted",
    grant: {
      application: "instagram",
      remoteId: profile.userId,
      name: profile.name,
      scopes: short.permissions ?? [],
      credentials: credentialsOf({ accessToken: long.access_token, obtainedAt }),
      ends: endsOfNew(obtainedAt, long.expires_in),
    },
  };
}

type Failed = { readonly failure: GraphFailure };

async function askShort(code: string, redirectUri: string, call: LogInCall): Promise<z.output<typeof Short> | Failed> {
  const fields = {
    client_id: call.application?.clientId,
    client_secret: secretOf(call),
    grant_type: "authorization_code",
    redirect_uri: redirectUri,
    code,
  };
  return readAs(ShortReply, await askGraph(call, { method: "POST", url: `${call.host("login")}/oauth/access_token`, token: null, fields }));
}

async function askLong(accessToken: string, call: LogInCall): Promise<z.output<typeof LongReply> | Failed> {
  const fields = { grant_type: "ig_exchange_token", client_secret: secretOf(call), access_token: accessToken };
  return readAs(LongReply, await askGraph(call, { method: "GET", url: `${call.host("api")}/access_token`, token: null, fields }));
}

function readAs<T>(schema: z.ZodType<T>, reply: GraphReply): T | Failed {
  if (reply.kind !== "ok") return { failure: reply };
  const read = schema.safeParse(reply.body);
  return read.success ? read.data : { failure: { kind: "lost", reason: "the response contains no token" } };
}

function secretOf({ application }: LogInCall): string | undefined {
  return application?.clientSecret ?? undefined;
}

function isAboutRole(failure: GraphFailure): boolean {
  return failure.kind === "refused" && lacksRole(failure.error?.message ?? "");
}

function refusalOf(failure: GraphFailure, redirectUri: string): FinishOutcome {
  const reason = reasonOf(failure);
  if (failure.kind !== "refused" || failure.status >= 500) return { kind: "unreachable", reason: `${reason}. Log in again.` };
  const { code, message } = failure.error ?? { code: 0, message: "" };
  const refused = (advice: string): FinishOutcome => ({ kind: "refused", reason: `${reason}. ${advice}` });
  if (isAboutRole(failure)) return refused(roleAdvice("Instagram"));
  if (code === WRONG_APPLICATION || /client.secret|client.id|platform app|validating application/i.test(message)) {
    return refused("Check the Instagram app id and secret in the operator's settings: they differ from those of the Meta app.");
  }
  if (code === WRONG_ADDRESS || /redirect.uri/i.test(message)) {
    return refused(`Add ${redirectUri} to the OAuth redirect URIs of the business login at developers.facebook.com.`);
  }
  return refused("Log in again.");
}
