import { z } from "zod";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { type Bot, chatNamed, memberOf, requireMember } from "./chats.ts";
import { type Fields, parse, Whole } from "./fields.ts";
import { find } from "./model.ts";
import { presentBot, presentChat } from "./present.ts";
import { badRequest } from "./refusal.ts";

const InChat = z.object({ chat_id: z.unknown() });
const MemberWanted = z.object({ chat_id: z.unknown(), user_id: Whole });

/** `getMe`. */
export async function getMe(_world: SandboxWorld, bot: Bot): Promise<unknown> {
  return { ...presentBot(bot), can_join_groups: true, can_read_all_group_messages: false, supports_inline_queries: false };
}

/** `getChat`. The invite link shows where readers' pages are: on this network. */
export async function getChat(world: SandboxWorld, bot: Bot, fields: Fields): Promise<unknown> {
  const chat = await chatNamed(world, parse(InChat, fields).chat_id);
  await requireMember(world, chat, bot);
  return {
    ...presentChat(chat),
    accent_color_id: 0,
    max_reaction_count: 11,
    accepted_gift_types: {
      unlimited_gifts: false,
      limited_gifts: false,
      unique_gifts: false,
      premium_subscription: false,
      gifts_from_channels: false,
    },
    invite_link: `${world.baseUrl}/+${chat.id.slice(1)}`,
    ...(chat.linked_chat_id === null ? {} : { linked_chat_id: Number(chat.linked_chat_id) }),
    ...(chat.type === "channel" ? {} : { permissions: { can_send_messages: true } }),
  };
}

/** `getChatMember`, for bots only: readers have no accounts here. */
export async function getChatMember(world: SandboxWorld, bot: Bot, fields: Fields): Promise<unknown> {
  const { chat_id, user_id } = parse(MemberWanted, fields);
  const chat = await chatNamed(world, chat_id);
  await requireMember(world, chat, bot);
  const [wanted, member] = await Promise.all([find(world, "bot", String(user_id)), memberOf(world, chat, String(user_id))]);
  if (wanted === null) throw badRequest("user not found");
  const user = presentBot(wanted);
  if (member === null) return { status: "left", user };
  if (member.status !== "administrator") return { status: member.status, user, ...(member.status === "kicked" ? { until_date: 0 } : {}) };
  const isChannel = chat.type === "channel";
  return {
    status: "administrator",
    user,
    can_be_edited: false,
    is_anonymous: false,
    can_manage_chat: true,
    can_delete_messages: false,
    can_manage_video_chats: false,
    can_restrict_members: false,
    can_promote_members: false,
    can_change_info: false,
    can_invite_users: true,
    can_post_stories: false,
    can_edit_stories: false,
    can_delete_stories: false,
    ...(isChannel ? { can_post_messages: member.can_post_messages, can_edit_messages: member.can_edit_messages } : {}),
  };
}
