import { addSeconds } from "@rostrum/contract/formats.ts";
import { preferencesInEffect } from "@rostrum/contract/preferences.ts";
import type { App } from "../../app.ts";
import { channelPreferences } from "../../brands/channels/preferences.ts";
import type { Account, Call, Connector } from "../../networks/connectors/connector.ts";
import { type CountedEntry, listYoungPosts } from "./counts-store.ts";
import type { EngineChannel } from "./store.ts";

/** Until when it is looked whether a network has changed its mind about a post: with the first counts and those after a day. */
const YOUNG_SECONDS = 36 * 3600;

interface Asking {
  readonly app: Pick<App, "db" | "clock" | "connectors">;
  readonly channel: EngineChannel;
  readonly connector: Connector;
  readonly account: Account;
  readonly call: Call;
}

/** The entries, with what the network has made of young ones since they were published, as notes for people. */
export async function withAfterthoughts(
  { app, channel, connector, account, call }: Asking,
  entries: readonly CountedEntry[],
): Promise<CountedEntry[]> {
  if (connector.afterwards === undefined) return [...entries];
  const since = addSeconds(app.clock.now(), -YOUNG_SECONDS);
  const young = await listYoungPosts(app.db, { ids: entries.map(({ id }) => id), since });
  if (young.length === 0) return [...entries];
  const posts = young.map(({ remoteId, note, own, isKnown }) => {
    const chosen = own ?? {};
    // What has been chosen for the channel since says nothing about this post.
    const preferences = isKnown ? preferencesInEffect(channelPreferences(app, channel), chosen).values : chosen;
    return { remoteId, note, preferences };
  });
  const notes = await connector.afterwards(posts, account, call);
  return entries.map((entry) => ({ ...entry, note: entry.remoteId === null ? null : (notes[entry.remoteId] ?? null) }));
}
