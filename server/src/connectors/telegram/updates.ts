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
const ALLOWED = ["message"];

const chat = z.object({ id: z.int() });
const Update = z.object({ update_id: z.int(), message: z.unknown().optional() });
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
 * The channel's posts that Telegram has copied into the discussion group, as far as they are still among the bot's updates
 * of the last 24 hours. A page is confirmed (and deleted) only if it is full, since the next one is not shown before that:
 * several channels may share a bot and read the same updates. Refused while another program reads them or a webhook is set.
 */
export async function readForwards(
  bot: Bot,
  link: { readonly channelId: string; readonly groupId: string },
): Promise<readonly Forward[] | { readonly problem: string }> {
  const forwards: Forward[] = [];
  let offset: number | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const params = { limit: PAGE_LENGTH, timeout: 0, allowed_updates: ALLOWED, ...(offset === null ? {} : { offset }) };
    const answer = await ask(bot, { method: "getUpdates", params });
    if (answer.kind !== "ok") return { problem: reasonOf(answer) };
    const updates = z.array(Update).safeParse(answer.result).data;
    if (updates === undefined) return { problem: "Telegram: the updates cannot be read." };
    forwards.push(...updates.flatMap(({ message }) => forwardOf(message, link) ?? []));
    const last = updates.at(-1);
    if (last === undefined || updates.length < PAGE_LENGTH) break;
    offset = last.update_id + 1;
  }
  return forwards;
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
