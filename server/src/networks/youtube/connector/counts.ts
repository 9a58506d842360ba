import { z } from "zod";
import { serverOf } from "../../connectors/api.ts";
import type { Account, Call, Counts, CountsOutcome } from "../../connectors/connector.ts";
import { countsAfter } from "../../connectors/signs.ts";
import { reasonOf, spendAndAsk } from "./api.ts";
import { signOf, stopAfter } from "./errors.ts";
import { COUNT } from "./quota.ts";
import { workOf } from "./work.ts";

/** As text, and missing where the creator hides likes or has closed the comments. */
const figure = z
  .union([
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
    z.int().nonnegative(),
  ])
  .nullish()
  .catch(null);
const Answer = z.object({
  items: z.array(z.object({ id: z.string(), statistics: z.object({ likeCount: figure, commentCount: figure }).nullish() })).default([]),
});
/** https://developers.google.com/youtube/v3/docs/videos/batchGetStats (2026-06): its calls have a quota of their own. */
const BATCH = 50;

/** YouTube counts no shares here. Videos that are gone are missing from the answer. */
export async function counts(remoteIds: readonly string[], account: Account, call: Call): Promise<CountsOutcome> {
  const server = serverOf(account, call);
  const counted: Record<string, Counts> = {};
  for (let index = 0; index < remoteIds.length; index += BATCH) {
    const id = remoteIds.slice(index, index + BATCH).join(",");
    const answer = await spendAndAsk(
      { server, call },
      { price: COUNT, method: "GET", path: "/videos:batchGetStats", query: { part: "statistics", id } },
    );
    if (answer.kind === "held") return { kind: "busy", reason: answer.reason, retryAfterSeconds: answer.retryAfterSeconds };
    if (answer.kind !== "ok") {
      // A permission that is missing for counts does not stop the channel from publishing.
      if (signOf(answer) === "no permission") return { kind: "unavailable", reason: `${reasonOf(answer)}.` };
      return countsAfter(await stopAfter(workOf(account, call), answer));
    }
    const read = Answer.safeParse(answer.body);
    if (!read.success) return { kind: "unavailable", reason: "YouTube: the counts cannot be read." };
    for (const { id: video, statistics } of read.data.items) {
      if (statistics == null) continue;
      counted[video] = { likes: statistics.likeCount ?? null, comments: statistics.commentCount ?? null, shares: null };
    }
  }
  return { kind: "counted", counts: counted };
}
