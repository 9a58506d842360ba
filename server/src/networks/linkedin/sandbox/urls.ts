import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Author } from "./people.ts";

/** Addresses of LinkedIn's web site, which is `/www` here. */

export function postUrl(world: SandboxWorld, urn: string): string {
  return `${world.baseUrl}/www/feed/update/${urn}/`;
}

export function authorUrl(world: SandboxWorld, author: Author): string {
  return `${world.baseUrl}/www/${author.isPerson ? "in" : "company"}/${encodeURIComponent(author.vanity_name)}/`;
}

export function tagUrl(world: SandboxWorld, tag: string): string {
  return `${world.baseUrl}/www/feed/hashtag/?keywords=${encodeURIComponent(tag)}`;
}

export function fileUrl(world: SandboxWorld, key: string): string {
  return `${world.baseUrl}/www/dms-files/${key}`;
}

/** What the file of the picture of a video is called. */
export function thumbnailKey(key: string): string {
  return `${key}-thumbnail`;
}

export function pictureUrl(world: SandboxWorld): string {
  return `${world.baseUrl}/www/picture.png`;
}
