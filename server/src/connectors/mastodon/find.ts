import type { Account, Call, FindOutcome, OutgoingPost } from "../connector.ts";
import { serverOf } from "./api.ts";
import { accountIdOf } from "./connect.ts";
import { keyHolds } from "./keys.ts";
import { planPost } from "./plan.ts";
import { type Created, progressOf } from "./progress.ts";
import { partName, publishedAs } from "./publish.ts";
import { searchStatus } from "./search.ts";
import { forgetFiles } from "./status.ts";

/**
 * Settles an unknown outcome part by part. `absent` means that publishing may continue: the parts that exist are in the
 * checkpoint, and the instance certainly does not have the next one.
 */
export async function find(post: OutgoingPost, account: Account, call: Call): Promise<FindOutcome> {
  const progress = progressOf(call.checkpoint);
  const limits = progress.limits();
  // Limits are stored before the first request is sent.
  if (limits === null) return { kind: "absent" };
  const plan = planPost(post, limits);
  if (plan.kind !== "parts") return { kind: "absent" };
  const server = serverOf(account, call);
  const known: Created[] = [];
  for (const [index, part] of plan.parts.entries()) {
    const name = partName(index);
    const created = progress.created(name);
    if (created !== null) {
      known.push(created);
      continue;
    }
    const sentAt = progress.sentAt(name);
    if (sentAt === null) return { kind: "absent" };
    const result = await searchStatus(server, progress, {
      name,
      accountId: accountIdOf(account.remoteId),
      text: part.text,
      mediaCount: part.media.length,
      hasPoll: part.poll !== null,
      inReplyToId: known.at(-1)?.id ?? null,
      sentAt,
      except: known.map(({ id }) => id),
    });
    if (result.kind === "undecided" || result.kind === "notAsked") return result;
    if (result.kind === "absent") {
      // While its key holds, the request is still repeated under it: the list may lack a status that was made a moment ago.
      if (keyHolds(server, sentAt, call.now())) return result;
      // The files may have been deleted since; a new attempt uploads them again.
      await forgetFiles(progress, name, part.media.length);
      await progress.setSent(name, null);
      return result;
    }
    progress.setCreated(name, result.status);
    known.push(result.status);
  }
  return publishedAs(progress, plan.note);
}
