import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { userNameOf } from "../../sandbox/kit/names.ts";
import { bearerIn } from "../../sandbox/kit/requests.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { find, findOrInsert, insert, known, type Stored } from "./model.ts";
import { refusal } from "./refusal.ts";

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
