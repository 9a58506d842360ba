import { z } from "zod";
import type { Json, OutgoingMedia, PublishOutcome } from "../connector.ts";
import type { Failure, Request } from "./api.ts";
import { FILE_BYTES_MAX, sizeProblem } from "./bundles.ts";
import { askChat, type Chat } from "./chat.ts";
import { hasOwnNumbering } from "./credentials.ts";
import { isChatNotFound, outcomeOf } from "./errors.ts";
import { findHead } from "./head.ts";
import type { Created, Progress } from "./progress.ts";
import { newestKnown } from "./sends.ts";

/** One message, or one album, to make: its name in the progress and the request that makes it. */
export interface Order {
  readonly chat: Chat;
  readonly progress: Progress;
  readonly name: string;
  /** Of the delivery. */
  readonly key: string;
  /** What the request uploads. */
  readonly files: readonly OutgoingMedia[];
  /** Called once nothing stands in the way of sending. */
  request(): Promise<Request | Extract<PublishOutcome, { kind: "rejected" }>>;
  /** In which chat, when not in the channel's own, and a message of it to seek its last one from. */
  readonly elsewhere?: { readonly chatId: string; readonly messageId: number };
  /** Whether the request gives a poll a caption. */
  readonly hasPollCaption?: boolean;
}

const Message = z.object({ message_id: z.int(), poll: z.object({ description: z.string().optional() }).optional() });
const Messages = z.union([Message.transform((message) => [message]), z.array(Message).min(1)]);

/**
 * Makes the message unless an earlier attempt did. Telegram has no idempotency key: the mark that the request leaves, with
 * an id that every message of the bot's before it has or is below, is on disk before it does, and over such a mark nothing
 * is sent again. The mark goes when the request is known to have had no effect.
 */
export async function makeMessage(order: Order): Promise<Created | PublishOutcome> {
  const { chat, progress, name } = order;
  const earlier = progress.created(name);
  if (earlier !== null) {
    // The process may have ended between the two places where a message is put on disk.
    if (chat.sends().some((send) => send.key === sendKey(order.key, name) && send.ids === null)) await keep(order, earlier);
    return earlier;
  }
  if (progress.sent(name) !== null) return { kind: "unknown", reason: "Telegram: an earlier request has no known outcome." };
  const request = await order.request();
  if ("kind" in request) return request;
  const refusal = await mark(order);
  if (refusal !== null) return refusal;
  const answer = await askChat(chat, request);
  if (answer.kind !== "ok") {
    const outcome = await settled(order, answer);
    if (outcome.kind !== "unknown") await unmark(order);
    return outcome;
  }
  const messages = Messages.safeParse(answer.result);
  if (!messages.success) return { kind: "unknown", reason: "Telegram: the answer names no message." };
  const lacksCaption = order.hasPollCaption === true && messages.data.every(({ poll }) => poll?.description === undefined);
  const created = { ids: messages.data.map(({ message_id }) => message_id), lacksCaption };
  await keep(order, created);
  return created;
}

type Marked = Pick<Order, "chat" | "progress" | "name" | "key">;

/** Puts on disk that the message exists. */
export async function keep({ chat, progress, name, key }: Marked, created: Created): Promise<void> {
  await progress.setCreated(name, created);
  await chat.settle(sendKey(key, name), created.ids);
}

/** Puts on disk that the request had no effect, so that it may be made again. */
export async function unmark({ chat, progress, name, key }: Marked): Promise<void> {
  await progress.setSent(name, null);
  await chat.settle(sendKey(key, name), null);
}

export function sendKey(key: string, name: string): string {
  return `${key} ${name}`;
}

export function replyParameters(messageId: number | null): Record<string, Json> {
  return messageId === null ? {} : { reply_parameters: { message_id: messageId } };
}

/**
 * Asking where the chat ends costs more requests than sending does. It is won by it that what the same bot has posted since
 * our last request, by another program or for another channel of ours, cannot be taken for a message that is lost now. So
 * it stays where the record cannot tell: at the first post of a run, after a request without an outcome (only by the chat's
 * end between them are two lost ones told apart), and in the discussion group, which is not the channel's own. Within a run
 * that can at most mislead about posts of the last two minutes, where it can anyway about those of the time until the lost
 * message is looked for. The record is on disk with the credentials and read under the channel's lock, so that it is the
 * same after a restart and in another process; a request that is under way or was cut off stands in it without an outcome.
 */
async function mark({ chat, progress, name, key, elsewhere }: Order): Promise<PublishOutcome | null> {
  const known = chat.lastMessageId();
  const at = chat.bot.call.now();
  const isOnRecord = elsewhere === undefined && hasOwnNumbering(chat.id());
  const newest = isOnRecord ? newestKnown(chat.sends(), chat.id(), at) : null;
  const head = newest ?? (await findHead(chat, elsewhere ?? { chatId: chat.id(), messageId: known ?? 0 }));
  if (head !== null && typeof head === "object") return head;
  const chatId = elsewhere?.chatId ?? chat.id();
  const above = head ?? elsewhere?.messageId ?? known ?? 0;
  await chat.begin({ key: sendKey(key, name), chatId, at, above, ids: null });
  await progress.setSent(name, { at, chatId, above, isHead: head !== null });
  return null;
}

/**
 * A chat that is not found may be a passing word; one that is not found twice is lost to this bot. The front end's refusal of
 * a large request names no size: the sentence does.
 */
async function settled({ chat, elsewhere, files }: Order, failure: Failure): Promise<PublishOutcome> {
  const outcome = outcomeOf(failure);
  if (failure.kind === "refused" && failure.status === 413 && outcome.kind === "rejected") {
    const largest = files.toSorted((a, b) => b.sizeBytes - a.sizeBytes)[0];
    return largest === undefined ? outcome : { kind: "rejected", reason: `${sizeProblem(largest, FILE_BYTES_MAX)} ${outcome.reason}` };
  }
  if (!isChatNotFound(failure) || outcome.kind !== "rejected" || elsewhere !== undefined) return outcome;
  const answer = await askChat(chat, { method: "getChat", params: {} });
  return answer.kind !== "ok" && isChatNotFound(answer) ? { kind: "unauthorized", reason: outcome.reason } : outcome;
}
