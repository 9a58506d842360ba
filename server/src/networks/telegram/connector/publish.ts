import type { Account, Call, Located, OutgoingPost, Published, PublishOutcome } from "../../connectors/connector.ts";
import type { Request } from "./api.ts";
import { FILE_BYTES_MAX } from "./bundles.ts";
import { type Chat, openChat } from "./chat.ts";
import { problemOfBundle, uploadOf } from "./files.ts";
import { linkOf } from "./links.ts";
import { filesOf, type Part, type Plan, planPost } from "./plan.ts";
import { type Created, type Progress, progressOf } from "./progress.ts";
import { makeMessage, replyParameters } from "./send.ts";

/**
 * Publishes a post as one message or several that follow it. Files are sent with their message, so a lost upload is as
 * unknown as any other request. Each message's id is checkpointed before the next is sent, so the next attempt continues
 * after the last one.
 */
export async function publish(post: OutgoingPost, account: Account, call: Call): Promise<PublishOutcome> {
  const chat = openChat(account, call);
  const progress = progressOf(call.checkpoint);
  const plan = planFor(post, call);
  if (plan.kind !== "parts") return plan;
  const bad = await problemOfLater(plan.parts, progress);
  if (bad !== null) return bad;
  for (const [index, part] of plan.parts.entries()) {
    const name = partName(index);
    if (!isNeeded(part, progress)) continue;
    const result = await makeMessage({
      chat,
      progress,
      name,
      key: post.key,
      files: filesOf(part),
      request: () => requestOf(part, replyIdOf(part, progress)),
      hasPollCaption: part.kind === "poll" && part.caption.trim() !== "",
    });
    if ("kind" in result) return result;
  }
  return publishedAs(chat, progress, plan.note);
}

/** The plan is the same on every attempt: it depends only on the post and on whose server it is. */
export function planFor(post: OutgoingPost, call: Call): Plan {
  return planPost(post, call.baseUrl === null ? FILE_BYTES_MAX : null);
}

/** A post is identified by its first message, which is in the checkpoint. */
export function publishedAs(chat: Chat, progress: Progress, note: string | null): Published {
  const first = firstOf(chat, progress);
  if (first === null) throw new Error("A post was published whose first message is not in the checkpoint.");
  return { kind: "published", ...first, ...(note === null ? {} : { note }) };
}

export function partName(index: number): string {
  return String(index);
}

/** A text that replaces a poll's caption is sent only if the server ignored that caption. */
export function isNeeded(part: Part, progress: Progress): boolean {
  if (part.kind !== "text" || part.insteadOfCaptionOf === null) return true;
  return progress.created(partName(part.insteadOfCaptionOf))?.lacksCaption === true;
}

function replyIdOf(part: Part, progress: Progress): number | null {
  if (part.replyTo === null) return null;
  const replied: Created | null = progress.created(partName(part.replyTo));
  return replied?.ids[0] ?? null;
}

async function requestOf(part: Part, replyTo: number | null): Promise<Request | Extract<PublishOutcome, { kind: "rejected" }>> {
  const reply = replyParameters(replyTo);
  if (part.kind === "text") {
    const entities = part.isSpoiler ? { entities: [{ type: "spoiler", offset: 0, length: part.text.length }] } : {};
    return { method: "sendMessage", params: { text: part.text, ...entities, ...reply } };
  }
  if (part.kind === "poll") {
    const { question, options, openSeconds, correctIndex, explanation } = part.poll;
    const quiz = correctIndex === null ? { type: "regular" } : { type: "quiz", correct_option_ids: [correctIndex] };
    return {
      method: "sendPoll",
      params: {
        question,
        options: options.map((text) => ({ text })),
        ...quiz,
        ...(explanation === null ? {} : { explanation }),
        ...(part.caption.trim() === "" ? {} : { description: part.caption }),
        open_period: openSeconds,
        ...reply,
      },
    };
  }
  const upload = await uploadOf(part.bundle, part.caption);
  return "kind" in upload ? upload : { ...upload, params: { ...upload.params, ...reply } };
}

/** A picture that cannot be sent with a later message stops the post before the first message. */
async function problemOfLater(parts: readonly Part[], progress: Progress): Promise<PublishOutcome | null> {
  for (const [index, part] of parts.entries()) {
    if (index === 0 || part.kind !== "files" || progress.created(partName(0)) !== null) continue;
    const problem = await problemOfBundle(part.bundle);
    if (problem !== null) return problem;
  }
  return null;
}

/** The first message, if it is out. */
export function firstPart(_post: OutgoingPost, account: Account, call: Call): Located | null {
  return firstOf(openChat(account, call), progressOf(call.checkpoint));
}

function firstOf(chat: Chat, progress: Progress): Located | null {
  const first = progress.created(partName(0));
  const id = first?.ids[0];
  return id === undefined ? null : { remoteId: String(id), url: linkOf(chat, id, first?.username) };
}
