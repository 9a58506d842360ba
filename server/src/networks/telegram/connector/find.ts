import type { Account, Call, FindOutcome, OutgoingPost } from "../../connectors/connector.ts";
import { openChat } from "./chat.ts";
import { filesOf, type Part } from "./plan.ts";
import { progressOf } from "./progress.ts";
import { isNeeded, partName, planFor, publishedAs } from "./publish.ts";
import { searchMessage } from "./search.ts";
import { keep, keepWhole, sendKey, unmark } from "./send.ts";

/**
 * Settles an unknown outcome part by part. `absent` means that publishing may continue: the parts that exist are in the
 * checkpoint, and Telegram certainly has not made the next one. `searchMessage` explains what can be proved; everything
 * else stays `undecided`, because Telegram has neither idempotency keys nor a message history.
 */
export async function find(post: OutgoingPost, account: Account, call: Call): Promise<FindOutcome> {
  const plan = planFor(post, call);
  if (plan.kind !== "parts") return { kind: "absent" };
  const chat = openChat(account, call);
  const progress = progressOf(call.checkpoint);
  for (const [index, part] of plan.parts.entries()) {
    const name = partName(index);
    const marked = { chat, progress, name, key: post.key };
    const created = progress.created(name);
    if (created !== null) await keepWhole(marked, created);
    if (created !== null || !isNeeded(part, progress)) continue;
    const sent = progress.sent(name);
    if (sent === null) return { kind: "absent" };
    const result = await searchMessage(chat, {
      sendKey: sendKey(post.key, name),
      sent,
      files: filesOf(part),
      text: wordsOf(part),
      isPoll: part.kind === "poll",
      scan: progress.scan(name),
    });
    if (result.kind === "undecided") return result;
    if (result.kind === "absent") {
      await unmark(marked);
      return result;
    }
    // Whether the server accepted a poll's caption is not visible here; current servers do.
    await keep(marked, { ids: result.ids, lacksCaption: false });
  }
  return publishedAs(chat, progress, plan.note);
}

function wordsOf(part: Part): string {
  if (part.kind === "poll") return part.poll.question;
  return part.kind === "files" ? part.caption : part.text;
}
