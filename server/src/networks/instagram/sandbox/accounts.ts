import type { FastifyRequest } from "fastify";
import { folded } from "../../sandbox/kit/names.ts";
import { unknownObject } from "../../sandbox/meta/refusal.ts";
import type { GraphCall } from "../../sandbox/meta/request.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { find, findOrInsert, list, newId, type Stored } from "./model.ts";
import { denied } from "./refusals.ts";
import type { Settings } from "./settings.ts";

type AccountType = Stored<"account">["account_type"];

const ACCOUNTS_MAX = 100;

/** Creates or finds the account with this name. Concurrent calls get the same one: the user name is claimed first. */
export async function accountNamed(world: SandboxWorld, name: string, type: AccountType = "BUSINESS"): Promise<Stored<"account">> {
  const username = usernameOf(name);
  const claim = await findOrInsert(world, "username", username, { account_id: await newId(world, "account") });
  return findOrInsert(world, "account", claim.account_id, {
    username,
    name: name.trim() || username,
    account_type: type,
    scoped_id: await newId(world, "scoped"),
    restricted: false,
    takes_collaborators: true,
    takes_trial_reels: true,
    hides_likes: false,
  });
}

export async function accountCalled(world: SandboxWorld, username: string): Promise<Stored<"account"> | null> {
  const claim = await find(world, "username", username.toLowerCase());
  return claim === null ? null : find(world, "account", claim.account_id);
}

export async function accountsOldestFirst(world: SandboxWorld): Promise<Stored<"account">[]> {
  return (await list(world, "account", { limit: ACCOUNTS_MAX })).reverse();
}

/** Lower-case letters, digits, dots and underscores. */
function usernameOf(name: string): string {
  return (
    folded(name)
      .replace(/[^a-z0-9.]+/g, "_")
      .replace(/^[_.]+|[_.]+$/g, "")
      .slice(0, 30) || "account"
  );
}

/** Where the caller logged in: each host of the API has its own scopes and tokens. */
export type Door = "instagram" | "facebook";

interface Caller {
  readonly door: Door;
  readonly scopes: readonly string[];
  /** The accounts that the token reaches. */
  readonly accountIds: readonly string[];
}

/** One call of the API with everything that answering it takes. */
export interface Visit {
  /** This network's world, whichever host was called. */
  readonly world: SandboxWorld;
  readonly settings: Settings;
  readonly caller: Caller;
  readonly call: GraphCall;
  /** For the faults that concern it. */
  readonly request: FastifyRequest;
  /** The URL that was called. */
  readonly address: string;
}

type Right = "read" | "publish" | "comment" | "insights";

/** https://developers.facebook.com/documentation/instagram-platform/overview (2026-10) */
const SCOPES: Readonly<Record<Door, Readonly<Record<Right, readonly string[]>>>> = {
  instagram: {
    read: ["instagram_business_basic"],
    publish: ["instagram_business_basic", "instagram_business_content_publish"],
    comment: ["instagram_business_basic", "instagram_business_manage_comments"],
    insights: ["instagram_business_basic", "instagram_business_manage_insights"],
  },
  facebook: {
    read: ["instagram_basic"],
    publish: ["instagram_basic", "instagram_content_publish", "pages_read_engagement"],
    comment: ["instagram_basic", "instagram_manage_comments", "pages_read_engagement"],
    insights: ["instagram_basic", "instagram_manage_insights", "pages_read_engagement"],
  },
};

/** Refuses callers who were not granted what the right takes. */
export function requireRight(visit: Visit, right: Right): void {
  const missing = SCOPES[visit.caller.door][right].filter((scope) => !visit.caller.scopes.includes(scope));
  if (missing.length > 0) throw denied(`Application does not have permission for this action (${missing.join(", ")})`);
}

/** The account with this id, if the caller reaches it; else it does not exist for them. */
export async function reachableAccount(visit: Visit, id: string): Promise<Stored<"account">> {
  const account = visit.caller.accountIds.includes(id) ? await find(visit.world, "account", id) : null;
  if (account === null) throw unknownObject(id, visit.call.method);
  return account;
}

/** The same for one that can publish. A person may have switched to a personal account after they logged in. */
export async function professionalAccount(visit: Visit, id: string): Promise<Stored<"account">> {
  const account = await reachableAccount(visit, id);
  if (account.account_type === "PERSONAL") throw denied("The user is not an Instagram Business");
  return account;
}
