import { reactionsOn } from "../../sandbox/kit/feed.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { find, LIST_MAX, list, type Stored } from "./model.ts";
import { type Choice, type Names, VOCABULARY } from "./names.ts";
import { type Composed, compose, cut, TEXT_WEIGHT_MAX, weightOf, withLink } from "./text.ts";

const X = "https://x.com";

/** A post as the API gives it: `id`, `text` and the history come unasked. */
export async function postObject(
  world: SandboxWorld,
  post: Stored<"post">,
  { names, postFields, expansions }: Choice,
): Promise<Record<string, unknown>> {
  const words = VOCABULARY[names];
  const username = (await find(world, "account", post.account_id))?.username ?? "";
  const shown = shownText(post, username);
  const fields = {
    id: () => post.id,
    text: () => shown.text,
    [words.history]: () => [post.id],
    author_id: () => post.account_id,
    username: () => username,
    created_at: () => `${post.createdAt.slice(0, 23)}Z`,
    conversation_id: () => post.root,
    in_reply_to_user_id: () => (post.parent === "" ? undefined : post.parent_author),
    [words.references]: () => referencesOf(post),
    attachments: () => attachmentsOf(post),
    entities: () => entitiesOf(shown),
    [words.note]: () => noteOf(post),
    public_metrics: () => metricsOf(world, post, names),
    reply_settings: () => post.reply_settings,
    possibly_sensitive: () => false,
    paid_partnership: () => post.paid_partnership,
    display_text_range: () => [0, [...shown.text].length],
    lang: () => "und",
  };
  // What an expansion leads to is named in the post itself.
  const expanded = expansions.map((path) => path.split(".")[0] ?? "");
  return picked(fields, ["id", "text", words.history, ...postFields, ...expanded]);
}

/** The text in the field `text`: too long a one is cut, and one with media ends with a link to them. */
export function shownText(post: Stored<"post">, username: string): Composed {
  const composed = compose(isLong(post) ? cut(post.text) : post.text, post.links);
  const last = post.media.map(({ key, kind }) => ({
    expanded_url: `${X}/${username}/status/${post.id}/${kind === "photo" ? "photo" : "video"}/1`,
    display_url: `pic.x.com/${post.media_link}`,
    media_key: key,
  }));
  const [first, ...others] = last;
  if (first === undefined) return composed;
  const whole = withLink(composed, first, post.media_link);
  const place = whole.entities.urls.at(-1);
  if (place !== undefined) whole.entities.urls.push(...others.map((facts) => ({ ...place, ...facts })));
  return whole;
}

/** Numbers that readers here do not move are 0. */
export async function metricsOf(world: SandboxWorld, post: Stored<"post">, names: Names): Promise<Record<string, number>> {
  const [{ likes, shares }, replies, quotes] = await Promise.all([
    reactionsOn(world, post.id),
    list(world, "post", { where: { parent: post.id }, limit: LIST_MAX }),
    list(world, "post", { where: { quoted: post.id }, limit: LIST_MAX }),
  ]);
  return {
    [VOCABULARY[names].reposts]: shares,
    reply_count: replies.length,
    like_count: likes,
    quote_count: quotes.length,
    bookmark_count: 0,
    impression_count: likes + shares + replies.length,
  };
}

export function permalinkOf(world: SandboxWorld, username: string, postId: string): string {
  return `${profileUrl(world, username)}/status/${postId}`;
}

export function profileUrl(world: SandboxWorld, username: string): string {
  return `${world.baseUrl}/www/${username}`;
}

function isLong({ text }: Stored<"post">): boolean {
  return weightOf(text) > TEXT_WEIGHT_MAX;
}

/** The whole of a long text, without the link to media. */
function noteOf(post: Stored<"post">): Record<string, unknown> | undefined {
  if (!isLong(post)) return undefined;
  const composed = compose(post.text, post.links);
  return { text: composed.text, entities: entitiesOf(composed) ?? {} };
}

function entitiesOf({ entities }: Composed): Record<string, unknown> | undefined {
  const there = Object.entries(entities).filter(([, found]) => found.length > 0);
  return there.length === 0 ? undefined : Object.fromEntries(there);
}

function referencesOf({ parent, quoted }: Stored<"post">): readonly { readonly type: string; readonly id: string }[] | undefined {
  const references = [
    ...(quoted === "" ? [] : [{ type: "quoted", id: quoted }]),
    ...(parent === "" ? [] : [{ type: "replied_to", id: parent }]),
  ];
  return references.length === 0 ? undefined : references;
}

function attachmentsOf({ media, poll }: Stored<"post">): Record<string, unknown> | undefined {
  if (media.length > 0) return { media_keys: media.map(({ key }) => key) };
  return poll === null ? undefined : { poll_ids: [poll.id] };
}

/** The fields of an object by name; what has no value gives undefined. */
type FieldReaders = Readonly<Record<string, () => unknown>>;

/** The object with these of its fields. Those that are not asked for are not read; those without a value are left out. */
export async function picked(readers: FieldReaders, names: readonly string[]): Promise<Record<string, unknown>> {
  const wanted = Object.entries(readers).filter(([name]) => names.includes(name));
  const read = await Promise.all(wanted.map(async ([name, value]) => [name, await value()] as const));
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}
