import type { Account, Call, FindOutcome, OutgoingPost } from "../../connectors/connector.ts";
import { partName } from "./names.ts";
import { planPost } from "./plan.ts";
import { progressOf } from "./progress.ts";
import { publishedAs } from "./publish.ts";
import { releaseHold } from "./release.ts";
import { sessionOf } from "./session.ts";
import { settle } from "./settle.ts";

/**
 * Settles an unknown outcome. `absent` means that publishing may continue: what is published is in the checkpoint, and the next
 * container certainly is not.
 */
export async function find(post: OutgoingPost, account: Account, call: Call): Promise<FindOutcome> {
  const plan = planPost(post);
  if (plan.kind !== "parts") return { kind: "absent" };
  const run = { session: sessionOf(account, call), progress: progressOf(call.checkpoint) };
  for (const [index, part] of plan.parts.entries()) {
    const name = partName(index);
    if (run.progress.published(name) !== null) continue;
    if (run.progress.release(name).begunAt === null) return { kind: "absent" };
    const outcome = await settle(run, { part, name, caption: part.fields.caption ?? "" });
    if (outcome === "published") continue;
    const hold = outcome.kind === "absent" ? releaseHold(run, name) : null;
    return hold?.kind === "held" ? { kind: "absent", held: hold } : outcome;
  }
  return publishedAs(run, { post, ...plan });
}
