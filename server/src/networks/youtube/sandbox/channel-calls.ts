import { type Asked, type Call, costing, partsOf, resource, valuesOf } from "./calls.ts";
import { find, portraitUrl, printTime, type Stored } from "./model.ts";
import { pageOf } from "./paging.ts";
import { READING, uploadsId } from "./people.ts";
import { noFilter, signupRequired } from "./refusals.ts";
import { countsOf, isThere, privacyOf, uploadsOf } from "./videos.ts";

const PORTRAIT_SIDE = 88;

export const CHANNEL_CALLS: readonly Call[] = [{ ...costing(1, "GET", "channels.list"), scopes: READING, answer: listChannels }];

async function listChannels(asked: Asked): Promise<Record<string, unknown>> {
  const parts = partsOf(asked, ["id", "snippet", "contentDetails", "statistics", "status"]);
  const items = await channelsIn(asked);
  return pageOf(asked, { kind: "youtube#channelListResponse", items, lengthMax: 50 }, (channel) => channelView(asked, channel, parts));
}

async function channelsIn({ world, query, channel, settings }: Asked): Promise<Stored<"account">[]> {
  const ids = valuesOf(query, "id");
  if (ids.length > 0) return (await Promise.all(ids.map((id) => find(world, "account", id)))).filter((one) => one !== null);
  if (query.get("mine") !== "true") throw noFilter();
  if (channel !== null) return [channel];
  if (settings.no_channel_answers === "signup") throw signupRequired();
  return [];
}

async function channelView(
  { world, settings }: Asked,
  channel: Stored<"account">,
  parts: readonly string[],
): Promise<Record<string, unknown>> {
  const shown = (await uploadsOf(world, channel.id)).filter((video) => isThere(world, video) && privacyOf(world, video) === "public");
  const counts = await Promise.all(shown.map(({ id }) => countsOf(world, id)));
  const { title, handle } = channel;
  const portrait = { url: portraitUrl(world), width: PORTRAIT_SIDE, height: PORTRAIT_SIDE };
  return resource({ kind: "youtube#channel", id: channel.id }, parts, {
    snippet: () => ({
      title,
      description: "",
      customUrl: `@${handle}`,
      publishedAt: printTime(channel.createdAt),
      thumbnails: { default: portrait, medium: portrait, high: portrait },
      localized: { title, description: "" },
    }),
    contentDetails: () => ({ relatedPlaylists: { likes: "", uploads: uploadsId(channel.id) } }),
    statistics: () => ({
      viewCount: String(counts.reduce((sum, { views }) => sum + views, 0)),
      subscriberCount: "0",
      hiddenSubscriberCount: false,
      videoCount: String(shown.length),
    }),
    status: () => ({
      privacyStatus: "public",
      isLinked: true,
      longUploadsStatus: settings.verified ? "allowed" : "eligible",
      madeForKids: false,
    }),
  });
}
