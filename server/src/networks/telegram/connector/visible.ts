import { z } from "zod";
import type { Json } from "../../connectors/json.ts";
import type { Part, Verdict } from "../../connectors/once/visible.ts";
import type { Trouble } from "../../connectors/signs.ts";
import type { Failure, Request } from "./api.ts";
import { FILE_BYTES_MAX, sizeProblem } from "./bundles.ts";
import { askChat } from "./chat.ts";
import { hasOwnNumbering } from "./credentials.ts";
import { isChatNotFound, troubleAfter } from "./errors.ts";
import { findHead } from "./head.ts";
import { factsOf, searchMessage } from "./look.ts";
import { keep, madeOf, type Order, sendKey, unmark } from "./message.ts";
import { namesOf } from "./progress.ts";
import { idsIn, newestKnown } from "./sends.ts";

/** A chat that has a name says it in each answer. */
const Where = z.object({ username: z.string().optional() }).transform(({ username }) => username ?? null);
const Message = z.object({
  message_id: z.int(),
  chat: Where.optional().catch(undefined),
  poll: z.object({ description: z.string().optional() }).optional(),
});
const Messages = z.union([Message.transform((message) => [message]), z.array(Message).min(1)]);

/** Telegram has no idempotency key: a mark, with an id that no earlier message of the bot exceeds, is stored before each request. */
export function messagePart(order: Order): Part {
  const { chat, progress, name } = order;
  progress.adopt(name, (message, chatId) => madeOf(chat, message, chatId ?? chat.id()));
  return {
    names: namesOf(name),
    facts: factsOf(order),
    async ready() {
      const request = await order.request();
      if ("kind" in request) return request;
      await mark(order);
      return () => send(order, request);
    },
    look: (looking) => searchMessage(order, looking),
    forget: () => unmark(order),
  };
}

async function send(order: Order, request: Request): Promise<Verdict> {
  const { chat, progress, name } = order;
  const answer = await askChat(chat, request);
  if (answer.kind !== "ok") {
    const outcome = await settled(order, answer);
    if (outcome.kind === "unknown") return { ...outcome, kind: "doubtful" };
    if (outcome.kind === "busy") progress.noteSlowed(name);
    await unmark(order);
    return { kind: "refused", halt: outcome };
  }
  const messages = Messages.safeParse(answer.result).data;
  if (messages === undefined) return { kind: "doubtful", reason: "Telegram: the response names no message." };
  const lacksCaption = order.hasPollCaption === true && messages.every(({ poll }) => poll?.description === undefined);
  const ids = messages.map(({ message_id }) => message_id);
  return { kind: "made", made: await keep(order, { ids, lacksCaption, username: messages[0]?.chat }) };
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
  progress.noteMark(name, { at, chatId, above, isHead: head !== null });
}

/**
 * "Chat not found" may be transient; twice in a row means that this bot has lost the chat. The proxy's refusal of a large
 * request names no size, so the reason does.
 */
async function settled({ chat, elsewhere, files }: Order, failure: Failure): Promise<Trouble> {
  const outcome = troubleAfter(failure, chat.bot.call);
  if (failure.kind === "refused" && failure.status === 413 && outcome.kind === "rejected") {
    const largest = files.toSorted((a, b) => b.sizeBytes - a.sizeBytes)[0];
    return largest === undefined ? outcome : { kind: "rejected", reason: `${sizeProblem(largest, FILE_BYTES_MAX)} ${outcome.reason}` };
  }
  if (!isChatNotFound(failure) || outcome.kind !== "rejected" || elsewhere !== undefined) return outcome;
  const answer = await askChat(chat, { method: "getChat", params: {} });
  return answer.kind !== "ok" && isChatNotFound(answer) ? { kind: "unauthorized", reason: outcome.reason } : outcome;
}
