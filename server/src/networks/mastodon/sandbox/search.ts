import { toInstant } from "@rostrum/contract/formats.ts";
import type { FastifyInstance } from "fastify";
import { isCalled, PEOPLE, userNameOf } from "../../sandbox/kit/names.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { optionalCaller } from "./accounts.ts";
import { list } from "./model.ts";
import { presentAccount } from "./present.ts";
import { refusal } from "./refusal.ts";
import { DOMAIN, settingsOf } from "./settings.ts";

const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 40;
const LOCAL_MAX = 1000;
/** Where the people are who have no account here. */
const ELSEWHERE = "people.example";
const JOINED = toInstant("2026-01-01T00:00:00Z");

/** The accounts that a search finds: this instance's own, and people of another one that it has heard of. It finds nothing else. */
export function searchRoutes(scope: FastifyInstance, world: SandboxWorld): void {
  scope.get<{ Querystring: Record<string, string> }>("/api/v2/search", async (request) => {
    const caller = await optionalCaller(world, request, "read:search");
    const { q = "", limit } = request.query;
    const { search } = await settingsOf(world);
    if (caller === null && search === "closed") throw refusal(401, "This API requires an authenticated user");
    if (q === "") throw refusal(400, "param is missing or the value is empty: q");
    const locals = await list(world, "account", { limit: LOCAL_MAX });
    const asked = Math.trunc(Number(limit));
    const [username, domain = null] = q.replace(/^@/, "").split("@");
    const local = locals
      .filter((account) => isCalled(username ?? "", account.username, account.display_name))
      .map((account) => presentAccount(world, account));
    const remote = PEOPLE.filter((name) => isCalled(username ?? "", name, userNameOf(name))).map((name, index) =>
      heardOf(world, name, index),
    );
    const accounts = [...(isAt(domain, DOMAIN) ? local : []), ...(isAt(domain, ELSEWHERE) ? remote : [])];
    const shown = accounts.slice(0, asked > 0 ? Math.min(asked, LIMIT_MAX) : LIMIT_DEFAULT);
    return { accounts: await Promise.all(shown), statuses: [], hashtags: [], collections: [] };
  });
}

function isAt(asked: string | null, domain: string): boolean {
  return asked === null || domain.startsWith(asked.toLowerCase());
}

async function heardOf(world: SandboxWorld, name: string, index: number): Promise<Record<string, unknown>> {
  const username = userNameOf(name);
  const account = await presentAccount(world, { id: String(index + 1), createdAt: JOINED, username, display_name: name });
  return {
    ...account,
    acct: `${username}@${ELSEWHERE}`,
    url: `https://${ELSEWHERE}/@${username}`,
    uri: `https://${ELSEWHERE}/users/${username}`,
  };
}
