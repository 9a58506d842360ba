import type { LogInScope } from "../../connectors/log-in.ts";

/** https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code (2026-08). */
export const SCOPES: readonly LogInScope[] = [
  { name: "tweet.read", needed: true, without: "X takes no posts without the permission to read them." },
  { name: "tweet.write", needed: true, without: "Nothing can be published." },
  { name: "users.read", needed: true, without: "Nobody can tell whose account this is." },
  { name: "media.write", needed: false, without: "Posts with pictures or videos fail." },
  { name: "offline.access", needed: false, without: "The connection ends after two hours." },
];
