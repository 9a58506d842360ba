import type { OutgoingMedia } from "../../connectors/connector.ts";
import type { Made } from "../../connectors/once/calls.ts";
import type { Rejected } from "../../connectors/signs.ts";
import type { Request } from "./api.ts";
import type { Chat } from "./chat.ts";
import { linkOf } from "./links.ts";
import type { Created, Progress } from "./progress.ts";

/** One message or album to create: its name in the progress and the request that creates it. */
export interface Order {
  readonly chat: Chat;
  readonly progress: Progress;
  readonly name: string;
  /** The delivery's key. */
  readonly key: string;
  /** What the request uploads; more than one for an album. */
  readonly files: readonly OutgoingMedia[];
  /** As a reader sees it: text, caption or a poll's question. */
  readonly text: string;
  readonly isPoll: boolean;
  /** Called only when everything is ready to send. */
  request(): Promise<Request | Rejected>;
  /** The chat, if not the channel's own, and a message id from which to find its last one. */
  readonly elsewhere?: { readonly chatId: string; readonly messageId: number };
  /** Whether the request gives a poll a caption. */
  readonly hasPollCaption?: boolean;
}

/** Records whose message it is. */
export async function keep({ chat, progress, name, key, elsewhere }: Order, created: Created): Promise<Made> {
  progress.noteCreated(name, created);
  await chat.settle(sendKey(key, name), created.ids);
  return madeOf(chat, created, elsewhere?.chatId ?? chat.id());
}

/** A group that becomes a supergroup numbers its messages anew, so that the chat is part of what is claimed. */
export function madeOf(chat: Chat, { ids: [id = 0], username }: Created, chatId: string): Made {
  return { id: `${chatId}/${id}`, url: linkOf(chat, id, username), at: null };
}

/** The message's number in its chat. */
export function numberOf({ id }: Pick<Made, "id">): string {
  return id.slice(id.indexOf("/") + 1);
}

/** The process may have died between the two writes that record a message. As long as the second is missing, nobody knows whose message it is. */
export async function keepWhole({ chat, progress, name, key }: Order): Promise<void> {
  const created = progress.created(name);
  const isMissing = chat.sends().some((send) => send.key === sendKey(key, name) && send.ids === null);
  if (created !== null && isMissing) await chat.settle(sendKey(key, name), created.ids);
}

/** Records that the request had no effect, so that it may be repeated. */
export async function unmark({ chat, progress, name, key }: Order): Promise<void> {
  progress.noteSettled(name);
  await chat.settle(sendKey(key, name), null);
}

export function sendKey(key: string, name: string): string {
  return `${key} ${name}`;
}
