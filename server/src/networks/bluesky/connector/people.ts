import type { Account, Call, PeopleOutcome, Person } from "../../connectors/connector.ts";
import { oneLine } from "../../connectors/reply.ts";
import { appViewOf } from "./addresses.ts";
import { troubleBeside } from "./errors.ts";
import { listAt, textAt } from "./json.ts";
import { HANDLE } from "./oauth/destination.ts";
import { query } from "./xrpc.ts";

const PEOPLE_MAX = 8;
const NAME_LENGTH_MAX = 100;

/** Public, and meant for this: https://docs.bsky.app/docs/api/app-bsky-actor-search-actors-typeahead (2026-08). */
export async function people(beginning: string, _account: Account, call: Call): Promise<PeopleOutcome> {
  const parameters = [["q", beginning] as const, ["limit", String(PEOPLE_MAX)] as const];
  const reply = await query(call, { base: appViewOf(call), name: "app.bsky.actor.searchActorsTypeahead", parameters });
  if (reply.kind !== "ok") return { kind: "failed", reason: `${troubleBeside(reply, call).reason}.` };
  return { kind: "found", people: listAt(reply.body, "actors").flatMap(personOf).slice(0, PEOPLE_MAX) };
}

/** Nobody can be mentioned by a handle that leads nowhere, which is told as `handle.invalid`. */
function personOf(actor: unknown): Person[] {
  const handle = textAt(actor, "handle") ?? "";
  if (!HANDLE.test(handle) || handle === "handle.invalid") return [];
  return [{ handle: `@${handle}`, name: oneLine(textAt(actor, "displayName") ?? "", NAME_LENGTH_MAX) || handle }];
}
