import { folded } from "../../sandbox/kit/names.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { newId } from "./ids.ts";
import { find, findOrInsert, list, type Stored } from "./model.ts";

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
