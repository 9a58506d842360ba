import { z } from "zod";
import {
  type BeginOutcome,
  type FinishOutcome,
  type LogIn,
  type LogInCall,
  type LogInRequest,
  type LogInScope,
  type OpenGrant,
  type ProbeOutcome,
  scopesAsked,
} from "../log-in.ts";
import { accessTrouble, hasExpired } from "./facebook-access.ts";
import { exchangeCode } from "./facebook-exchange.ts";
import { type FacebookHosts, facebookGraph, facebookVersion, versionProblem } from "./facebook-hosts.ts";
import { askGraph, type GraphFailure, reasonOf } from "./graph.ts";

/**
 * Facebook Login, with which people give access to their Pages and to the Instagram accounts that belong to these. The grant is
 * the person's long-lived token, `{ accessToken }`. It lists the Pages; their own tokens publish, and do not end with it.
 */
export interface FacebookLogIn {
  /** The network that the person sees. */
  readonly network: string;
  readonly scopes: readonly LogInScope[];
  readonly hosts: FacebookHosts;
  readonly accounts: LogIn["accounts"];
}

export function facebookLogIn({ network, scopes, hosts, accounts }: FacebookLogIn): LogIn {
  return {
    application: "facebook",
    network,
    scopes,
    accounts,
    begin: async (request, call) => begin(request, call, { scopes, hosts }),
    finish: (answer, call) => finish(answer, call, hosts),
    probe: (grant, call) => probe(grant, call, hosts),
    revoke: (grant, call) => revoke(grant, call, hosts),
    // Tokens of Pages that the same person gave to the same application by hand.
    revokesTokensOf: ["Facebook", "Instagram"],
  };
}

const Credentials = z.object({ accessToken: z.string().min(1) });

/** The person's token. */
export function userTokenOf({ credentials }: Pick<OpenGrant, "credentials">): string {
  return Credentials.parse(credentials).accessToken;
}

/** The sentences for the scopes that were not given, and those whose absence keeps anything from being published. */
export function missingScopes(scopes: readonly LogInScope[], given: readonly string[]): { limits: string[]; problem: string | null } {
  const missing = scopes.filter(({ name }) => !given.includes(name));
  const problem = missing.find(({ needed }) => needed)?.without ?? null;
  return { limits: missing.filter(({ needed }) => !needed).map(({ without }) => without), problem };
}

function begin(
  { state, redirectUri }: LogInRequest,
  call: LogInCall,
  { scopes, hosts }: Pick<FacebookLogIn, "scopes" | "hosts">,
): BeginOutcome {
  const problem = versionProblem(call);
  if (problem !== null) return { kind: "refused", reason: problem };
  if (call.application === null) throw new Error("Facebook Login needs a registered application.");
  const query = new URLSearchParams({
    client_id: call.application.clientId,
    redirect_uri: redirectUri,
    state,
    response_type: "code",
    ...(call.application.configId === undefined ? askedFor(scopes, call) : configured(call.application.configId)),
  });
  return { kind: "open", url: `${call.host(hosts.www)}/${facebookVersion(call)}/dialog/oauth?${query}`, memory: null };
}

function askedFor(scopes: readonly LogInScope[], call: LogInCall): Record<string, string> {
  return {
    // One application serves several log-ins; each asks for what it can use itself.
    scope: scopesAsked(scopes, call)
      .filter((name) => scopes.some((scope) => scope.name === name))
      .join(","),
    // Asks again for what the person once left out: https://developers.facebook.com/documentation/facebook-login/web/permissions (2026-11).
    auth_type: "rerequest",
  };
}

/**
 * Facebook Login for Business: the configuration says which permissions are asked for, and all have to be given
 * (https://developers.facebook.com/documentation/facebook-login/facebook-login-for-business, 2026-11).
 */
function configured(configId: string): Record<string, string> {
  return { config_id: configId, override_default_response_type: "true" };
}

const Person = z.object({ id: z.string().min(1), name: z.string().default("") });

async function finish(answer: Parameters<LogIn["finish"]>[0], call: LogInCall, hosts: FacebookHosts): Promise<FinishOutcome> {
  const token = await exchangeCode(answer, hosts, call);
  if ("kind" in token) return token;
  const { accessToken } = token;
  const reader = { call, hosts, token: accessToken };
  const me = await askMe(reader);
  const person = me.kind === "ok" ? Person.safeParse(me.body).data : undefined;
  const given = await readScopes(reader);
  if (person === undefined || "failure" in given) {
    return { kind: "unreachable", reason: "Facebook did not say who logged in and what they allowed. Log in again." };
  }
  return {
    kind: "granted",
    grant: {
      application: "facebook",
      remoteId: person.id,
      name: person.name,
      scopes: given.scopes,
      credentials: { accessToken },
      // What publishes are the Pages' tokens, for which no end is stated: they outlive this one, which lists the Pages and is not needed then.
      ends: { accessEndsAt: null, renewAt: null, endsAt: null },
    },
  };
}

interface Reader {
  readonly call: LogInCall;
  readonly hosts: FacebookHosts;
  readonly token: string;
}

function askMe({ call, hosts, token }: Reader) {
  return askGraph(call, { method: "GET", url: `${facebookGraph(call, hosts)}/me`, token, fields: { fields: "id,name" } });
}

const Permissions = z.object({ data: z.array(z.object({ permission: z.string(), status: z.string() })) });

async function readScopes({ call, hosts, token }: Reader): Promise<{ scopes: string[] } | { failure: GraphFailure }> {
  const reply = await askGraph(call, { method: "GET", url: `${facebookGraph(call, hosts)}/me/permissions`, token });
  if (reply.kind !== "ok") return { failure: reply };
  const permissions = Permissions.safeParse(reply.body);
  if (!permissions.success) return { failure: { kind: "lost", reason: "the list of permissions cannot be read" } };
  return { scopes: permissions.data.data.filter(({ status }) => status === "granted").map(({ permission }) => permission) };
}

async function probe(grant: OpenGrant, call: LogInCall, hosts: FacebookHosts): Promise<ProbeOutcome> {
  const reader = { call, hosts, token: userTokenOf(grant) };
  const me = await askMe(reader);
  const given = me.kind === "ok" ? await readScopes(reader) : { failure: me };
  if ("scopes" in given) return { kind: "works", scopes: given.scopes };
  const { failure } = given;
  const reason = reasonOf("Facebook", failure);
  const trouble = accessTrouble(failure);
  // The Pages' tokens outlive the person's own, and after a security check all of them work again. That something is not allowed to be
  // read says nothing about what else is.
  if (trouble === null || trouble.mayComeBack || trouble.lacksPermission || hasExpired(failure)) return { kind: "unknown", reason };
  return { kind: "ended", reason: `${reason}. ${trouble.advice}` };
}

/** Takes the whole application away: its access to the person's Pages and to their Instagram accounts. */
async function revoke(grant: OpenGrant, call: LogInCall, hosts: FacebookHosts): Promise<"revoked" | "unreachable"> {
  const url = `${facebookGraph(call, hosts)}/${encodeURIComponent(grant.remoteId)}/permissions`;
  const reply = await askGraph(call, { method: "DELETE", url, token: userTokenOf(grant) });
  const isRevoked = reply.kind === "ok" || (accessTrouble(reply) !== null && !accessTrouble(reply)?.mayComeBack);
  return isRevoked ? "revoked" : "unreachable";
}
