import { addSeconds } from "@rostrum/contract/formats.ts";
import type { Account, Call, OutgoingComment, PublishOutcome } from "../../connectors/connector.ts";
import { commentsBy } from "../../connectors/once/deliver.ts";
import type { Deliverable } from "../../connectors/once/visible.ts";
import { busy } from "../../connectors/signs.ts";
import { type Chat, openChat } from "./chat.ts";
import { commentLink } from "./links.ts";
import { keepWhole, numberOf, type Order } from "./message.ts";
import { TEXT_LENGTH_MAX } from "./plan.ts";
import { type Progress, progressOf, type Target } from "./progress.ts";
import { textLength } from "./text.ts";
import { readForwards } from "./updates.ts";
import { messagePart, replyParameters } from "./visible.ts";

const NAME = "comment";
/** Telegram copies a post into the discussion group within seconds; after this, no copy is coming or this bot cannot see it. */
const COPY_WAIT_SECONDS = 120;
const LOOK_AGAIN_SECONDS = 10;

const steps = commentsBy((order, account, call) => replyOf(order, account, call) ?? NO_POST, replyOf);
export const { findComment } = steps;

const NO_POST = { kind: "rejected", reason: "The post has no Telegram message id." } as const;

/**
 * Comments on a post below its copy in the channel's discussion group, where readers comment. Without such a group, or if
 * the bot does not see the copy or may not write there, the comment is a reply in the channel itself.
 */
export async function comment(order: OutgoingComment, account: Account, call: Call): Promise<PublishOutcome> {
  const length = textLength(order.text);
  if (length > TEXT_LENGTH_MAX)
    return { kind: "rejected", reason: `The comment has ${length} characters; Telegram takes ${TEXT_LENGTH_MAX}.` };
  const messageId = Number(order.remoteId);
  if (!Number.isSafeInteger(messageId) || messageId <= 0) return NO_POST;
  const chat = openChat(account, call);
  const progress = progressOf(call.checkpoint);
  const target = await targetOf(chat, progress, messageId);
  if ("kind" in target) return target;
  const outcome = await steps.comment(order, account, call);
  const isRefusedThere = target.chatId !== chat.id() && (outcome.kind === "unauthorized" || outcome.kind === "rejected");
  if (!isRefusedThere) return outcome;
  // The group is not the channel: a refusal there says nothing about access to the channel.
  await progress.setTarget({ chatId: chat.id(), messageId });
  return steps.comment(order, account, call);
}

/** Null until it is decided where it goes: nothing was sent before. */
function replyOf({ text, key, remoteId }: OutgoingComment, account: Account, call: Call): Deliverable | null {
  const chat = openChat(account, call);
  const progress = progressOf(call.checkpoint);
  const target = progress.target();
  if (target === null) return null;
  const isElsewhere = target.chatId !== chat.id();
  const params = { text, ...replyParameters(target.messageId) };
  const order: Order = {
    chat,
    progress,
    name: NAME,
    key,
    files: [],
    text,
    isPoll: false,
    request: async () => ({ method: "sendMessage", params: isElsewhere ? { chat_id: Number(target.chatId), ...params } : params }),
    ...(isElsewhere ? { elsewhere: target } : {}),
  };
  return {
    parts: [messagePart(order)],
    async present([made]) {
      await keepWhole(order);
      const id = made?.id ?? "";
      if (isElsewhere)
        return {
          kind: "published",
          remoteId: id,
          url: commentLink(chat, { postId: Number(remoteId), commentId: Number(numberOf({ id })) }),
        };
      const note = chat.facts.linkedChatId === null ? {} : { note: NOT_IN_GROUP };
      return { kind: "published", remoteId: numberOf({ id }), url: made?.url ?? null, ...note };
    },
  };
}

/** Stores the decision, so that a comment that may exist in one place is never made in the other. */
async function targetOf(chat: Chat, progress: Progress, postId: number): Promise<Target | PublishOutcome> {
  const decided = progress.target();
  if (decided !== null) return decided;
  const groupId = chat.facts.linkedChatId;
  const own = { chatId: chat.id(), messageId: postId };
  const forwards = groupId === null ? [] : await readForwards(chat.bot, { channelId: chat.id(), groupId });
  const copy = "problem" in forwards ? undefined : forwards.find(({ messageId }) => messageId === postId);
  if (groupId !== null && copy === undefined) {
    const now = chat.bot.call.now();
    const since = progress.waitingSince() ?? now;
    await progress.setWaitingSince(since);
    if (now < addSeconds(since, COPY_WAIT_SECONDS)) {
      return busy("problem" in forwards ? forwards.problem : "Telegram: the post is not in the discussion group yet", LOOK_AGAIN_SECONDS);
    }
  }
  const target = groupId === null || copy === undefined ? own : { chatId: groupId, messageId: copy.groupMessageId };
  await progress.setTarget(target);
  return target;
}

/** Telegram shows a bot what happened within a day only, and only what no other program has read. */
const NOT_IN_GROUP =
  "Posted as a reply in the channel: the bot did not see the post's copy in the discussion group, or may not write there. Comments that are due more than a day after their post are not seen there either.";
