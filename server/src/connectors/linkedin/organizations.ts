import { z } from "zod";
import { ask, encoded, type Failure, reasonOf, type Server } from "./api.ts";
import { signOf } from "./errors.ts";

/** A Page to which the person has a role. */
export interface Organization {
  readonly urn: string;
  readonly name: string;
  /** As in the Page's address; null if LinkedIn does not say. */
  readonly vanityName: string | null;
  readonly mayPost: boolean;
}

export type OrganizationsOrNot =
  | { readonly kind: "read"; readonly organizations: readonly Organization[] }
  | { readonly kind: "refused" | "unreachable"; readonly reason: string };

/**
 * The roles that may post: https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api (2026-01). One of
 * them has two names.
 */
const POSTING_ROLES = ["ADMINISTRATOR", "CONTENT_ADMIN", "CONTENT_ADMINISTRATOR", "DIRECT_SPONSORED_CONTENT_POSTER"];
type RolesOrNot =
  | { readonly kind: "read"; readonly roles: ReadonlyMap<string, readonly string[]> }
  | Exclude<OrganizationsOrNot, { kind: "read" }>;

const PAGE_LENGTH = 100;
const PAGES_MAX = 10;

const Roles = z.object({
  elements: z.array(
    z.object({
      organization: z.string().nullish(),
      organizationTarget: z.string().nullish(),
      role: z.string(),
      state: z.string().nullish(),
    }),
  ),
});
const Organization = z.object({ localizedName: z.string().nullish(), vanityName: z.string().nullish() });

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/organization-access-control-by-role (2026-01). */
export async function readOrganizations(server: Server): Promise<OrganizationsOrNot> {
  const read = await readRoles(server);
  if (read.kind !== "read") return read;
  const organizations: Organization[] = [];
  for (const [urn, held] of read.roles) {
    const named = await nameOf(server, urn);
    // Channels are called by it: what fails for the moment must not rename them.
    if ("kind" in named) return { kind: "unreachable", reason: reasonOf(named) };
    organizations.push({ urn, ...named, mayPost: mayPost(held) });
  }
  return { kind: "read", organizations };
}

/** The person's roles, by the URN of each organization. */
export async function readRoles(server: Server): Promise<RolesOrNot> {
  const roles = new Map<string, string[]>();
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const start = page === 0 ? "" : `&start=${page * PAGE_LENGTH}`;
    const path = `/rest/organizationAcls?q=roleAssignee&state=APPROVED&count=${PAGE_LENGTH}${start}`;
    const answer = await ask(server, { method: "GET", path, restMethod: "FINDER" });
    if (answer.kind !== "ok") return unread(answer);
    const read = Roles.safeParse(answer.body);
    if (!read.success) return { kind: "unreachable", reason: "LinkedIn: the list of Pages cannot be read." };
    const { elements } = read.data;
    for (const { organization, organizationTarget, role, state } of elements) {
      const urn = organization ?? organizationTarget;
      if (urn == null || !urn.startsWith("urn:li:organization:") || (state != null && state !== "APPROVED")) continue;
      roles.set(urn, [...(roles.get(urn) ?? []), role]);
    }
    if (elements.length < PAGE_LENGTH) break;
  }
  return { kind: "read", roles };
}

export function mayPost(roles: readonly string[]): boolean {
  return roles.some((role) => POSTING_ROLES.includes(role));
}

/** Some roles may not read the Page's name, and still post. */
async function nameOf(server: Server, urn: string): Promise<Pick<Organization, "name" | "vanityName"> | Failure> {
  const id = urn.slice(urn.lastIndexOf(":") + 1);
  const answer = await ask(server, { method: "GET", path: `/rest/organizations/${encoded(id)}` });
  const isFinal = answer.kind === "refused" && ["no permission", "refused"].includes(signOf(answer));
  if (answer.kind !== "ok" && !isFinal) return answer;
  const read = answer.kind === "ok" ? Organization.safeParse(answer.body).data : undefined;
  return { name: read?.localizedName || `Page ${id}`, vanityName: read?.vanityName || null };
}

function unread(failure: Failure): Exclude<OrganizationsOrNot, { kind: "read" }> {
  const isFinal = failure.kind === "refused" && ["no permission", "refused", "dead token"].includes(signOf(failure));
  return { kind: isFinal ? "refused" : "unreachable", reason: reasonOf(failure) };
}
