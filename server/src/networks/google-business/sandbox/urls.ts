import type { SandboxWorld } from "../../sandbox/network.ts";

/** Addresses of the public site, which is `/www` here, and of the host of pictures. */

export function postUrl(world: SandboxWorld, of: { readonly locationId: string; readonly postId: string }): string {
  return `${world.baseUrl}/www/place?id=${of.locationId}&use=posts&lpsid=${of.postId}`;
}

export function mapsUrl(world: SandboxWorld, locationId: string): string {
  return `${world.baseUrl}/www/maps?cid=${locationId}`;
}
