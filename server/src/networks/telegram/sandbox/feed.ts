import { fromEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { cardOf, countsOf, talliesOf } from "../../sandbox/kit/feed.ts";
import type { SandboxPost, SandboxWorld } from "../../sandbox/network.ts";
import type { Message } from "./messages.ts";
import { find, known, list } from "./model.ts";

/** What readers of all channels see, newest first: posts, albums as one post, comments below their posts. */
export async function feedOf(world: SandboxWorld, { limit }: { limit: number }): Promise<SandboxPost[]> {
  // Posts may have copies, and albums up to ten items.
  const messages = await list(world, "message", { limit: limit * 4 });
  return (await postsOf(world, messages)).slice(0, limit);
}

async function postsOf(world: SandboxWorld, messages: readonly Message[]): Promise<SandboxPost[]> {
  const firsts = firstItems(messages);
  const shown = messages.filter(
    ({ id, deleted, origin, media_group_id }) => !deleted && origin === null && (media_group_id === null || firsts.has(id)),
  );
  const albums = Map.groupBy(messages, albumOf);
  const posts = await Promise.all(shown.map((message) => seen(world, message, albums)));
  const tallies = await talliesOf(world, posts, ({ replyTo }) => replyTo);
  return posts.map((post) => ({ ...post, counts: countsOf(tallies, post.id) }));
}

async function seen(
  world: SandboxWorld,
  message: Message,
  albums: ReadonlyMap<string, readonly Message[]>,
): Promise<Omit<SandboxPost, "counts">> {
  const items =
    message.media_group_id === null ? [message] : (albums.get(albumOf(message)) ?? []).toSorted((a, b) => a.message_id - b.message_id);
  const files = await Promise.all(items.flatMap(({ file_ids }) => file_ids).map((id) => find(world, "file", id)));
  const { poll } = message;
  const text = [message.text, ...items.map(({ caption }) => caption), poll?.description ?? "", poll?.question ?? ""]
    .filter((part) => part !== "")
    .join("\n\n");
  return {
    id: message.id,
    author: message.author,
    text,
    url: await urlOf(world, message),
    createdAt: message.createdAt,
    media: files
      .filter((file) => file !== null)
      .map((file) => ({ url: `${world.baseUrl}/files/${file.id}/${encodeURIComponent(file.name)}`, mime: file.mime, alt: "" })),
    poll:
      poll === null
        ? null
        : { options: poll.options, endsAt: poll.close_date === null ? "never" : fromEpochMilliseconds(poll.close_date * 1000) },
    card: items.length === 1 && files.length === 0 && poll === null ? cardIn(text) : null,
    replyTo: await replyOf(world, message),
    links: entitiesOf(text),
  };
}

function albumOf({ chat_id, media_group_id }: Message): string {
  return `${chat_id} ${media_group_id}`;
}

/** The ids of the messages that represent their album: those with the lowest number. */
function firstItems(messages: readonly Message[]): Set<string> {
  const firsts = new Map<string, Message>();
  for (const message of messages) {
    const key = albumOf(message);
    if (message.message_id <= (firsts.get(key)?.message_id ?? message.message_id)) firsts.set(key, message);
  }
  return new Set(Array.from(firsts.values(), ({ id }) => id));
}

/** A comment is shown below the channel's post itself, as readers see it, not below the post's copy. */
async function replyOf(world: SandboxWorld, message: Message): Promise<string | null> {
  if (message.reply_to === null) return null;
  const replied = await find(world, "message", `${message.chat_id}/${message.reply_to}`);
  return replied?.origin ? `${replied.origin.chat_id}/${replied.origin.message_id}` : (replied?.id ?? null);
}

async function urlOf(world: SandboxWorld, message: Message): Promise<string> {
  const chat = await known(world, "chat", message.chat_id);
  const root = message.thread_id === null ? null : await find(world, "message", `${message.chat_id}/${message.thread_id}`);
  if (root?.origin) {
    const channel = await known(world, "chat", root.origin.chat_id);
    return `${world.baseUrl}/${placeOf(channel)}/${root.origin.message_id}?comment=${message.message_id}`;
  }
  return `${world.baseUrl}/${placeOf(chat)}/${message.message_id}`;
}

function placeOf({ id, username }: { readonly id: string; readonly username: string | null }): string {
  return username ?? `c/${id.replace(/^-100/, "")}`;
}

/** Of the first link in a message of text alone. */
function cardIn(text: string): SandboxPost["card"] {
  const url = entitiesOf(text).find(({ start, href }) => text.startsWith(href, start))?.href;
  return url === undefined || !URL.canParse(url) ? null : cardOf(url);
}

/** The links, mentions and tags Telegram detects in plain text, as ranges in UTF-16 units. */
export function entitiesOf(text: string): { readonly start: number; readonly end: number; readonly href: string }[] {
  return [...text.matchAll(PATTERN)].map((match) => {
    const whole = withoutSentenceEnd(match[0]);
    const [first] = whole;
    const href = first === "@" ? `https://t.me/${whole.slice(1)}` : first === "#" ? `https://t.me/s/${encodeURIComponent(whole)}` : whole;
    return { start: match.index, end: match.index + whole.length, href };
  });
}

const PATTERN = /https?:\/\/[^\s<>"]+|(?<![\p{L}\p{N}_@/])@[a-z]\w{4,31}|(?<![\p{L}\p{N}_&/])#[\p{L}\p{N}_]+/giu;
const SENTENCE_END = new Set(".,;:!?'\")]}…");

/** Works from the end: a regular expression would try every run of these characters, which is quadratic. */
function withoutSentenceEnd(text: string): string {
  let end = text.length;
  while (SENTENCE_END.has(text[end - 1] ?? "")) end -= 1;
  return text.slice(0, end);
}
