import type { AccountGrant } from "../../connectors/connector.ts";
import type { LogInScope } from "../../connectors/log-in.ts";
import { lacks } from "../../connectors/oauth/scopes.ts";

const AUTH = "https://www.googleapis.com/auth";
const MANAGE = `${AUTH}/youtube.force-ssl`;

/** https://developers.google.com/youtube/v3/guides/auth/server-side-web-apps (2026-11). */
export const SCOPES: readonly LogInScope[] = [
  { name: `${AUTH}/youtube.upload`, needed: true, without: "Nothing can be published." },
  { name: `${AUTH}/youtube.readonly`, needed: true, without: "Nobody can tell whose channel it is." },
  { name: MANAGE, needed: false, without: "Videos cannot be put into playlists, and first comments cannot be written." },
];

/** Whether the person is known not to have given the permission for playlists and comments. */
export function lacksManaging(grant: Pick<AccountGrant, "scopes"> | null): boolean {
  return lacks(grant, MANAGE);
}
