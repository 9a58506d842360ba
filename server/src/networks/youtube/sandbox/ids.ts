import { createHash, randomBytes } from "node:crypto";
import { folded } from "../../sandbox/kit/names.ts";

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
