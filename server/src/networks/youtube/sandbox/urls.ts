import type { SandboxWorld } from "../../sandbox/network.ts";

/** Addresses of the web site, which is `/www` here, and of the host of files. */

export function watchUrl(world: SandboxWorld, videoId: string): string {
  return `${world.baseUrl}/www/watch?v=${videoId}`;
}

export function channelUrl(world: SandboxWorld, channel: string): string {
  return `${world.baseUrl}/www/channel/${channel}`;
}

export function thumbnailUrl(world: SandboxWorld, videoId: string): string {
  return `${world.baseUrl}/vi/${videoId}/default.jpg`;
}

export const PORTRAIT = "/www/portrait.png";

export function portraitUrl(world: SandboxWorld): string {
  return world.baseUrl + PORTRAIT;
}

/** Where the bytes of an upload go. The upload host has its own place, and `/upload` once more in its paths. */
export function sessionUrl(world: SandboxWorld, session: { readonly id: string; readonly parts: readonly string[] }): string {
  const query = new URLSearchParams({ uploadType: "resumable", upload_id: session.id, part: session.parts.join(",") });
  return `${world.baseUrl}/upload/upload/youtube/v3/videos?${query}`;
}
