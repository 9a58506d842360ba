import type { FastifyReply, FastifyRequest } from "fastify";
import { faultOn } from "../../sandbox/faults.ts";
import { bearerIn } from "../../sandbox/kit/requests.ts";
import { checkToken } from "../../sandbox/kit/tokens.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { find, insert, known, type Stored } from "./model.ts";
import type { RoleName } from "./people.ts";
import { expiredToken, missingPermission, noToken, quotaReached, revokedToken, unknownToken } from "./refusals.ts";
import type { Settings } from "./settings.ts";
import { isEndedByLogIn } from "./tokens.ts";
import { keyIn, organizationIn } from "./urns.ts";

/** Who calls: a person, by an application. */
export interface Caller {
  readonly person: Stored<"person">;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

export async function callerOf(world: SandboxWorld, request: FastifyRequest): Promise<Caller> {
  const token = bearerIn(request);
  if (token === null) throw noToken();
  const outcome = await checkToken(world, request, token);
  if (outcome.kind === "unknown") throw unknownToken();
  if (outcome.kind === "expired") throw expiredToken();
  if (outcome.kind === "revoked" || (await isEndedByLogIn(world, outcome.token))) throw revokedToken();
  const { token: held, scopes } = outcome;
  return { person: await known(world, "person", held.person_id), clientId: held.client_id, scopes };
}

/** What a call needs: one of the scopes for the kind of author that it concerns, and one of the roles if that is an organization. */
export interface Deed {
  readonly person: readonly string[];
  readonly organization: readonly string[];
  readonly roles: readonly RoleName[];
}

const POSTERS: readonly RoleName[] = ["ADMINISTRATOR", "CONTENT_ADMINISTRATOR", "DIRECT_SPONSORED_CONTENT_POSTER"];

export const POSTING: Deed = { person: ["w_member_social"], organization: ["w_organization_social"], roles: POSTERS };
export const READING_POSTS: Deed = { person: ["r_member_social"], organization: ["r_organization_social"], roles: POSTERS };
export const READING_COMMENTS: Deed = { person: ["r_member_social_feed"], organization: ["r_organization_social_feed"], roles: POSTERS };
export const READING_UPLOADS: Deed = {
  person: ["w_member_social"],
  organization: ["w_organization_social", "r_organization_social"],
  roles: POSTERS,
};
export const READING_STATISTICS: Deed = {
  person: [],
  organization: ["rw_organization_admin", "r_organization_admin"],
  roles: ["ADMINISTRATOR", "ANALYST"],
};

export function commenting({ older_scopes_comment }: Settings): Deed {
  const older = (name: string) => (older_scopes_comment ? [name] : []);
  return {
    person: ["w_member_social_feed", ...older("w_member_social")],
    organization: ["w_organization_social_feed", ...older("w_organization_social")],
    roles: POSTERS,
  };
}

/** Refuses callers without any of these scopes. */
export function requireScope({ scopes }: Caller, wanted: readonly string[], resource: string): void {
  if (!wanted.some((name) => scopes.includes(name))) throw missingPermission(resource);
}

/** Refuses callers without the scope for this author; returns whether they may act for it. */
export async function mayActFor(
  world: SandboxWorld,
  caller: Caller,
  { author, deed, resource }: { readonly author: string; readonly deed: Deed; readonly resource: string },
): Promise<boolean> {
  const personId = keyIn(author, "person");
  requireScope(caller, personId === null ? deed.organization : deed.person, resource);
  if (personId !== null) return personId === caller.person.id;
  const role = await roleAt(world, caller, author);
  return deed.roles.some((name) => name === role);
}

/** The caller's role in this organization; null without one that was approved. */
export async function roleAt(world: SandboxWorld, { person }: Caller, organization: string): Promise<string | null> {
  const role = await find(world, "role", `${person.id} ${organizationIn(organization)}`);
  return role?.state === "APPROVED" ? role.role : null;
}

/** A call of the API by somebody who is known. */
export interface Visit {
  readonly world: SandboxWorld;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller;
  readonly settings: Settings;
  /** As answers name it, such as `posts.CREATE.20260801`. */
  readonly resource: string;
  /** With a day; null for calls outside `/rest`. */
  readonly version: string | null;
  /** From the path: a URN or an id. */
  readonly key: string;
}

/**
 * Quotas of a day in UTC, by application and by member.
 * https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/rate-limits (2026-11)
 */
export async function countCall(
  world: SandboxWorld,
  request: FastifyRequest,
  { caller, settings }: { readonly caller: Caller; readonly settings: Settings },
): Promise<void> {
  if (faultOn(request, "quota") !== null) throw quotaReached("MEMBER");
  const { calls_per_application, calls_per_member } = settings;
  if (calls_per_application !== null && (await counted(world, caller.clientId)) > calls_per_application) throw quotaReached("APPLICATION");
  if (calls_per_member !== null && (await counted(world, caller.person.id)) > calls_per_member) throw quotaReached("MEMBER");
}

export async function countPost(world: SandboxWorld, { person }: Caller, { posts_per_day }: Settings): Promise<void> {
  if ((await counted(world, `posts ${person.id}`)) > posts_per_day) throw quotaReached("MEMBER");
}

/** How often it happened today, this time included. */
async function counted(world: SandboxWorld, what: string): Promise<number> {
  const id = `${what} ${world.now().slice(0, 10)}`;
  await insert(world, "tally", id, { count: 0 });
  return (await world.objects.increment("tally", id, "count")) ?? 0;
}
