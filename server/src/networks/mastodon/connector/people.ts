import { z } from "zod";
import type { Account, Call, PeopleOutcome, Person } from "../../connectors/connector.ts";
import { oneLine } from "../../connectors/reply.ts";
import { ask, serverOf } from "./api.ts";
import { reasonOf } from "./errors.ts";

const PEOPLE_MAX = 8;
const NAME_LENGTH_MAX = 100;

const Answer = z.object({ accounts: z.array(z.unknown()) });
const Found = z.object({
  /** Without a host for accounts of the server itself. */
  acct: z
    .string()
    .regex(/^[a-z0-9_]+(?:[a-z0-9_.-]*[a-z0-9_])?(?:@[\p{L}\p{N}_]+(?:[.-]+[\p{L}\p{N}_]+)*)?$/iu)
    .max(400),
  display_name: z.string().catch(""),
});

/**
 * Open to everybody from Mastodon 4.0 on, as long as nothing has to be fetched from elsewhere and the token, if one is sent, has the scope:
 * https://docs.joinmastodon.org/methods/search/#v2 (2026-08). Other servers, and closed ones, want the scope.
 */
export async function people(beginning: string, account: Account, call: Call): Promise<PeopleOutcome> {
  const server = serverOf(account, call);
  const path = `/api/v2/search?${new URLSearchParams({ q: beginning, type: "accounts", limit: String(PEOPLE_MAX) })}`;
  const asked = await ask(server, { method: "GET", path });
  const lacksScope = asked.kind === "refused" && asked.status === 403;
  const answer = lacksScope ? await ask(server, { method: "GET", path, anonymous: true }) : asked;
  if (lacksScope && answer.kind === "refused" && (answer.status === 401 || answer.status === 403))
    return { kind: "failed", reason: "The server shows its people only with the permission to search. Log in again to give it." };
  if (answer.kind !== "ok") return { kind: "failed", reason: `${reasonOf(answer)}.` };
  const read = Answer.safeParse(answer.body);
  if (!read.success) return { kind: "failed", reason: "Mastodon: the people that were found cannot be read." };
  const home = account.handle.slice(account.handle.lastIndexOf("@"));
  return { kind: "found", people: read.data.accounts.flatMap((found) => personOf(found, home)).slice(0, PEOPLE_MAX) };
}

/** With a host in any case: the text may be read on other servers, and other networks have names without. */
function personOf(found: unknown, home: string): Person[] {
  const { data } = Found.safeParse(found);
  if (data === undefined) return [];
  const handle = `@${data.acct}${data.acct.includes("@") ? "" : home}`;
  return [{ handle, name: oneLine(data.display_name, NAME_LENGTH_MAX) || handle }];
}
