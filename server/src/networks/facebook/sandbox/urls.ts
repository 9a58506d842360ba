import type { SandboxWorld } from "../../sandbox/network.ts";

/** Addresses of Facebook's web site, which is `/www` here. */

/** `id` is `<page>_<number>`. */
export function postUrl(world: SandboxWorld, id: string): string {
  const [page, number] = id.split("_");
  return `${world.baseUrl}/www/${page}/posts/${number}`;
}

export function storyUrl(world: SandboxWorld, id: string): string {
  return `${world.baseUrl}/www/stories/${id}/`;
}

export function reelUrl(world: SandboxWorld, videoId: string): string {
  return `${world.baseUrl}/www${reelPath(videoId)}`;
}

/** What the API gives for videos: without the host. */
export function reelPath(videoId: string): string {
  return `/reel/${videoId}/`;
}

export function fileUrl(world: SandboxWorld, fileId: string): string {
  return `${world.baseUrl}/www/files/${fileId}`;
}

/** The file of the picture that was sent for a video. */
export function thumbnailId({ id }: { readonly id: string }): string {
  return `${id}-thumbnail`;
}

export function pictureUrl(world: SandboxWorld): string {
  return `${world.baseUrl}/www/picture.png`;
}
