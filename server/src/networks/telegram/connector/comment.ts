import { addSeconds } from "@rostrum/contract/formats.ts";
import type { Account, Call, FindOutcome, OutgoingComment, Published, PublishOutcome } from "../../connectors/connector.ts";
import { type Chat, openChat } from "./chat.ts";
import { busy } from "./errors.ts";
import { commentLink, linkOf } from "./links.ts";
import { TEXT_LENGTH_MAX } from "./plan.ts";
import { type Progress, progressOf, type Target } from "./progress.ts";
import { searchMessage } from "./search.ts";
import { keep, keepWhole, makeMessage, replyParameters, sendKey, unmark } from "./send.ts";
import { textLength } from "./text.ts";
import { readForwards } from "./updates.ts";

const NAME = "comment";
/** Telegram copies a post into the discussion group within seconds; after this, no copy is coming or this bot cannot see it. */
const COPY_WAIT_SECONDS = 120;
const LOOK_AGAIN_SECONDS = 10;

/**
 * Comments on a post below its copy in the channel's discussion group, where readers comment. Without such a group, or if
 * the bot does not see the copy or may not write there, the comment is a reply in the channel itself.
 */
export async function comment(order: OutgoingComment, account: Account, call: Call): Promise<PublishOutcome> {
  const length = textLength(order.text);
  if (length > TEXT_LENGTH_MAX)
    return { kind: "rejected", reason: `The comment has ${length} characters; Telegram takes ${TEXT_LENGTH_MAX}.` };
  const postId = Number(order.remoteId);
  if (!Number.isSafeInteger(postId) || postId <= 0) return { kind: "rejected", reason: "The post has no Telegram message id." };
  const chat = openChat(account, call);
  const progress = progressOf(call.checkpoint);
  const target = await targetOf(chat, progress, postId);
  if ("kind" in target) return target;
  const outcome = await send(order, { chat, progress, target });
  const isRefusedThere = target.chatId !== chat.id() && (outcome.kind === "unauthorized" || outcome.kind === "rejected");
  if (!isRefusedThere) return outcome;
  // The group is not the channel: a refusal there says nothing about access to the channel.
  const own = { chatId: chat.id(), messageId: postId };
  await progress.setTarget(own);
  return send(order, { chat, progress, target: own });
}

/** Looks up a comment whose attempt ended `unknown`, by the same evidence as a post. */
export async function findComment(order: OutgoingComment, account: Account, call: Call): Promise<FindOutcome> {
  const chat = openChat(account, call);
  const progress = progressOf(call.checkpoint);
  const target = progress.target();
  const marked = { chat, progress, name: NAME, key: order.key };
  const created = progress.created(NAME);
  const [id] = created?.ids ?? [];
  if (created !== null && target !== null && id !== undefined) {
    await keepWhole(marked, created);
    return publishedComment({ chat, target, postId: Number(order.remoteId) }, id);
  }
  const sent = progress.sent(NAME);
  if (target === null || sent === null) return { kind: "absent" };
  const result = await searchMessage(chat, {
    sendKey: sendKey(order.key, NAME),
    sent,
    files: [],
    text: order.text,
    isPoll: false,
    scan: progress.scan(NAME),
  });
  if (result.kind === "undecided") return result;
  if (result.kind === "absent") {
    await unmark(marked);
    return result;
  }
  await keep(marked, { ids: result.ids, lacksCaption: false });
  return publishedComment({ chat, target, postId: Number(order.remoteId) }, result.ids[0] ?? 0);
}

interface CommentTarget {
  readonly chat: Chat;
  readonly progress: Progress;
  readonly target: Target;
}

async function send(order: OutgoingComment, { chat, progress, target }: CommentTarget): Promise<PublishOutcome> {
  const isElsewhere = target.chatId !== chat.id();
  const params = { text: order.text, ...replyParameters(target.messageId) };
  const result = await makeMessage({
    chat,
    progress,
    name: NAME,
    key: order.key,
    files: [],
    request: async () => ({ method: "sendMessage", params: isElsewhere ? { chat_id: Number(target.chatId), ...params } : params }),
    ...(isElsewhere ? { elsewhere: target } : {}),
  });
  return "kind" in result ? result : publishedComment({ chat, target, postId: Number(order.remoteId) }, result.ids[0] ?? 0);
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

function publishedComment(place: { chat: Chat; target: Target; postId: number }, id: number): Published {
  const { chat, target, postId } = place;
  if (target.chatId !== chat.id()) {
    return { kind: "published", remoteId: `${target.chatId}/${id}`, url: commentLink(chat, { postId, commentId: id }) };
  }
  const note = chat.facts.linkedChatId === null ? {} : { note: NOT_IN_GROUP };
  return { kind: "published", remoteId: String(id), url: linkOf(chat, id), ...note };
}

/** Telegram shows a bot what happened within a day only, and only what no other program has read. */
const NOT_IN_GROUP =
  "Posted as a reply in the channel: the bot did not see the post's copy in the discussion group, or may not write there. Comments that are due more than a day after their post are not seen there either.";
