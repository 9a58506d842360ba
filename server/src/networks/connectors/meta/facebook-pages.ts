import { z } from "zod";
import type { LogInCall, OpenGrant } from "../log-in.ts";
import { tokenIn } from "../oauth/tokens.ts";
import { accessTrouble } from "./facebook-access.ts";
import { type FacebookHosts, facebookGraph } from "./facebook-hosts.ts";
import { grantedPages } from "./granted-pages.ts";
import { askGraph, type GraphFailure, reasonOf } from "./graph.ts";
import { nextPage } from "./lists.ts";

/** What is asked of each of the person's Pages. */
export interface PagesWanted {
  readonly hosts: FacebookHosts;
  /** Of the Page, separated by commas; `id` and `access_token` among them. */
  readonly fields: string;
}

export type PagesOutcome =
  | {
      readonly kind: "listed";
      readonly pages: readonly unknown[];
      /** Whether these are all: not if a business could not be asked. */
      readonly isWhole: boolean;
    }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "unreachable"; readonly reason: string };

export const NOT_ALL_SAID = {
  kind: "unreachable",
  reason: "Facebook did not say which Pages the person's businesses have. Log in again.",
} as const;

const PAGE_LENGTH = 100;
/** Nobody chooses among more than this; lists that do not end stop here. */
const REQUESTS_PER_LIST_MAX = 10;
const BUSINESSES_MAX = 50;

const Entry = z.object({ id: z.string() });
const List = z.object({ data: z.array(z.unknown()) });

/** The Pages on which the person has a role, then those of their businesses, and what else the log-in let in; each once. */
export async function listPages(grant: OpenGrant, call: LogInCall, { hosts, fields }: PagesWanted): Promise<PagesOutcome> {
  const read = (path: string, wanted: string) =>
    readList({ call, token: tokenIn(grant.credentials), url: `${facebookGraph(call, hosts)}${path}`, fields: wanted });
  const own = await read("/me/accounts", fields);
  if ("failure" in own) return refusalOf(own.failure);
  const pages = new Map(own.entries.map((entry) => [Entry.safeParse(entry).data?.id, entry]));
  const businesses = await businessEdges(grant, (wanted) => read(wanted, "id"));
  let isWhole = businesses.isWhole && own.isWhole;
  for (const path of businesses.edges) {
    const list = await read(path, fields);
    if ("failure" in list ? !isForbidden(list.failure) : !list.isWhole) isWhole = false;
    for (const entry of "failure" in list ? [] : list.entries) {
      const id = Entry.safeParse(entry).data?.id;
      if (!pages.has(id)) pages.set(id, entry);
    }
  }
  const granted = await grantedPages({ call, hosts, token: tokenIn(grant.credentials), fields }, (id) => pages.has(id));
  for (const entry of granted?.entries ?? []) pages.set(Entry.safeParse(entry).data?.id, entry);
  pages.delete(undefined);
  if (granted === null ? pages.size === 0 && call.application?.clientSecret : !granted.isWhole) isWhole = false;
  return { kind: "listed", pages: [...pages.values()], isWhole };
}

type Entries = { readonly entries: readonly unknown[]; readonly isWhole: boolean } | { readonly failure: GraphFailure };

interface Businesses {
  readonly edges: readonly string[];
  readonly isWhole: boolean;
}

async function businessEdges({ scopes }: OpenGrant, read: (path: string) => Promise<Entries>): Promise<Businesses> {
  if (!scopes.includes("business_management")) return { edges: [], isWhole: true };
  const businesses = await read("/me/businesses");
  if ("failure" in businesses) return { edges: [], isWhole: isForbidden(businesses.failure) };
  const ids = businesses.entries.map((entry) => Entry.safeParse(entry).data?.id).filter((id) => id !== undefined);
  const edges = ids
    .slice(0, BUSINESSES_MAX)
    .flatMap((id) => [`/${encodeURIComponent(id)}/owned_pages`, `/${encodeURIComponent(id)}/client_pages`]);
  return { edges, isWhole: businesses.isWhole && ids.length <= BUSINESSES_MAX };
}

const NO_SUCH_FIELD = 100;

/** A business that the person may not look into is left out; one that did not answer may hold what they let in. */
function isForbidden(failure: GraphFailure): boolean {
  return accessTrouble(failure) !== null || (failure.kind === "refused" && failure.error?.code === NO_SUCH_FIELD);
}

interface Reading {
  readonly call: LogInCall;
  readonly token: string;
  readonly url: string;
  readonly fields: string;
}

async function readList({ call, token, url, fields }: Reading): Promise<Entries> {
  const entries: unknown[] = [];
  let page: Readonly<Record<string, string>> | null = {};
  for (let request = 0; page !== null && request < REQUESTS_PER_LIST_MAX; request += 1) {
    const reply = await askGraph(call, { method: "GET", url, token, fields: { fields, limit: `${PAGE_LENGTH}`, ...page } });
    if (reply.kind !== "ok") return { failure: reply };
    const list = List.safeParse(reply.body);
    if (!list.success) return { failure: { kind: "lost", reason: "the list of Pages cannot be read" } };
    entries.push(...list.data.data);
    page = nextPage(reply.body);
  }
  return { entries, isWhole: page === null };
}

function refusalOf(failure: GraphFailure): PagesOutcome {
  const reason = reasonOf("Facebook", failure);
  const trouble = accessTrouble(failure);
  return trouble === null ? { kind: "unreachable", reason } : { kind: "refused", reason: `${reason}. ${trouble.advice}` };
}
