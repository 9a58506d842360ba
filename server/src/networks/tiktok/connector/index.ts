import type { Connector } from "../../connectors/connector.ts";
import { HOSTS } from "./api.ts";
import { connect } from "./connect.ts";
import { counts } from "./counts.ts";
import { logIn } from "./log-in.ts";
import { EVERYONE, PREFERENCES, UNAUDITED } from "./preferences.ts";
import { find, publish } from "./publish.ts";
import { show } from "./show.ts";

/**
 * TikTok names each post before anything of it is published, and goes on by itself once it has all bytes. That name is stored before
 * the first byte, and from the last byte on nothing is ordered anew unless TikTok says that it failed. Photos alone are published by
 * one call; if that gets no answer, the account's list may settle it, and nothing is ever sent again.
 */
export const tiktok: Connector = {
  type: "TikTok",
  hosts: HOSTS,
  fetchesMedia: () => ["image"],
  preferences: PREFERENCES,
  isOpen: ({ preferences }) => preferences.privacy === EVERYONE,
  notices: ({ isAudited }) => (isAudited ? [] : [`${UNAUDITED} Set ROSTRUM_TIKTOK_AUDITED=1 once it has (/help/networks/tiktok).`]),
  logIns: [logIn],
  profileUrl: ({ handle }) => (/^@[\w.]+$/.test(handle) ? `https://www.tiktok.com/${handle}` : null),
  connect,
  publish,
  find,
  remoteIdOf: (url) => /\/(?:video|photo)\/(\d{1,20})(?:[/?#]|$)/.exec(url)?.[1] ?? null,
  counts,
  countedTogether: () => 5,
  show,
};
