import { z } from "zod";
import type { Account, Call, Counts, CountsOutcome } from "../../connectors/connector.ts";
import type { GraphFailure } from "../../connectors/meta/graph.ts";
import { holdSeconds, reasonOf, unauthorized, verdictOf } from "./errors.ts";
import { MINUTE_SECONDS } from "./facts.ts";
import { isUnnamed } from "./placeholder.ts";
import { ask, type Session, sessionOf } from "./session.ts";

const figure = z.number().int().nonnegative().optional().catch(undefined);
const Media = z.object({ like_count: figure, comments_count: figure, media_product_type: z.string().nullish() });
const Insights = z.object({ data: z.array(z.object({ name: z.string(), values: z.array(z.object({ value: figure })) })) });

/**
 * Engagement of each post by itself: there is no call for several. A like count is missing where the owner hides it; then, and for
 * shares, the insights tell. https://developers.facebook.com/docs/instagram-platform/reference/instagram-media/insights (2026-09).
 */
export async function counts(remoteIds: readonly string[], account: Account, call: Call): Promise<CountsOutcome> {
  const session = sessionOf(account, call);
  const counted: Record<string, Counts> = {};
  for (const id of remoteIds) {
    if (isUnnamed(id)) continue;
    const result = await countsOf(session, id);
    if (result === null) continue;
    if ("failure" in result) return refusalOf(result.failure, session);
    counted[id] = result;
  }
  return { kind: "counted", counts: counted };
}

/** Null for a post that is gone, a story after its day among them. */
async function countsOf(session: Session, id: string): Promise<Counts | { readonly failure: GraphFailure } | null> {
  const fields = { fields: "like_count,comments_count,media_product_type" };
  const reply = await ask(session, { method: "GET", path: encodeURIComponent(id), fields });
  if (reply.kind !== "ok") return verdictOf(reply).kind === "unseen" ? null : { failure: reply };
  const media = Media.safeParse(reply.body).data;
  if (media === undefined) return null;
  const isStory = media.media_product_type === "STORY";
  const insights = await insightsOf(session, id, isStory ? "replies,shares" : "likes,shares");
  if ("failure" in insights) return insights;
  const { like_count: likes = insights.get("likes") ?? null, comments_count: comments = null } = media;
  return { likes, comments: isStory ? (insights.get("replies") ?? comments) : comments, shares: insights.get("shares") ?? null };
}

/** Without the permission, for young stories with few viewers, and while they cannot be asked for, there are none. */
async function insightsOf(
  session: Session,
  id: string,
  metric: string,
): Promise<ReadonlyMap<string, number> | { readonly failure: GraphFailure }> {
  const reply = await ask(session, { method: "GET", path: `${encodeURIComponent(id)}/insights`, fields: { metric } });
  if (reply.kind !== "ok") return verdictOf(reply).kind === "held" ? { failure: reply } : new Map();
  const data = Insights.safeParse(reply.body).data?.data ?? [];
  return new Map(data.flatMap(({ name, values: [first] }) => (first?.value === undefined ? [] : [[name, first.value] as const])));
}

function refusalOf(failure: GraphFailure, session: Session): CountsOutcome {
  const reason = reasonOf(failure);
  const verdict = verdictOf(failure);
  if (verdict.kind === "unauthorized" && verdict.ends !== "account") return unauthorized(reason, verdict, session.via);
  if (verdict.kind === "held") return { kind: "busy", reason, retryAfterSeconds: holdSeconds(failure) };
  if (verdict.kind === "outage") return { kind: "busy", reason, retryAfterSeconds: 5 * MINUTE_SECONDS };
  return { kind: "unavailable", reason };
}
