import { z } from "zod";
import type { LogInCall } from "../log-in.ts";
import { type FacebookHosts, facebookGraph } from "./facebook-hosts.ts";
import { askGraph } from "./graph.ts";

/** Nobody chooses among more than this. */
const PAGES_MAX = 100;

const Debugged = z.object({
  data: z.object({ granular_scopes: z.array(z.object({ scope: z.string(), target_ids: z.array(z.string()).nullish() })).default([]) }),
});

interface Reading {
  readonly call: LogInCall;
  readonly hosts: FacebookHosts;
  /** The person's. */
  readonly token: string;
  readonly fields: string;
}

/**
 * The Pages that the token itself says it was let in to, but for those that are known already. Facebook Login for Business gives tokens
 * whose list of Pages is empty (unverified: seen in other products):
 * https://developers.facebook.com/docs/graph-api/reference/debug_token/ (2026-11). Null if it could not be asked.
 */
export async function grantedPages(
  { call, hosts, token, fields }: Reading,
  isKnown: (id: string) => boolean,
): Promise<{ readonly entries: readonly unknown[]; readonly isWhole: boolean } | null> {
  const { application } = call;
  if (!application?.clientSecret) return null;
  const graph = facebookGraph(call, hosts);
  const debugged = await askGraph(call, {
    method: "GET",
    url: `${graph}/debug_token`,
    token: `${application.clientId}|${application.clientSecret}`,
    fields: { input_token: token },
  });
  const said = debugged.kind === "ok" ? Debugged.safeParse(debugged.body).data : undefined;
  if (said === undefined) return null;
  const ofPages = said.data.granular_scopes.filter(({ scope }) => scope.startsWith("pages_"));
  const ids = [...new Set(ofPages.flatMap(({ target_ids }) => target_ids ?? []))].filter((id) => !isKnown(id));
  // Only lists say what a person may do on a Page.
  const wanted = fields.replace(/(^|,)tasks(?=,|$)/, "");
  const entries: unknown[] = [];
  let isWhole = ids.length <= PAGES_MAX;
  for (const id of ids.slice(0, PAGES_MAX)) {
    const page = await askGraph(call, { method: "GET", url: `${graph}/${encodeURIComponent(id)}`, token, fields: { fields: wanted } });
    if (page.kind === "ok") entries.push(page.body);
    else if (page.kind !== "refused") isWhole = false;
  }
  return { entries, isWhole };
}
