import { z } from "zod";
import { serverOf } from "../../connectors/api.ts";
import type { Account, Call, Counts, CountsOutcome } from "../../connectors/connector.ts";
import { whole } from "../../connectors/reply.ts";
import { ask } from "./api.ts";
import { signOf, uncounted } from "./errors.ts";

const figure = z.number().nonnegative().nullish().catch(null);
/** Reactions and comments are in the lifetime's figures alone: https://github.com/pinterest/api-description (5.23.0, 2026-11). */
const Pin = z.object({
  pin_metrics: z
    .object({
      "90d": z.object({ save: figure }).nullish(),
      lifetime_metrics: z.object({ reaction: figure, comment: figure, save: figure }).nullish(),
    })
    .nullish(),
});

/** Reactions as likes, comments, and saves as shares. Pinterest counts one pin per call. */
export async function counts(remoteIds: readonly string[], account: Account, call: Call): Promise<CountsOutcome> {
  const server = serverOf(account, call);
  const counted: Record<string, Counts> = {};
  for (const id of remoteIds) {
    const answer = await ask(server, { method: "GET", path: `/pins/${encodeURIComponent(id)}`, query: { pin_metrics: "true" } });
    if (answer.kind !== "ok") {
      if (signOf(answer) === "missing") continue;
      return uncounted(answer, call);
    }
    const metrics = Pin.safeParse(answer.body).data?.pin_metrics;
    const { lifetime_metrics: lifetime, "90d": recent } = metrics ?? {};
    // Pinterest counts for business accounts only. Which pins of theirs have figures is unverified.
    if (!lifetime && !recent) continue;
    counted[id] = {
      likes: whole(lifetime?.reaction),
      comments: whole(lifetime?.comment),
      shares: whole(lifetime?.save ?? recent?.save),
    };
  }
  return { kind: "counted", counts: counted };
}
