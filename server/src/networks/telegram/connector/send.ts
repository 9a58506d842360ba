import { z } from "zod";
import type { OutgoingMedia, PublishOutcome } from "../../connectors/connector.ts";
import type { Json } from "../../connectors/json.ts";
import type { Failure, Request } from "./api.ts";
import { FILE_BYTES_MAX, sizeProblem } from "./bundles.ts";
import { askChat, type Chat } from "./chat.ts";
import { hasOwnNumbering } from "./credentials.ts";
import { isChatNotFound, outcomeOf } from "./errors.ts";
import { findHead } from "./head.ts";
import type { Created, Progress } from "./progress.ts";
import { idsIn, newestKnown } from "./sends.ts";

/** One message or album to create: its name in the progress and the request that creates it. */
export interface Order {
  readonly chat: Chat;
  readonly progress: Progress;
  readonly name: string;
  /** The delivery's key. */
  readonly key: string;
  /** What the request uploads. */
  readonly files: readonly OutgoingMedia[];
  /** Called only when everything is ready to send. */
  request(): Promise<Request | Extract<PublishOutcome, { kind: "rejected" }>>;
  /** The chat, if not the channel's own, and a message id from which to find its last one. */
  readonly elsewhere?: { readonly chatId: string; readonly messageId: number };
  /** Whether the request gives a poll a caption. */
  readonly hasPollCaption?: boolean;
}

/** A chat that has a name says it in each answer. */
const Where = z.object({ username: z.string().optional() }).transform(({ username }) => username ?? null);
const Message = z.object({
  message_id: z.int(),
  chat: Where.optional().catch(undefined),
  poll: z.object({ description: z.string().optional() }).optional(),
});
const Messages = z.union([Message.transform((message) => [message]), z.array(Message).min(1)]);

/**
 * Creates the message unless an earlier attempt did. Telegram has no idempotency key, so before a request is sent a mark is
 * stored, with an id that no earlier message of the bot exceeds; while the mark is there, nothing is sent again. The mark is
 * removed once the request is known to have had no effect.
 */
export async function makeMessage(order: Order): Promise<Created | PublishOutcome> {
  const { chat, progress, name } = order;
  const earlier = progress.created(name);
  if (earlier !== null) {
    await keepWhole(order, earlier);
    return earlier;
  }
  if (progress.sent(name) !== null) return { kind: "unknown", reason: "Telegram: the outcome of an earlier request is unknown." };
  const request = await order.request();
  if ("kind" in request) return request;
  await mark(order);
  const answer = await askChat(chat, request);
  if (answer.kind !== "ok") {
    const outcome = await settled(order, answer);
    if (outcome.kind === "busy") progress.noteSlowed(name);
    if (outcome.kind !== "unknown") await unmark(order);
    return outcome;
  }
  const messages = Messages.safeParse(answer.result);
  if (!messages.success) return { kind: "unknown", reason: "Telegram: the response names no message." };
  const lacksCaption = order.hasPollCaption === true && messages.data.every(({ poll }) => poll?.description === undefined);
  const created = { ids: messages.data.map(({ message_id }) => message_id), lacksCaption, username: messages.data[0]?.chat };
  await keep(order, created);
  return created;
}

type Marked = Pick<Order, "chat" | "progress" | "name" | "key">;

/** Records that the message exists. */
export async function keep({ chat, progress, name, key }: Marked, created: Created): Promise<void> {
  await progress.setCreated(name, created);
  await chat.settle(sendKey(key, name), created.ids);
}

/** The process may have died between the two writes that record a message. As long as the second is missing, nobody knows whose message it is. */
export async function keepWhole(marked: Marked, created: Created): Promise<void> {
  const { chat, name, key } = marked;
  if (chat.sends().some((send) => send.key === sendKey(key, name) && send.ids === null)) await keep(marked, created);
}

/** Records that the request had no effect, so that it may be repeated. */
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
 * Notes an id below anything that the request can make. Finding the end of the chat costs more requests than sending does. It ensures
 * that nothing the same bot has posted since our last request, by another program or for another of our channels, can be mistaken for a
 * message that is lost now. So it is done only where the record of sends cannot tell: for the first post of a run, after a request with
 * an unknown outcome (only the chat's end between two lost ones tells them apart), and in the discussion group, which is not the
 * channel's own. Within a run, skipping it can at most mislead about posts of the last two minutes, a risk that exists
 * anyway for the time until a lost message is looked up. The record is stored with the credentials and read under the
 * channel's lock, so it survives restarts and is shared by processes; a request in flight or interrupted is in it without
 * an outcome.
 */
async function mark({ chat, progress, name, key, elsewhere }: Order): Promise<void> {
  const chatId = elsewhere?.chatId ?? chat.id();
  const known = elsewhere === undefined ? (chat.lastMessageId() ?? 0) : Math.max(elsewhere.messageId, ...idsIn(chat.sends(), chatId));
  const at = chat.bot.call.now();
  const isOnRecord = elsewhere === undefined && hasOwnNumbering(chat.id());
  const newest = isOnRecord ? newestKnown(chat.sends(), chat.id(), at) : null;
  const head = newest ?? (progress.isSlowed(name) ? null : await findHead(chat, { chatId, messageId: known }));
  const above = head ?? known;
  await chat.begin({ key: sendKey(key, name), chatId, at, above, ids: null });
  await progress.setSent(name, { at, chatId, above, isHead: head !== null });
}

/**
 * "Chat not found" may be transient; twice in a row means that this bot has lost the chat. The proxy's refusal of a large
 * request names no size, so the reason does.
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
