import { GoogleRefusal } from "../../sandbox/google/refusals.ts";
import { type Asked, type Call, costing, etagOf, partsOf, resource, valuesOf } from "./calls.ts";
import type { Stored } from "./model.ts";
import { pageOf } from "./paging.ts";
import { READING } from "./people.ts";
import { FORBIDDEN, invalidParameter, missingParameter, noFilter } from "./refusals.ts";
import { OWNER_PARTS, statisticsOf, VIDEO_PARTS, videoView } from "./video-view.ts";
import { countsOf, seenVideo } from "./videos.ts";

const IDS_MAX = 50;

export const VIDEO_CALLS: readonly Call[] = [
  { ...costing(1, "GET", "videos.list"), scopes: READING, answer: listVideos },
  {
    method: "GET",
    name: "videos.batchGetStats",
    // A colon that begins no parameter is written twice.
    paths: ["/youtube/v3/videos::batchGetStats"],
    scopes: READING,
    cost: { bucket: "batchStats" },
    answer: batchGetStats,
  },
];

async function listVideos(asked: Asked): Promise<Record<string, unknown>> {
  const { channel, query } = asked;
  const parts = partsOf(asked, VIDEO_PARTS);
  if (!query.has("id")) throw noFilter();
  const videos = await namedVideos(asked);
  const isForeign = videos.some((video) => video.channel_id !== channel?.id);
  if (isForeign && parts.some((part) => OWNER_PARTS.includes(part))) throw new GoogleRefusal(FORBIDDEN);
  const listing = { kind: "youtube#videoListResponse", items: videos, lengthMax: IDS_MAX, lengthDefault: IDS_MAX };
  return pageOf(asked, listing, (video) => videoView(asked, video, parts));
}

/** Ids that are gone, or that the caller may not see, are left out. */
async function batchGetStats(asked: Asked): Promise<Record<string, unknown>> {
  const { world } = asked;
  const parts = partsOf(asked, ["id", "statistics"]);
  if (!asked.query.has("id")) throw missingParameter("id");
  const items = await Promise.all(
    (await namedVideos(asked)).map(async (video) => {
      const counts = await countsOf(world, video.id);
      return resource({ kind: "youtube#videoStats", id: video.id }, parts, {
        statistics: () => statisticsOf(asked, video, counts),
      });
    }),
  );
  return { kind: "youtube#batchGetStatsResponse", etag: etagOf(items), items };
}

async function namedVideos({ world, query, channel }: Asked): Promise<Stored<"video">[]> {
  const ids = [...new Set(valuesOf(query, "id"))];
  if (ids.length > IDS_MAX) throw invalidParameter("id", `At most ${IDS_MAX} ids can be asked for at a time.`);
  const videos = await Promise.all(ids.map((id) => seenVideo(world, id, channel?.id ?? null)));
  return videos.filter((video) => video !== null);
}
