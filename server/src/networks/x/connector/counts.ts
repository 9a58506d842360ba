import { z } from "zod";
import { serverOf } from "../../connectors/api.ts";
import type { Account, Call, Counts, CountsOutcome } from "../../connectors/connector.ts";
import { uncounted } from "./errors.ts";
import { askPosts } from "./fields.ts";
import { readOwnPosts } from "./own-posts.ts";
import { countPrice } from "./prices.ts";
import { settingsOf } from "./settings.ts";

/** https://docs.x.com/x-api/posts/get-posts-by-ids (2026-08). */
const BATCH_MAX = 100;

const figure = z.int().nonnegative().nullish();
const Metrics = z.object({
  like_count: figure,
  reply_count: figure,
  quote_count: figure,
  retweet_count: figure,
  repost_count: figure,
});
const Entry = z.object({ id: z.string(), public_metrics: Metrics });
const Posts = z.object({ data: z.array(Entry).nullish() });
const FIELDS = { tweet: "public_metrics,created_at", post: "public_metrics,created_at" };
const UNREAD = { kind: "unavailable", reason: "X: the counts cannot be read." } as const;

/** Likes, replies, and as shares reposts and quotes. Posts that are gone are missing in the answer. */
export async function counts(remoteIds: readonly string[], account: Account, call: Call): Promise<CountsOutcome> {
  const server = serverOf(account, call);
  const { spelling, ownsApplication } = settingsOf(account.settings);
  const counted: Record<string, Counts> = {};
  const isWanted = new Set(remoteIds);
  let left = remoteIds;
  if (ownsApplication === true && remoteIds.length > 0 && remoteIds.every((id) => /^\d{1,19}$/.test(id))) {
    const own = await readOwnPosts({ server, call, userId: account.remoteId, fields: FIELDS, spelling }, remoteIds);
    if (own.kind === "unread") return UNREAD;
    if (own.kind === "held") return { kind: "busy", reason: own.reason, retryAfterSeconds: own.retryAfterSeconds };
    if (own.kind !== "listed") return uncounted(own, call);
    const entries = own.posts.flatMap((post) => Entry.safeParse(post).data ?? []).filter(({ id }) => isWanted.has(id));
    for (const { id, public_metrics } of entries) counted[id] = countsOf(public_metrics);
    left = own.isWhole ? [] : remoteIds.filter((id) => counted[id] === undefined);
  }
  for (let start = 0; start < left.length; start += BATCH_MAX) {
    const ids = left.slice(start, start + BATCH_MAX);
    const hold = await call.spend(countPrice(ids.length));
    if (hold !== null) return { kind: "busy", reason: hold.reason, retryAfterSeconds: hold.retryAfterSeconds };
    const answer = await askPosts(server, { path: "/2/tweets", query: { ids: ids.join(",") }, fields: FIELDS }, spelling);
    if (answer.kind !== "ok") return uncounted(answer, call);
    const posts = Posts.safeParse(answer.body);
    if (!posts.success) return UNREAD;
    for (const { id, public_metrics } of posts.data.data ?? []) counted[id] = countsOf(public_metrics);
  }
  return { kind: "counted", counts: counted };
}

function countsOf(figures: z.output<typeof Metrics>): Counts {
  const reposts = figures.retweet_count ?? figures.repost_count ?? null;
  return {
    likes: figures.like_count ?? null,
    comments: figures.reply_count ?? null,
    shares: reposts === null ? null : reposts + (figures.quote_count ?? 0),
  };
}
