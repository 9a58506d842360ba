import type { Chat } from "./chat.ts";
import { hasOwnNumbering, internalId } from "./credentials.ts";

const PAGES = "https://t.me";

/** Where readers find the message: by the chat's name, or its number if private (members only). Basic groups have no links. */
export function linkOf(chat: Chat, messageId: number, username = chat.facts.username): string | null {
  const base = chat.facts.pagesAtBase ? (chat.bot.call.baseUrl ?? PAGES) : PAGES;
  if (username !== null) return `${base}/${username}/${messageId}`;
  return hasOwnNumbering(chat.id()) ? `${base}/c/${internalId(chat.id())}/${messageId}` : null;
}

/** The link to a message in the discussion group below the channel's post. */
export function commentLink(chat: Chat, place: { readonly postId: number; readonly commentId: number }): string | null {
  const post = linkOf(chat, place.postId);
  return post === null ? null : `${post}?comment=${place.commentId}`;
}
