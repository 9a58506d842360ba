import { z } from "zod";
import type { Account, Call, Counts, CountsOutcome } from "../connector.ts";
import { type Failure, serverOf } from "./api.ts";
import { outcomeOf, reasonOf } from "./errors.ts";
import { askPosts } from "./fields.ts";
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
const Posts = z.object({ data: z.array(z.object({ id: z.string(), public_metrics: Metrics })).nullish() });
const FIELDS = { tweet: "public_metrics,created_at", post: "public_metrics,created_at" };

/** Likes, replies, and as shares reposts and quotes. Posts that are gone are missing in the answer. */
export async function counts(remoteIds: readonly string[], account: Account, call: Call): Promise<CountsOutcome> {
  const server = serverOf(account, call);
  const { spelling } = settingsOf(account.settings);
  const counted: Record<string, Counts> = {};
  for (let start = 0; start < remoteIds.length; start += BATCH_MAX) {
    const ids = remoteIds.slice(start, start + BATCH_MAX);
    const hold = await call.spend(countPrice(ids.length));
    if (hold !== null) return { kind: "busy", reason: hold.reason, retryAfterSeconds: hold.retryAfterSeconds };
    const answer = await askPosts(server, { path: "/2/tweets", query: { ids: ids.join(",") }, fields: FIELDS }, spelling);
    if (answer.kind !== "ok") return refusalOf(answer, call);
    const posts = Posts.safeParse(answer.body);
    if (!posts.success) return { kind: "unavailable", reason: "X: the counts cannot be read." };
    for (const { id, public_metrics: figures } of posts.data.data ?? []) {
      const reposts = figures.retweet_count ?? figures.repost_count ?? null;
      counted[id] = {
        likes: figures.like_count ?? null,
        comments: figures.reply_count ?? null,
        shares: reposts === null ? null : reposts + (figures.quote_count ?? 0),
      };
    }
  }
  return { kind: "counted", counts: counted };
}

function refusalOf(answer: Failure, call: Call): CountsOutcome {
  const outcome = outcomeOf(answer, call.now());
  if (outcome.kind === "busy" || outcome.kind === "held") {
    return { kind: "busy", reason: outcome.reason, retryAfterSeconds: outcome.retryAfterSeconds };
  }
  return outcome.kind === "unauthorized" ? outcome : { kind: "unavailable", reason: reasonOf(answer) };
}
