import { z } from "zod";
import { type Server, serverOf } from "../../connectors/api.ts";
import type { Account, Call, Counts, CountsOutcome, Located } from "../../connectors/connector.ts";
import { lacks } from "../../connectors/oauth/scopes.ts";
import { whole } from "../../connectors/reply.ts";
import { ask } from "./api.ts";
import { uncounted } from "./errors.ts";
import { readState } from "./status.ts";

/** https://developers.tiktok.com/doc/tiktok-api-v2-video-query (2026-11): twenty at a time, public ones alone. */
const BATCH = 20;
const FIELDS = ["id", "share_url", "like_count", "comment_count", "share_count", "view_count"];

const figure = z.number().nullish().catch(null);
const Page = z.object({
  videos: z
    .array(
      z.object({
        id: z.union([z.string(), z.int().transform(String)]),
        like_count: figure,
        comment_count: figure,
        share_count: figure,
      }),
    )
    .nullish(),
});

/** What was published without an id is asked for it first: TikTok tells it after its review, which may take days. */
export async function counts(remoteIds: readonly string[], account: Account, call: Call): Promise<CountsOutcome> {
  const server = serverOf(account, call);
  const located = await locate(
    server,
    remoteIds.filter((id) => !isPostId(id)),
    account.handle,
  );
  if (lacks(account.grant, "video.list")) return { kind: "counted", counts: {}, located };
  const ids = [...remoteIds.filter(isPostId), ...Object.values(located).map(({ remoteId }) => remoteId)];
  const counted: Record<string, Counts> = {};
  for (let start = 0; start < ids.length; start += BATCH) {
    const body = { filters: { video_ids: ids.slice(start, start + BATCH) } };
    const answer = await ask(server, { method: "POST", path: "/v2/video/query/", fields: FIELDS, body });
    if (answer.kind !== "ok") {
      const outcome = uncounted(answer, call);
      return outcome.kind === "unauthorized" ? outcome : { ...outcome, located };
    }
    const read = Page.safeParse(answer.data);
    if (!read.success) return { kind: "unavailable", reason: "TikTok: the counts cannot be read.", located };
    for (const { id, like_count, comment_count, share_count } of read.data.videos ?? []) {
      counted[id] = { likes: whole(like_count), comments: whole(comment_count), shares: whole(share_count) };
    }
  }
  return { kind: "counted", counts: counted, located };
}

function isPostId(id: string): boolean {
  return /^\d+$/.test(id);
}

async function locate(server: Server, orders: readonly string[], handle: string): Promise<Record<string, Located>> {
  const located: Record<string, Located> = {};
  for (const order of orders) {
    const state = await readState(server, order);
    const [remoteId] = state.kind === "read" ? state.ids : [];
    if (remoteId === undefined) continue;
    located[order] = { remoteId, url: handle.startsWith("@") ? `${server.reach.host("www")}/${handle}/video/${remoteId}` : null };
  }
  return located;
}
