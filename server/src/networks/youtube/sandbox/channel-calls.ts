import { type Asked, type Call, costing, partsOf, resource } from "./calls.ts";
import { portraitUrl, printTime, type Stored } from "./model.ts";
import { pageOf } from "./paging.ts";
import { READING, uploadsId } from "./people.ts";
import { noFilter, signupRequired } from "./refusals.ts";

const PORTRAIT_SIDE = 88;

export const CHANNEL_CALLS: readonly Call[] = [{ ...costing(1, "GET", "channels.list"), scopes: READING, answer: listChannels }];

async function listChannels(asked: Asked): Promise<Record<string, unknown>> {
  const parts = partsOf(asked, ["id", "snippet", "contentDetails", "status"]);
  const items = channelsIn(asked);
  return pageOf(asked, { kind: "youtube#channelListResponse", items, lengthMax: 50 }, (channel) => channelView(asked, channel, parts));
}

function channelsIn({ query, channel, settings }: Asked): Stored<"account">[] {
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
    status: () => ({
      privacyStatus: "public",
      isLinked: true,
      longUploadsStatus: settings.verified ? "allowed" : "eligible",
      madeForKids: false,
    }),
  });
}
