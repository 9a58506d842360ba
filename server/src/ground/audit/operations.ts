import { toInstant } from "@rostrum/contract/formats.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { offsetOf } from "../database/page.ts";
import { refuse } from "../refusal.ts";
import { findPersonByEmail, listEntries } from "./store.ts";

export async function listAuditEntries(app: App, input: PrivateInput<"listAuditEntries">): Promise<PrivateOutput<"listAuditEntries">> {
  return list(app, input, input.brandId ?? null);
}

/** The same for the admins of one brand: what concerns another brand, or none, is not theirs to see. */
export async function listBrandAuditEntries(
  app: App,
  input: PrivateInput<"listBrandAuditEntries">,
): Promise<PrivateOutput<"listBrandAuditEntries">> {
  return list(app, input, input.brandId);
}

async function list(
  app: App,
  input: Omit<PrivateInput<"listAuditEntries">, "brandId">,
  brandId: number | null,
): Promise<PrivateOutput<"listAuditEntries">> {
  const { user, action = null, objectType = null, objectId = null, from, to, perPage } = input;
  const personId = user === undefined ? null : await findPersonByEmail(app.db, user);
  if (user !== undefined && personId === null) {
    // Who has an account is no business of a brand's.
    return brandId === null ? unknownUser(user) : { total: 0, entries: [] };
  }
  const period = { from: from === undefined ? null : toInstant(from), to: to === undefined ? null : toInstant(to) };
  const filter = { brandId, personId, action, objectType, objectId, ...period };
  const { total, rows } = await listEntries(app.db, filter, { limit: perPage, offset: offsetOf(input) });
  return { total, entries: rows };
}

function unknownUser(user: string): never {
  return refuse(404, "user", `There is no user with the e-mail address ${user}.`);
}
