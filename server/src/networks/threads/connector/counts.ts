import { z } from "zod";
import { serverOf } from "../../connectors/api.ts";
import type { Account, Call, Counts, CountsOutcome } from "../../connectors/connector.ts";
import type { GraphFailure } from "../../connectors/meta/graph.ts";
import { lacks } from "../../connectors/oauth/scopes.ts";
import { whole } from "../../connectors/reply.ts";
import { ask } from "./api.ts";
import { signOf, uncounted } from "./errors.ts";
import { isPlaceholder } from "./placeholder.ts";

/** https://developers.facebook.com/documentation/threads/insights (2026-04). Some figures are a single total instead of values. */
const Insights = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      values: z.array(z.object({ value: z.number() })).nullish(),
      total_value: z.object({ value: z.number() }).nullish(),
    }),
  ),
});
const METRICS = "likes,replies,reposts,quotes,shares";

/** Likes, replies, and as shares all of reposts, quotes and shares. Threads counts one post per call. */
export async function counts(remoteIds: readonly string[], account: Account, call: Call): Promise<CountsOutcome> {
  if (lacks(account.grant, "threads_manage_insights")) {
    return { kind: "unavailable", reason: "Threads: the permission to read counts was not given at the log-in." };
  }
  const server = serverOf(account, call);
  const counted: Record<string, Counts> = {};
  for (const id of remoteIds.filter((id) => !isPlaceholder(id))) {
    const answer = await ask(server, { method: "GET", path: `/${encodeURIComponent(id)}/insights`, fields: { metric: METRICS } });
    if (answer.kind !== "ok") {
      if (isGone(answer)) continue;
      return uncounted(answer, call);
    }
    const insights = Insights.safeParse(answer.body);
    if (!insights.success) return { kind: "unavailable", reason: "Threads: the counts cannot be read." };
    const figures = new Map(insights.data.data.map(({ name, values, total_value }) => [name, values?.[0]?.value ?? total_value?.value]));
    const of = (name: string) => whole(figures.get(name));
    const ways = [of("reposts"), of("quotes"), of("shares")].filter((figure) => figure !== null);
    const shares = ways.length === 0 ? null : ways.reduce((sum, figure) => sum + figure, 0);
    counted[id] = { likes: of("likes"), comments: of("replies"), shares };
  }
  return { kind: "counted", counts: counted };
}

/** Deleted, or no longer to be seen. */
function isGone(answer: GraphFailure): boolean {
  const error = answer.kind === "refused" ? answer.error : null;
  return signOf(answer) === "missing" || (error?.code === 100 && error.subcode === 33);
}
