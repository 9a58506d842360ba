import type { SandboxWorld } from "../../sandbox/network.ts";

/** Addresses of the web site, which is `/www` here. */
export function pinUrl(world: SandboxWorld, id: string): string {
  return `${world.baseUrl}/www/pin/${id}/`;
}

export const PORTRAIT = "/www/portrait.png";
