import { randomBytes } from "node:crypto";
import { toInstant } from "@rostrum/contract/formats.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isCalled, PEOPLE, userNameOf } from "../../sandbox/kit/names.ts";
import { bearerIn } from "../../sandbox/kit/requests.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { find, findOrInsert, insert, known, list, type Stored } from "./model.ts";
import { presentAccount } from "./present.ts";
import { refusal } from "./refusal.ts";
import { DOMAIN, settingsOf } from "./settings.ts";

/** What the connector's application requests. */
export const SCOPES = ["profile", "write:statuses", "write:media", "read:statuses", "read:search"];

/** Creates or finds the account with this name. Concurrent calls get the same one: the user name is claimed first. */
export async function accountNamed(world: SandboxWorld, name: string): Promise<Stored<"account">> {
  const username = userNameOf(name);
  const claim = await findOrInsert(world, "username", username, { account_id: await world.objects.nextId() });
  return findOrInsert(world, "account", claim.account_id, { username, display_name: name.trim() || username });
}

/** Issues a new access token for the account; it is valid until revoked, as on stock Mastodon. */
export async function issueToken(
  world: SandboxWorld,
  grant: { accountId: string; scopes: readonly string[]; appName: string; appId: string | null },
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await insert(world, "token", token, {
    account_id: grant.accountId,
    scopes: [...grant.scopes],
    app_name: grant.appName,
    app_id: grant.appId,
  });
  return token;
}

export interface Caller {
  readonly account: Stored<"account">;
  readonly appName: string;
}

/** Returns the caller if the token has one of the scopes (or a wider one); else refuses as Mastodon does. */
export async function requireCaller(world: SandboxWorld, request: FastifyRequest, ...scopes: readonly string[]): Promise<Caller> {
  if (request.headers.authorization === undefined) throw refusal(401, "This method requires an authenticated user");
  const grant = await find(world, "token", bearerIn(request) ?? "");
  if (grant === null) throw refusal(401, "The access token is invalid");
  const isGranted = scopes.some((scope) => grant.scopes.some((held) => held === scope || scope.startsWith(`${held}:`)));
  if (!isGranted) throw refusal(403, "This action is outside the authorized scopes");
  return { account: await known(world, "account", grant.account_id), appName: grant.app_name };
}

/** The same for public reads: null without a token. An invalid token is still refused. */
export async function optionalCaller(world: SandboxWorld, request: FastifyRequest, ...scopes: readonly string[]): Promise<Caller | null> {
  return request.headers.authorization === undefined ? null : requireCaller(world, request, ...scopes);
}

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
