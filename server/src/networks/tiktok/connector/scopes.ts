import type { LogInScope } from "../../connectors/log-in.ts";

/** https://developers.tiktok.com/doc/tiktok-api-scopes (2026-11). */
export const SCOPES: readonly LogInScope[] = [
  { name: "user.info.basic", needed: true, without: "Without it, nobody can tell whose account this is." },
  { name: "user.info.profile", needed: false, without: "The user name of the account is not known." },
  { name: "video.publish", needed: false, without: "Nothing can be published, only sent to the inbox of the TikTok app." },
  { name: "video.upload", needed: false, without: "Nothing can be sent to the inbox of the TikTok app." },
  {
    name: "video.list",
    needed: false,
    without: "Likes, comments and shares are not counted, and when an answer is lost, nothing can tell whether photos were published.",
  },
];
