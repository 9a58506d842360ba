import { createHash, randomBytes } from "node:crypto";
import { grantedGoogleTokens } from "../../sandbox/google/log-in.ts";
import type { GoogleService } from "../../sandbox/google/service.ts";
import { IDENTITY_SCOPES } from "../../sandbox/google/service.ts";
import type { LogInPerson } from "../../sandbox/kit/log-in-request.ts";
import { scopesNamed } from "../../sandbox/kit/log-in-request.ts";
import { folded } from "../../sandbox/kit/names.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { find, findOrInsert, insert, known, LIST_MAX, list, type Stored } from "./model.ts";

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

const AUTH = "https://www.googleapis.com/auth/";

/** What applications that publish ask for. https://developers.google.com/identity/protocols/oauth2/scopes#youtube (2026-11) */
export const SCOPES = [
  ...scopesNamed({
    [`${AUTH}youtube`]: "Manage your YouTube account",
    [`${AUTH}youtube.force-ssl`]: "See, edit, and permanently delete your YouTube videos, ratings, comments and captions",
    [`${AUTH}youtube.readonly`]: "View your YouTube account",
    [`${AUTH}youtube.upload`]: "Manage your YouTube videos",
  }),
  ...IDENTITY_SCOPES,
];

/** Any one of them is enough. As in Google's description of the API, which also has scopes for partners. */
export const READING = [`${AUTH}youtube`, `${AUTH}youtube.force-ssl`, `${AUTH}youtube.readonly`];
export const WRITING = [`${AUTH}youtube`, `${AUTH}youtube.force-ssl`];
export const UPLOADING = [...WRITING, `${AUTH}youtube.upload`];
export const COMMENTING = [`${AUTH}youtube.force-ssl`];

/** Ids as YouTube's look. Those of accounts, channels and their playlists follow from names: two calls at once make the same. */

/** 21 digits. */
export function googleAccountId(name: string): string {
  return `1${BigInt(
    `0x${digest(`google ${key(name)}`)
      .toString("hex")
      .slice(0, 32)}`,
  )}`
    .slice(0, 21)
    .padEnd(21, "0");
}

export function channelId(owner: string, title: string): string {
  return `UC${digest(`channel ${owner} ${key(title)}`)
    .toString("base64url")
    .slice(0, 22)}`;
}

export function playlistId(channel: string, title: string): string {
  return `PL${digest(`playlist ${channel} ${title}`).toString("base64url").slice(0, 32)}`;
}

/** The list of all that a channel has uploaded. */
export function uploadsId(channel: string): string {
  return `UU${channel.slice(2)}`;
}

/** The channel whose list of uploads this is; null if it is another list. */
export function uploaderIn(playlist: string): string | null {
  return /^UU[\w-]{22}$/.test(playlist) ? `UC${playlist.slice(2)}` : null;
}

export function newVideoId(): string {
  return randomBytes(8).toString("base64url");
}

/** As channels have them, without the `@`. */
export function handleOf(title: string): string {
  const words = folded(title)
    .replace(/[^a-z0-9]+/g, "")
    .slice(0, 24);
  return words.length >= 3 ? words : `${words}${digest(key(title)).toString("hex").slice(0, 8)}`;
}

function key(name: string): string {
  return folded(name.trim());
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
