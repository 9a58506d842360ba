import { z } from "zod";
import type { Server } from "../../connectors/api.ts";
import type { NotRead, Read } from "../../connectors/oauth/read.ts";
import { ask, encoded, type Failure, reasonOf } from "./api.ts";
import { signOf } from "./errors.ts";

/** A Page to which the person has a role. */
export interface Organization {
  readonly urn: string;
  readonly name: string;
  /** As in the Page's address; null if LinkedIn does not say. */
  readonly vanityName: string | null;
  readonly mayPost: boolean;
}

export interface Organizations {
  readonly organizations: readonly Organization[];
  /** False if one could not be asked for. */
  readonly isWhole: boolean;
}

/**
 * The roles that may post: https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api (2026-01). One of
 * them has two names.
 */
const POSTING_ROLES = ["ADMINISTRATOR", "CONTENT_ADMIN", "CONTENT_ADMINISTRATOR", "DIRECT_SPONSORED_CONTENT_POSTER"];

const PAGE_LENGTH = 100;
const PAGES_MAX = 10;
const NAMED_TOGETHER = 50;
/**
 * A company's Page, or a Showcase Page, which is a brand:
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations (2026-03).
 */
const PAGE = /^urn:li:organization(?:Brand)?:(\d+)$/;

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
const Batch = z.object({
  results: z.record(z.string(), z.unknown()),
  statuses: z.record(z.string(), z.number()).catch({}),
  errors: z.record(z.string(), z.object({ status: z.number().optional() })).catch({}),
});

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/organization-access-control-by-role (2026-01). */
export async function readOrganizations(server: Server): Promise<Read<Organizations>> {
  const read = await readRoles(server);
  if (read.kind !== "read") return read;
  const organizations: Organization[] = [];
  let isWhole = true;
  for (let from = 0; from < read.value.size; from += NAMED_TOGETHER) {
    const urns = [...read.value.keys()].slice(from, from + NAMED_TOGETHER);
    const named = await namesOf(server, urns);
    if ("kind" in named) return { kind: "unreachable", reason: reasonOf(named) };
    for (const urn of urns) {
      const name = named.get(urn);
      if (name === "later") isWhole = false;
      else if (name !== undefined && name !== "gone") organizations.push({ urn, ...name, mayPost: mayPost(read.value.get(urn) ?? []) });
    }
  }
  return { kind: "read", value: { organizations, isWhole } };
}

export function isPage(urn: string): boolean {
  return PAGE.test(urn);
}

/** The number in a Page's address; null for a person. */
export function pageNumber(urn: string): string | null {
  return PAGE.exec(urn)?.[1] ?? null;
}

/** The person's roles, by the URN of each organization. */
export async function readRoles(server: Server): Promise<Read<ReadonlyMap<string, readonly string[]>>> {
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
      if (urn == null || !isPage(urn) || (state != null && state !== "APPROVED")) continue;
      roles.set(urn, [...(roles.get(urn) ?? []), role]);
    }
    if (elements.length < PAGE_LENGTH) break;
  }
  return { kind: "read", value: roles };
}

export function mayPost(roles: readonly string[]): boolean {
  return roles.some((role) => POSTING_ROLES.includes(role));
}

/** What is known of one Page; that it is no more; or that it could not be asked for now. */
type Named = Pick<Organization, "name" | "vanityName"> | "gone" | "later";

/**
 * Of all at once; each by itself where the application may not ask for several, as in LinkedIn's development tier. A failure is that of all
 * of them.
 */
async function namesOf(server: Server, urns: readonly string[]): Promise<ReadonlyMap<string, Named> | Failure> {
  const path = `/rest/organizations?ids=List(${urns.map((urn) => encoded(idOf(urn))).join(",")})`;
  const answer = await ask(server, { method: "GET", path, restMethod: "BATCH_GET" });
  if (answer.kind !== "ok") return isFinal(answer) ? namesOneByOne(server, urns) : answer;
  const batch = Batch.safeParse(answer.body).data;
  if (batch === undefined) return namesOneByOne(server, urns);
  return new Map(urns.map((urn) => [urn, nameIn(batch, idOf(urn))]));
}

function nameIn({ results, statuses, errors }: z.output<typeof Batch>, id: string): Named {
  const found = results[id];
  if (found !== undefined) return nameFrom(found, id);
  return nameWithout(statuses[id] ?? errors[id]?.status ?? GONE, id);
}

async function namesOneByOne(server: Server, urns: readonly string[]): Promise<ReadonlyMap<string, Named> | Failure> {
  const names = new Map<string, Named>();
  let failure: Failure | null = null;
  for (const urn of urns) {
    const id = idOf(urn);
    const answer = await ask(server, { method: "GET", path: `/rest/organizations/${encoded(id)}` });
    if (answer.kind === "ok") names.set(urn, nameFrom(answer.body, id));
    else if (answer.kind === "refused") names.set(urn, nameWithout(isFinal(answer) ? NOT_ALLOWED : answer.status, id));
    else names.set(urn, "later");
    if (names.get(urn) === "later" && answer.kind !== "ok") failure = answer;
  }
  const isNoneKnown = [...names.values()].every((name) => name === "later");
  return failure !== null && isNoneKnown ? failure : names;
}

function nameFrom(body: unknown, id: string): Named {
  const read = Organization.safeParse(body).data;
  return { name: read?.localizedName || `Page ${id}`, vanityName: read?.vanityName || null };
}

/** Some roles may not read the Page's name, and still post. Channels are called by it: what fails for the moment must not rename them. */
function nameWithout(status: number, id: string): Named {
  if (status === GONE) return "gone";
  return status >= 500 || status === THROTTLED ? "later" : nameFrom({}, id);
}

const GONE = 404;
const NOT_ALLOWED = 403;
const THROTTLED = 429;

function idOf(urn: string): string {
  return urn.slice(urn.lastIndexOf(":") + 1);
}

function isFinal(failure: Failure): boolean {
  return failure.kind === "refused" && failure.status !== GONE && ["no permission", "refused"].includes(signOf(failure));
}

function unread(failure: Failure): NotRead {
  const [reason, sign] = [reasonOf(failure), signOf(failure)];
  if (failure.kind !== "refused" || !["no permission", "refused", "dead token"].includes(sign)) return { kind: "unreachable", reason };
  return { kind: "refused", reason, isDead: sign === "dead token" };
}
