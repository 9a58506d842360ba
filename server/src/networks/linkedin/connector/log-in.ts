import {
  type AccountsOutcome,
  type BeginOutcome,
  type FinishOutcome,
  type LogIn,
  type LogInAccount,
  type LogInAnswer,
  type LogInCall,
  type LogInRequest,
  type LogInScope,
  type OpenGrant,
  type ProbeOutcome,
  type RenewOutcome,
  scopesAsked,
} from "../../connectors/log-in.ts";
import { type Failure, reasonOf, type Server } from "./api.ts";
import { APPLICATION, handleOf, personUrn } from "./connect.ts";
import { asStored, serverOf, storedTokens } from "./credentials.ts";
import { signOf } from "./errors.ts";
import { type PersonOrNot, readPerson } from "./identity.ts";
import { type Organization, readOrganizations } from "./organizations.ts";
import { lacks, PAGES_SCOPES, PROFILE_SCOPES } from "./scopes.ts";
import { exchangeCode, refresh } from "./tokens.ts";

/**
 * The log-in at LinkedIn: https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow (2024-08). It takes
 * no PKCE from web applications and has no call that gives a token back. One scope too many ends it, so that there is one for
 * each product: with the product for Pages, a person's own profile comes along.
 */
export const profileLogIn = logInWith({ application: APPLICATION, network: "LinkedIn", scopes: PROFILE_SCOPES });
export const pagesLogIn = logInWith({ application: "linkedin-pages", network: "LinkedIn Pages", scopes: PAGES_SCOPES });

type Way = Pick<LogIn, "application" | "network" | "scopes">;

function logInWith(way: Way): LogIn {
  return {
    ...way,
    begin: async (request, call) => begin(way, request, call),
    finish: (answer, call) => finish(way, answer, call),
    accounts: (grant, call) => accounts(way, grant, call),
    renew,
    probe,
  };
}

const RENEW_AGAIN_SECONDS = 3600;
const ASKED_MAX = 3;
/** What LinkedIn says if a person presses Cancel. */
const CANCELLED = ["user_cancelled_login", "user_cancelled_authorize", "access_denied"];
const UNREADABLE_PROFILE =
  "LinkedIn lets nobody read what a person published: when the answer to a post or comment is lost, you have to look at the profile yourself.";

function begin(way: Way, { state, redirectUri }: LogInRequest, call: LogInCall): BeginOutcome {
  if (call.application === null) return { kind: "refused", reason: noApplication(way) };
  const query = new URLSearchParams({
    response_type: "code",
    client_id: call.application.clientId,
    redirect_uri: redirectUri,
    state,
    scope: scopesAsked(way.scopes, call).join(" "),
  });
  return { kind: "open", url: `${call.host("www")}/oauth/v2/authorization?${query.toString().replaceAll("+", "%20")}`, memory: null };
}

async function finish(way: Way, { parameters, redirectUri }: LogInAnswer, call: LogInCall): Promise<FinishOutcome> {
  if (call.application?.clientSecret == null) return { kind: "refused", reason: noApplication(way) };
  const { error, error_description: words, code } = parameters;
  if (error !== undefined && CANCELLED.includes(error)) return { kind: "declined" };
  if (error === "unauthorized_scope_error") return { kind: "refused", reason: productMissing(way, words ?? error) };
  if (error !== undefined) return { kind: "refused", reason: `LinkedIn ended the log-in: ${words ?? error}.` };
  if (code === undefined || code === "") return { kind: "refused", reason: "LinkedIn sent you back without a code. Please start again." };
  const answer = await exchangeCode(call, { code, redirectUri });
  if (answer.kind !== "made") return unfinished(answer, redirectUri);
  const { tokens, ends, scopes } = answer.made;
  const outcome = await persistently({ token: tokens.accessToken, reach: call });
  if (outcome.kind !== "read") return { kind: outcome.kind, reason: outcome.reason };
  const { id, name } = outcome.person;
  const given = scopes ?? scopesAsked(way.scopes, call);
  return {
    kind: "granted",
    grant: { application: way.application, remoteId: id, name, scopes: given, credentials: asStored(tokens), ends },
  };
}

/** Of a Page, whoever may not post. */
export const NO_ROLE = "You may not post for this Page. Ask its administrator for the role of a content admin.";

/** A valid token is refused now and then (unverified how often), so that one refusal means nothing. */
export async function persistently(server: Server): Promise<PersonOrNot> {
  let outcome = await readPerson(server);
  for (let asked = 1; asked < ASKED_MAX && outcome.kind === "refused" && outcome.isDenied; asked += 1) outcome = await readPerson(server);
  return outcome;
}

function noApplication({ network }: Way): string {
  return `${network} needs the id and the secret of an application before anyone can log in.`;
}

function productMissing({ application }: Way, words: string): string {
  const product =
    application === APPLICATION
      ? "The application needs the products Share on LinkedIn and Sign In with LinkedIn using OpenID Connect. For Pages, register another one with the product Community Management API, as linkedin-pages."
      : "The application needs the product Community Management API, which LinkedIn has to approve. A profile alone needs none of that: log in at LinkedIn instead.";
  // The description is written for a page.
  const plain = words.replaceAll("&quot;", '"');
  return `LinkedIn: ${plain}. ${product} /help/networks/linkedin says how, and how to ask for less.`;
}

function unfinished(failure: Failure, redirectUri: string): FinishOutcome {
  const reason = reasonOf(failure);
  if (["outage", "throttled"].includes(signOf(failure)))
    return { kind: "unreachable", reason: `${reason}. Please start again in a while.` };
  const codes = failure.kind === "refused" ? failure.codes : [];
  if (codes.includes("invalid_client")) return { kind: "refused", reason: `${reason}. Check the id and the secret of the application.` };
  if (codes.includes("invalid_redirect_uri") || /redirect/i.test(reason)) {
    return { kind: "refused", reason: `${reason}. The application has to have exactly this redirect address: ${redirectUri}` };
  }
  return { kind: "refused", reason: `${reason}. Please start again.` };
}

async function accounts(way: Way, grant: OpenGrant, call: LogInCall): Promise<AccountsOutcome> {
  const server = serverOf({ grant }, call);
  const outcome = await persistently(server);
  if (outcome.kind !== "read") return { kind: outcome.kind, reason: outcome.reason };
  const { person } = outcome;
  const asksForComments = way.scopes.some(({ name }) => name === "w_member_social_feed");
  const profile: LogInAccount = {
    type: "LinkedIn",
    ...{ remoteId: personUrn(person), handle: person.name, credentials: {}, settings: {} },
    name: person.name,
    pictureUrl: person.pictureUrl,
    problem: lacks(grant, "w_member_social") ? "Nothing can be published on the profile: the application has no permission for it." : null,
    // Whether comments need a scope of their own where the log-in cannot ask for it is unverified.
    limits: [...limitsOf(grant, [...(asksForComments ? ["w_member_social_feed"] : []), "r_member_postAnalytics"]), UNREADABLE_PROFILE],
  };
  if (lacks(grant, "rw_organization_admin")) return { kind: "listed", accounts: [profile] };
  const pages = await readOrganizations(server);
  if (pages.kind !== "read") return { kind: pages.kind, reason: pages.reason };
  return { kind: "listed", accounts: [...pages.organizations.map((page) => pageAccount(page, grant)), profile], isWhole: pages.isWhole };
}

function pageAccount(page: Organization, grant: OpenGrant): LogInAccount {
  const problem = page.mayPost ? null : NO_ROLE;
  return {
    type: "LinkedIn",
    ...{ remoteId: page.urn, handle: handleOf(page), credentials: {}, settings: {} },
    name: page.name,
    pictureUrl: null,
    problem:
      problem ??
      (lacks(grant, "w_organization_social") ? "Nothing can be published on Pages: the application has no permission for it." : null),
    limits: limitsOf(grant, ["r_organization_social", "w_organization_social_feed", "r_organization_social_feed"]),
  };
}

function limitsOf(grant: OpenGrant, names: readonly string[]): string[] {
  const known: readonly LogInScope[] = PAGES_SCOPES.filter(({ name }) => names.includes(name) && lacks(grant, name));
  return known.map(({ without }) => without);
}

async function renew(grant: OpenGrant, call: LogInCall): Promise<RenewOutcome> {
  const tokens = storedTokens(grant.credentials);
  if (tokens.refreshToken === null) return { kind: "ended", reason: "LinkedIn gave no token for renewals: log in again." };
  const answer = await refresh(call, tokens);
  if (answer.kind === "made") return { kind: "renewed", credentials: asStored(answer.made.tokens), ends: answer.made.ends };
  const reason = reasonOf(answer);
  if (answer.kind === "refused" && answer.codes.includes("invalid_grant")) return { kind: "ended", reason };
  const asked = answer.kind === "refused" ? (answer.retryAfterSeconds ?? 0) : 0;
  return { kind: "busy", reason, retryAfterSeconds: Math.max(RENEW_AGAIN_SECONDS, asked) };
}

async function probe(grant: OpenGrant, call: LogInCall): Promise<ProbeOutcome> {
  const outcome = await persistently(serverOf({ grant }, call));
  if (outcome.kind === "read") return { kind: "works" };
  return { kind: outcome.kind === "refused" && outcome.isDenied ? "ended" : "unknown", reason: outcome.reason };
}
