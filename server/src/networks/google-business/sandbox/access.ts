import type { Asked } from "./caller.ts";
import { find, type Stored } from "./model.ts";
import { shows } from "./people.ts";
import { notFound, notPermitted } from "./refusals.ts";

/** An account of the caller. */
export async function ownAccount({ world, personId }: Pick<Asked, "world" | "personId">, id: string): Promise<Stored<"account">> {
  const account = await find(world, "account", id);
  if (account === null) throw notFound();
  if (account.person_id !== personId) throw notPermitted();
  return account;
}

/** The location in the path, which names the account through which the caller reaches it. */
export async function askedLocation(asked: Asked): Promise<Stored<"location">> {
  const { world, settings, ids } = asked;
  const account = await ownAccount(asked, ids.account ?? "");
  const location = await find(world, "location", ids.location ?? "");
  if (location === null || !(await shows(world, { accountId: account.id, locationId: location.id }))) throw notFound();
  if (settings.locations_lost.includes(location.id)) throw notPermitted();
  return location;
}

/** `accounts/1/locations/2`, as the path has it. */
export function parentOf({ ids }: Pick<Asked, "ids">): string {
  return `accounts/${ids.account}/locations/${ids.location}`;
}
