import type { FacebookHosts } from "../../connectors/meta/facebook-hosts.ts";

export const HOSTS = {
  api: "https://graph.facebook.com",
  /** Where people log in, and where readers see the posts. */
  www: "https://www.facebook.com",
  /** Takes the bytes of reels and of stories. */
  upload: "https://rupload.facebook.com",
} as const;

export const NAMES = { api: "api", www: "www" } as const satisfies FacebookHosts;
