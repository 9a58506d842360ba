import { CHANNEL_TYPES } from "@rostrum/contract/channels.ts";
import { platforms } from "@rostrum/contract/platforms.ts";
import { settingPrefix } from "../../server/src/ground/config.ts";
import { connectors } from "../../server/src/networks/connectors/index.ts";

/** The settings that put this address in the place of every host of every network, so that no test calls a real one. */
export function everyHostAt(url: string): Record<string, string> {
  const names = CHANNEL_TYPES.flatMap((type) => {
    const { slug } = platforms[type];
    const own = Object.keys(connectors[type]?.hosts ?? {});
    return ["api", ...own].map((name) => (name.includes("/") ? name.split("/", 2) : [slug, name]));
  });
  return Object.fromEntries(names.map(([slug = "", host = ""]) => [`${settingPrefix(slug)}${host.toUpperCase()}_URL`, url]));
}
