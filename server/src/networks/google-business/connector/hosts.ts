import { GOOGLE_HOSTS } from "../../connectors/google/tokens.ts";

/**
 * The accounts, the locations and the posts are three APIs with a host each; posts and photos exist only in the oldest one:
 * https://developers.google.com/my-business/content/sunset-dates (2026-05).
 */
export const HOSTS = {
  api: "https://mybusiness.googleapis.com",
  management: "https://mybusinessaccountmanagement.googleapis.com",
  information: "https://mybusinessbusinessinformation.googleapis.com",
  ...GOOGLE_HOSTS,
} as const;
