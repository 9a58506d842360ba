import type { Server } from "../../connectors/api.ts";
import type { AccountsOutcome, LogIn, LogInAccount, LogInScope, OpenGrant } from "../../connectors/log-in.ts";
import { type Holder, oauthLogIn } from "../../connectors/oauth/log-in.ts";
import { type Read, told } from "../../connectors/oauth/read.ts";
import { lacks } from "../../connectors/oauth/scopes.ts";
import { APPLICATION, handleOf, personUrn } from "./connect.ts";
import { type Person, readPerson } from "./identity.ts";
import { type Organization, readOrganizations } from "./organizations.ts";
import { PAGES_SCOPES, PROFILE_SCOPES } from "./scopes.ts";
import { TOKENS } from "./tokens.ts";

/**
 * The log-in at LinkedIn: https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow (2024-08). It takes
 * no PKCE from web applications and has no call that gives a token back. One scope too many ends it, so that there is one for
 * each product: with the product for Pages, a person's own profile comes along.
 */
export const profileLogIn = logInWith({ application: APPLICATION, network: "LinkedIn", scopes: PROFILE_SCOPES });
export const pagesLogIn = logInWith({ application: "linkedin-pages", network: "LinkedIn Pages", scopes: PAGES_SCOPES });

type Way = Pick<LogIn, "application" | "network" | "scopes">;

function logInWith(way: Way): LogIn {
  return oauthLogIn<Person>({
    ...way,
    page: { address: (call) => `${call.host("www")}/oauth/v2/authorization` },
    tokens: TOKENS,
    read: persistently,
    identity: ({ id, name }) => ({ remoteId: id, name }),
    accounts: (person, holder) => accounts(way, person, holder),
    adviceOn: (_words, error) => (error === "unauthorized_scope_error" ? productMissing(way) : null),
  });
}

const ASKED_MAX = 3;
const UNREADABLE_PROFILE =
  "LinkedIn lets nobody read what a person published: when the answer to a post or comment is lost, you have to look at the profile yourself.";

/** Of a Page, whoever may not post. */
export const NO_ROLE = "You may not post for this Page. Ask its administrator for the role of a content admin.";

/** A valid token is refused now and then (unverified how often), so that one refusal means nothing. */
export async function persistently(server: Server): Promise<Read<Person>> {
  let outcome = await readPerson(server);
  for (let asked = 1; asked < ASKED_MAX && outcome.kind === "refused" && outcome.isDead; asked += 1) outcome = await readPerson(server);
  return outcome;
}

function productMissing({ application }: Way): string {
  const product =
    application === APPLICATION
      ? "The application needs the products Share on LinkedIn and Sign In with LinkedIn using OpenID Connect. For Pages, register another one with the product Community Management API, as linkedin-pages."
      : "The application needs the product Community Management API, which LinkedIn has to approve. A profile alone needs none of that: log in at LinkedIn instead.";
  return `${product} /help/networks/linkedin says how, and how to ask for less.`;
}

async function accounts(way: Way, person: Person, { grant, server }: Holder): Promise<AccountsOutcome> {
  const asksForComments = way.scopes.some(({ name }) => name === "w_member_social_feed");
  const profile: LogInAccount = {
    type: "LinkedIn",
    ...{ remoteId: personUrn(person), handle: person.name, credentials: {}, settings: {} },
    ...{ name: person.name, pictureUrl: person.pictureUrl },
    problem: lacks(grant, "w_member_social") ? "Nothing can be published on the profile: the application has no permission for it." : null,
    // Whether comments need a scope of their own where the log-in cannot ask for it is unverified.
    limits: [...limitsOf(grant, [...(asksForComments ? ["w_member_social_feed"] : []), "r_member_postAnalytics"]), UNREADABLE_PROFILE],
  };
  if (lacks(grant, "rw_organization_admin")) return { kind: "listed", accounts: [profile] };
  const pages = await readOrganizations(server);
  if (pages.kind !== "read") return told(pages);
  const { organizations, isWhole } = pages.value;
  return { kind: "listed", accounts: [...organizations.map((page) => pageAccount(page, grant)), profile], isWhole };
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
