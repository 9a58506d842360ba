import { createHash, randomBytes } from "node:crypto";
import { PEOPLE, userNameOf } from "../../sandbox/kit/names.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { encodeBase32 } from "./cid.ts";
import { find, insert, known, type Stored } from "./model.ts";

const HANDLE_ENDING = ".bluesky.test";

/** Creates or finds the account with this name. Concurrent calls get the same one: the DID is derived from the name. */
export async function accountNamed(world: SandboxWorld, name: string): Promise<Stored<"account">> {
  const { did, handle } = namesOf(name);
  await insert(world, "account", did, { handle, appPassword: newAppPassword() });
  await insert(world, "handle", handle, { did });
  return known(world, "account", did);
}

/** Finds an account by handle or DID; null if there is none. The people of the network have theirs from when they are first asked for. */
export async function accountOf(world: SandboxWorld, identifier: string): Promise<Stored<"account"> | null> {
  const held = await find(world, "handle", identifier.toLowerCase());
  const person = PEOPLE.find((name) => namesOf(name).handle === identifier.toLowerCase());
  if (held === null && person !== undefined) return accountNamed(world, person);
  return find(world, "account", held?.did ?? identifier);
}

/** The handle and the DID of whoever has this name. */
export function namesOf(name: string): { readonly did: string; readonly handle: string } {
  const handle = labelOf(name) + HANDLE_ENDING;
  return { handle, did: `did:plc:${encodeBase32(createHash("sha256").update(handle).digest()).slice(0, 24)}` };
}

/** The name in a handle of this network; any other name is itself. */
export function nameOfHandle(text: string): string {
  const name = text.trim().replace(/^@/, "");
  return name.endsWith(HANDLE_ENDING) ? name.slice(0, -HANDLE_ENDING.length) : name;
}

/** What the directory says about an account. */
export function didDocument(world: SandboxWorld, { id, handle }: Stored<"account">) {
  return {
    "@context": ["https://www.w3.org/ns/did/v1"],
    id,
    alsoKnownAs: [`at://${handle}`],
    service: [{ id: "#atproto_pds", type: "AtprotoPersonalDataServer", serviceEndpoint: world.baseUrl }],
  };
}

/** `xxxx-xxxx-xxxx-xxxx`. */
function newAppPassword(): string {
  return (encodeBase32(randomBytes(10)).match(/.{4}/g) ?? []).join("-");
}

/** One label of a host name. */
function labelOf(name: string): string {
  return userNameOf(name, { between: "-" });
}
