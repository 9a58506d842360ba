import type { SandboxWorld } from "../../sandbox/network.ts";

/** Addresses of the web site, which is `/www` here, of files, and of the host of uploads. */

export function permalinkOf(world: SandboxWorld, username: string, postId: string): string {
  return `${world.baseUrl}/www/@${username}/video/${postId}`;
}

export function profileUrl(world: SandboxWorld, username: string): string {
  return `${world.baseUrl}/www/@${username}`;
}

export function tagUrl(world: SandboxWorld, tag: string): string {
  return `${world.baseUrl}/www/tag/${encodeURIComponent(tag)}`;
}

export const PORTRAIT = "/www/portrait.png";

export function portraitUrl(world: SandboxWorld): string {
  return world.baseUrl + PORTRAIT;
}

export function uploadUrl(world: SandboxWorld, { id, token }: { readonly id: string; readonly token: string }): string {
  return `${world.baseUrl}/upload/video/?upload_id=${id}&upload_token=${token}`;
}
