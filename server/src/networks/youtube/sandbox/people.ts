import { grantedGoogleTokens } from "../../sandbox/google/log-in.ts";
import type { GoogleService } from "../../sandbox/google/service.ts";
import type { LogInPerson } from "../../sandbox/kit/log-in-request.ts";
import { folded } from "../../sandbox/kit/names.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { channelId, googleAccountId, handleOf, playlistId } from "./ids.ts";
import { find, findOrInsert, insert, known, LIST_MAX, list, type Stored } from "./model.ts";
import { SCOPES } from "./scopes.ts";

/** Is on every log-in page, to try what comes of having no channel. */
const WITHOUT_CHANNEL = "Sam Private";
const PLAYLISTS = [
  { title: "Talks", privacy: "public" },
  { title: "Recipes", privacy: "public" },
  { title: "Drafts", privacy: "private" },
] as const;

/** People choose a channel in the log-in: their own, or that of a brand. A choice is a channel, or a Google account without one. */
export function youtubeService(network: SandboxNetwork): GoogleService {
  return {
    network,
    scopes: SCOPES,
    persons: personsOf,
    async personNamed(world, name) {
      if (folded(name.trim()) === folded(WITHOUT_CHANNEL)) return withoutChannel(world);
      const channel = await channelNamed(world, name);
      await brandOf(world, channel);
      return personOf(channel);
    },
    async profileOf(world, personId) {
      const sub = (await find(world, "account", personId))?.owner ?? personId;
      const { name, email } = await known(world, "google_account", sub);
      return { sub, name, email };
    },
  };
}

/** The channel of the person with this name, created if new. */
export async function channelNamed(world: SandboxWorld, name: string): Promise<Stored<"account">> {
  const owner = await googleAccountNamed(world, name);
  return channelOf(world, owner, { title: owner.name, is_brand: false });
}

/** Pasted credentials of somebody who gave the sandbox's application everything that it may ask for. */
export async function credentialsOf(world: SandboxWorld, service: GoogleService, name: string): Promise<Record<string, string>> {
  return { ...(await grantedGoogleTokens(world, service, (await channelNamed(world, name)).id)) };
}

async function brandOf(world: SandboxWorld, { owner, title }: Stored<"account">): Promise<void> {
  await channelOf(world, await known(world, "google_account", owner), { title: `${title} Live`, is_brand: true });
}

async function channelOf(
  world: SandboxWorld,
  owner: Stored<"google_account">,
  { title, is_brand }: { readonly title: string; readonly is_brand: boolean },
): Promise<Stored<"account">> {
  const id = channelId(owner.id, title);
  const channel = await findOrInsert(world, "account", id, { owner: owner.id, title, handle: handleOf(title), is_brand });
  for (const [serial, playlist] of PLAYLISTS.entries()) {
    await insert(world, "playlist", playlistId(id, playlist.title), { channel_id: id, ...playlist, serial });
  }
  return channel;
}

async function googleAccountNamed(world: SandboxWorld, wanted: string): Promise<Stored<"google_account">> {
  const name = wanted.trim() || "Somebody";
  return findOrInsert(world, "google_account", googleAccountId(name), { name, email: `${handleOf(name)}@example.com` });
}

async function personsOf(world: SandboxWorld): Promise<LogInPerson[]> {
  const channels = (await list(world, "account", { limit: LIST_MAX })).reverse();
  const persons = await Promise.all(channels.map(personOf));
  return [...persons, await withoutChannel(world)];
}

async function withoutChannel(world: SandboxWorld): Promise<LogInPerson> {
  const { id, name } = await googleAccountNamed(world, WITHOUT_CHANNEL);
  return { id, name: `${name} (no channel)` };
}

function personOf({ id, title, handle, is_brand }: Stored<"account">): LogInPerson {
  return { id, name: `${title} (@${handle}${is_brand ? ", brand account" : ""})` };
}
