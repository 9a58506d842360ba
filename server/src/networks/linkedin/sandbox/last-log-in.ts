import type { SandboxWorld } from "../../sandbox/network.ts";
import { find, put } from "./model.ts";
import { settingsOf } from "./settings.ts";

/** Something that was issued within a grant. */
export interface Issued {
  readonly grant: string;
  readonly serial: number;
}

/** Notes what somebody logged in for. Other scopes than the last time end what was issued before, if the network is set to. */
export async function noteLogIn(world: SandboxWorld, { grant, scopes }: { readonly grant: string; readonly scopes: readonly string[] }) {
  const names = scopes.toSorted().join(" ");
  const last = await find(world, "last_log_in", grant);
  const isOther = last !== null && last.scopes !== names && (await settingsOf(world)).other_scopes_end_tokens;
  const since = isOther ? Number(await world.objects.nextId()) : (last?.since ?? 0);
  await put(world, "last_log_in", grant, { scopes: names, since });
}

export async function isEndedByLogIn(world: SandboxWorld, { grant, serial }: Issued): Promise<boolean> {
  return serial < ((await find(world, "last_log_in", grant))?.since ?? 0);
}
