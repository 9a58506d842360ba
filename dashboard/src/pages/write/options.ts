import type { PlatformOptions } from "@rostrum/contract/platform-options.ts";

/** Names or tags as people type them, separated by commas. */
export function listOf(text: string): string[] {
  return text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

export function listText(value: string | readonly string[] | undefined): string {
  return value === undefined ? "" : typeof value === "string" ? value : value.join(", ");
}

/**
 * The options with one network's changed; what is empty is left out, and so is a network without any. A no stays one: without it, the
 * network decides.
 */
export function withOptions<N extends keyof PlatformOptions>(
  options: PlatformOptions,
  name: N,
  change: Partial<NonNullable<PlatformOptions[N]>>,
): PlatformOptions {
  const { [name]: known, ...others } = options;
  const changed = Object.entries({ ...known, ...change }).filter(([, value]) => !isEmpty(value));
  return changed.length === 0 ? others : { ...others, [name]: Object.fromEntries(changed) };
}

/** The playlists of a channel that are chosen. */
export function playlistsOf({ youtube }: PlatformOptions, channelId: number): readonly string[] {
  return (youtube?.playlists ?? []).filter((one) => one.channelId === channelId).flatMap(({ playlistIds }) => playlistIds);
}

/** Those of other channels stay. */
export function withPlaylists(options: PlatformOptions, channelId: number, playlistIds: readonly string[]): PlatformOptions {
  const others = (options.youtube?.playlists ?? []).filter((one) => one.channelId !== channelId);
  const playlists = playlistIds.length === 0 ? others : [...others, { channelId, playlistIds: [...playlistIds] }];
  return withOptions(options, "youtube", { playlists });
}

/** Whether playlists of other channels are chosen, which nothing shows. */
export function hasOtherPlaylists({ youtube }: PlatformOptions, channelIds: readonly number[]): boolean {
  return (youtube?.playlists ?? []).some(({ channelId }) => !channelIds.includes(channelId));
}

export function withoutOtherPlaylists(options: PlatformOptions, channelIds: readonly number[]): PlatformOptions {
  const playlists = (options.youtube?.playlists ?? []).filter(({ channelId }) => channelIds.includes(channelId));
  return withOptions(options, "youtube", { playlists });
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}
