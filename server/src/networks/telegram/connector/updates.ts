import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { ask, type Bot } from "./api.ts";
import { reasonOf } from "./errors.ts";

/** The copy of a channel's post in its discussion group, below which comments go. */
export interface Forward {
  readonly groupMessageId: number;
  /** The post's id in the channel. */
  readonly messageId: number;
  readonly text: string;
  /** Unix time in seconds. */
  readonly date: number;
}

const PAGE_LENGTH = 100;
const PAGES_MAX = 10;
/** Updates that wait for so long are read by nobody else. */
const UNREAD_SECONDS = 900;

const Hook = z.object({ url: z.string().default(""), pending_update_count: z.int().default(0) });
const Dated = z.object({ date: z.int() });
const chat = z.object({ id: z.int() });
const Update = z.looseObject({ update_id: z.int(), message: z.unknown().optional() });
const ForwardedMessage = z.object({
  message_id: z.int(),
  date: z.int(),
  chat,
  is_automatic_forward: z.literal(true),
  forward_origin: z.object({ type: z.literal("channel"), chat, message_id: z.int() }),
  text: z.string().optional(),
  caption: z.string().optional(),
  poll: z.object({ question: z.string() }).optional(),
});

/**
 * The channel's posts that Telegram has copied into the discussion group, as far as they are still among the bot's updates of the last
 * 24 hours. Another program may read the same bot: nothing is asked for while no update waits, which is what ends a reader's long poll;
 * which kinds of updates it gets is left as it is; and none is confirmed, and so deleted, that it may not have read. Only where a full
 * page has waited for a quarter of an hour does nobody else read, and the next one is not shown before this is confirmed.
 */
export async function readForwards(
  bot: Bot,
  link: { readonly channelId: string; readonly groupId: string },
): Promise<readonly Forward[] | { readonly problem: string }> {
  const told = await ask(bot, { method: "getWebhookInfo", params: {} });
  if (told.kind !== "ok") return { problem: reasonOf(told) };
  const hook = Hook.safeParse(told.result).data;
  if (hook?.url) return { problem: "Telegram: another program has the bot's messages sent to it." };
  if (hook?.pending_update_count === 0) return [];
  const forwards: Forward[] = [];
  let offset: number | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const params = { limit: PAGE_LENGTH, timeout: 0, ...(offset === null ? {} : { offset }) };
    const answer = await ask(bot, { method: "getUpdates", params });
    if (answer.kind !== "ok") return { problem: reasonOf(answer) };
    const updates = z.array(Update).safeParse(answer.result).data;
    if (updates === undefined) return { problem: "Telegram: the updates cannot be read." };
    forwards.push(...updates.flatMap(({ message }) => forwardOf(message, link) ?? []));
    const last = updates.at(-1);
    if (last === undefined || updates.length < PAGE_LENGTH || !isUnread(updates, bot)) break;
    offset = last.update_id + 1;
  }
  return forwards;
}

/** Whether all of them have waited for long. Those of kinds that have no date say nothing. */
function isUnread(updates: readonly z.output<typeof Update>[], { call }: Bot): boolean {
  const newest = Math.max(
    ...updates.flatMap((update) => Object.values(update).flatMap((value) => Dated.safeParse(value).data?.date ?? [])),
  );
  return newest * 1000 <= toEpochMilliseconds(call.now()) - UNREAD_SECONDS * 1000;
}

function forwardOf(message: unknown, link: { readonly channelId: string; readonly groupId: string }): Forward | null {
  const forwarded = ForwardedMessage.safeParse(message).data;
  if (forwarded === undefined) return null;
  const { forward_origin: origin, text, caption, poll } = forwarded;
  if (String(forwarded.chat.id) !== link.groupId || String(origin.chat.id) !== link.channelId) return null;
  return {
    groupMessageId: forwarded.message_id,
    messageId: origin.message_id,
    text: text ?? caption ?? poll?.question ?? "",
    date: forwarded.date,
  };
}
