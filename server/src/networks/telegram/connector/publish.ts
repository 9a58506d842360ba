import type { Account, Call, Located, OutgoingPost } from "../../connectors/connector.ts";
import { postsBy } from "../../connectors/once/deliver.ts";
import type { Deliverable } from "../../connectors/once/visible.ts";
import type { Rejected } from "../../connectors/signs.ts";
import type { Request } from "./api.ts";
import { FILE_BYTES_MAX } from "./bundles.ts";
import { openChat } from "./chat.ts";
import { keepWhole, numberOf, type Order } from "./message.ts";
import { filesOf, type Part, planPost } from "./plan.ts";
import { progressOf } from "./progress.ts";
import { problemOfBundle, uploadOf } from "./upload.ts";
import { messagePart, replyParameters } from "./visible.ts";

const steps = postsBy(messagesOf);
/** Publishes a post as one message or several that follow it. Files are sent with their message. */
export const { publish, find } = steps;

/** The first message, if it is out. */
export function firstPart(post: OutgoingPost, account: Account, call: Call): Located | null {
  const first = steps.firstPart(post, account, call);
  return first === null ? null : { remoteId: numberOf({ id: first.remoteId }), url: first.url };
}

/** The same on every attempt: it depends only on the post and on whose server it is. */
function messagesOf(post: OutgoingPost, account: Account, call: Call): Deliverable | Rejected {
  const plan = planPost(post, call.baseUrl === null ? FILE_BYTES_MAX : null);
  if (plan.kind !== "parts") return plan;
  const chat = openChat(account, call);
  const progress = progressOf(call.checkpoint);
  const created = (index: number) => progress.created(String(index));
  const orderOf = (part: Part, index: number): Order => ({
    chat,
    progress,
    name: String(index),
    key: post.key,
    files: filesOf(part),
    text: wordsOf(part),
    isPoll: part.kind === "poll",
    request: () => requestOf(part, part.replyTo === null ? null : (created(part.replyTo)?.ids[0] ?? null)),
    hasPollCaption: part.kind === "poll" && part.caption.trim() !== "",
  });
  const orders = plan.parts.map((part, index) => ({ part, index, order: orderOf(part, index) }));
  return {
    parts: orders.map(({ part, index, order }) => ({
      ...messagePart(order),
      // A text that replaces a poll's caption is sent only if the server ignored that caption.
      isNeeded: () => part.kind !== "text" || part.insteadOfCaptionOf === null || created(part.insteadOfCaptionOf)?.lacksCaption === true,
      // A picture that cannot be sent with a later message stops the post before the first message.
      bring: async () => (part.kind !== "files" || index === 0 || created(0) !== null ? null : problemOfBundle(part.bundle)),
    })),
    async present([first]) {
      for (const { order } of orders) await keepWhole(order);
      const remoteId = first === undefined ? "" : numberOf(first);
      return { kind: "published", remoteId, url: first?.url ?? null, ...(plan.note === null ? {} : { note: plan.note }) };
    },
  };
}

function wordsOf(part: Part): string {
  if (part.kind === "poll") return part.poll.question;
  return part.kind === "files" ? part.caption : part.text;
}

async function requestOf(part: Part, replyTo: number | null): Promise<Request | Rejected> {
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
