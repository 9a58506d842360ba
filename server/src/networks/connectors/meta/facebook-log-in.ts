import { z } from "zod";
import { type LogIn, type LogInCall, type LogInScope, type OpenGrant, scopesAsked } from "../log-in.ts";
import { oauthLogIn } from "../oauth/log-in.ts";
import type { NotRead, Read } from "../oauth/read.ts";
import { tokenIn } from "../oauth/tokens.ts";
import { accessTrouble, hasExpired } from "./facebook-access.ts";
import { type FacebookHosts, facebookGraph, facebookVersion, versionProblem } from "./facebook-hosts.ts";
import { askGraph, type GraphFailure, type GraphRequest, reasonOf } from "./graph.ts";
import { metaTokens } from "./tokens.ts";

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

/** The log-in at Facebook, for one of the networks that it leads to. */
export function facebookLogIn({ network, scopes, hosts, accounts }: FacebookLogIn): LogIn {
  const exchange = (fields: Readonly<Record<string, string>>, call: LogInCall): GraphRequest => {
    const { clientId, clientSecret } = call.application ?? {};
    const url = `${facebookGraph(call, hosts)}/oauth/access_token`;
    return { method: "GET", url, token: null, fields: { client_id: clientId, client_secret: clientSecret ?? undefined, ...fields } };
  };
  const logIn = oauthLogIn<Person>({
    application: "facebook",
    network,
    scopes,
    obstacle: versionProblem,
    page: {
      address: (call) => `${call.host(hosts.www)}/${facebookVersion(call)}/dialog/oauth`,
      parameters: (call) => (call.application?.configId === undefined ? askedFor(scopes, call) : configured(call.application.configId)),
    },
    // https://developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived (2026-10).
    tokens: metaTokens({
      network: "Facebook",
      // What publishes are the Pages' tokens, for which no end is stated: they outlive this one, which lists the Pages.
      lives: { accessSeconds: null, marginSeconds: 0, isEndless: true },
      short: ({ code, redirectUri }, _application, call) => exchange({ redirect_uri: redirectUri, code }, call),
      long: (token, _application, call) => exchange({ grant_type: "fb_exchange_token", fb_exchange_token: token }, call),
      isEnded: () => false,
    }),
    read: ({ token, reach }) => readPerson({ token, call: reach, hosts }),
    identity: (person) => person,
    accounts: (_person, { grant, call }) => accounts(grant, call),
    revoke: (grant, call) => revoke(grant, call, hosts),
    // Tokens of Pages that the same person gave to the same application by hand.
    revokesTokensOf: ["Facebook", "Instagram"],
    advice: { address: (uri) => `Add ${uri} to the valid OAuth redirect URIs of the application at developers.facebook.com.` },
  });
  // Pages are listed whoever the person is.
  return { ...logIn, accounts };
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
function configured(configId: string): Record<string, string | undefined> {
  return { scope: undefined, config_id: configId, override_default_response_type: "true" };
}

interface Person {
  readonly remoteId: string;
  readonly name: string;
  readonly scopes: readonly string[];
}

interface Reader {
  readonly call: LogInCall;
  readonly hosts: FacebookHosts;
  readonly token: string;
}

const Me = z.object({ id: z.string().min(1), name: z.string().default("") });
const Permissions = z.object({ data: z.array(z.object({ permission: z.string(), status: z.string() })) });

async function readPerson({ call, hosts, token }: Reader): Promise<Read<Person>> {
  const url = `${facebookGraph(call, hosts)}/me`;
  const me = await askGraph(call, { method: "GET", url, token, fields: { fields: "id,name" } });
  if (me.kind !== "ok") return notRead(me);
  const given = await askGraph(call, { method: "GET", url: `${url}/permissions`, token });
  if (given.kind !== "ok") return notRead(given);
  const [person, permissions] = [Me.safeParse(me.body).data, Permissions.safeParse(given.body).data];
  if (person === undefined || permissions === undefined) return notRead({ kind: "lost", reason: "the answer cannot be read" });
  const scopes = permissions.data.filter(({ status }) => status === "granted").map(({ permission }) => permission);
  return { kind: "read", value: { remoteId: person.id, name: person.name, scopes } };
}

/**
 * The Pages' tokens outlive the person's own, and after a security check all of them work again. That something is not allowed to be
 * read says nothing about what else is.
 */
function notRead(failure: GraphFailure): NotRead {
  const reason = reasonOf("Facebook", failure);
  const trouble = accessTrouble(failure);
  if (trouble === null || trouble.mayComeBack || trouble.lacksPermission || hasExpired(failure)) return { kind: "unreachable", reason };
  return { kind: "refused", reason: `${reason}. ${trouble.advice}`, isDead: true };
}

/** Takes the whole application away: its access to the person's Pages and to their Instagram accounts. */
async function revoke(grant: OpenGrant, call: LogInCall, hosts: FacebookHosts): Promise<"revoked" | "unreachable"> {
  const url = `${facebookGraph(call, hosts)}/${encodeURIComponent(grant.remoteId)}/permissions`;
  const reply = await askGraph(call, { method: "DELETE", url, token: tokenIn(grant.credentials) });
  const isRevoked = reply.kind === "ok" || (accessTrouble(reply) !== null && !accessTrouble(reply)?.mayComeBack);
  return isRevoked ? "revoked" : "unreachable";
}
