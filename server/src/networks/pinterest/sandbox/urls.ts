import type { SandboxWorld } from "../../sandbox/network.ts";

/** Addresses of the web site, which is `/www` here, and of the host of files. */

export function pinUrl(world: SandboxWorld, id: string): string {
  return `${world.baseUrl}/www/pin/${id}/`;
}

export function fileUrl(world: SandboxWorld, file: string): string {
  return `${world.baseUrl}/files/${file}`;
}

export function portraitUrl(world: SandboxWorld): string {
  return `${world.baseUrl}/www/portrait.png`;
}

/** Where uploads go; at Pinterest a bucket of another company. */
export function uploadUrl(world: SandboxWorld): string {
  return `${world.baseUrl}/upload/`;
}
