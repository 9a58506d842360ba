import { fileUrl } from "../../sandbox/kit/feed.ts";
import type { GraphNode, Selection } from "../../sandbox/meta/node.ts";
import { printTime } from "../../sandbox/meta/times.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { containerIdOf, find, known, LIST_MAX, list, postIdOf, type Stored } from "./model.ts";
import { settingsOf } from "./settings.ts";

const MEDIA_TYPES = { TEXT: "TEXT_POST", IMAGE: "IMAGE", VIDEO: "VIDEO", CAROUSEL: "CAROUSEL_ALBUM" } as const;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** `GET /{user}`. */
export function accountNode(account: Stored<"account">): GraphNode {
  return {
    type: "ThreadsUser",
    id: account.id,
    defaults: [],
    fields: {
      username: () => account.username,
      name: () => account.name,
      threads_profile_picture_url: () => undefined,
      threads_biography: () => "",
      is_verified: () => false,
      is_eligible_for_geo_gating: () => false,
      recently_searched_keywords: () => undefined,
    },
  };
}

/** `GET /{post}`, for posts and replies alike. */
export function postNode(world: SandboxWorld, post: Stored<"post">, reader: Stored<"account">): GraphNode {
  const { content, poll } = post;
  const [first] = content.media;
  const author = () => known(world, "account", post.account_id);
  return {
    type: "ThreadsMedia",
    id: post.id,
    defaults: [],
    fields: {
      media_product_type: () => "THREADS",
      media_type: () => MEDIA_TYPES[content.media_type],
      media_url: () => (first === undefined ? undefined : fileUrl(world, first.file)),
      permalink: async () => ((await settingsOf(world)).has_permalinks ? permalinkOf(world, await author(), post.id) : undefined),
      owner: () => ({ id: post.account_id }),
      username: async () => (await author()).username,
      text: () => content.text || undefined,
      timestamp: () => printTime(post.createdAt),
      shortcode: () => shortcodeOf(post.id),
      alt_text: () => first?.alt || undefined,
      link_attachment_url: () => content.link ?? undefined,
      topic_tag: () => content.topic_tag ?? undefined,
      gif_url: () => undefined,
      thumbnail_url: () => (content.media_type === "VIDEO" && first !== undefined ? fileUrl(world, first.file) : undefined),
      children: () => childrenOf(world, post),
      location_id: () => undefined,
      is_verified: () => false,
      profile_picture_url: () => undefined,
      poll_attachment: ({ nested }) => (poll === null ? undefined : pollView(poll, nested)),
      is_quote_post: () => post.quoted !== "",
      reposted_post: () => undefined,
      quoted_post: () => (post.quoted === "" ? undefined : { id: post.quoted }),
      has_replies: async () => (await repliesTo(world, post.id)).length > 0,
      is_reply: () => post.role === "reply",
      is_reply_owned_by_me: () => post.role === "reply" && post.account_id === reader.id,
      root_post: () => (post.role === "reply" ? { id: post.root } : undefined),
      replied_to: () => (post.role === "reply" ? { id: post.parent } : undefined),
      hide_status: () => (post.role === "reply" ? "NOT_HUSHED" : undefined),
      reply_audience: () => content.reply_control.toUpperCase(),
    },
  };
}

/** The replies directly below a post, newest first. */
export function repliesTo(world: SandboxWorld, postId: string): Promise<Stored<"post">[]> {
  return list(world, "post", { where: { parent: postId }, limit: LIST_MAX });
}

export function profileUrl(world: SandboxWorld, username: string): string {
  return `${world.baseUrl}/www/@${username}`;
}

export function permalinkOf(world: SandboxWorld, { username }: Pick<Stored<"account">, "username">, postId: string): string {
  return `${profileUrl(world, username)}/post/${shortcodeOf(postId)}`;
}

/** The post's number in letters. */
export function shortcodeOf(postId: string): string {
  let code = "";
  for (let rest = BigInt(postId); rest > 0n; rest /= 64n) code = (LETTERS[Number(rest % 64n)] ?? "") + code;
  return code;
}

async function childrenOf(world: SandboxWorld, post: Stored<"post">): Promise<unknown> {
  if (post.content.media_type !== "CAROUSEL") return undefined;
  const container = await find(world, "container", containerIdOf(post.id));
  return { data: (container?.children ?? []).map((id) => ({ id: postIdOf(id) })) };
}

function pollView({ options, ends_at }: NonNullable<Stored<"post">["poll"]>, nested: Selection | null): Record<string, unknown> {
  const names = ["a", "b", "c", "d"].slice(0, options.length);
  const view = {
    ...Object.fromEntries(names.map((name, index) => [`option_${name}`, options[index]])),
    ...Object.fromEntries(names.map((name) => [`option_${name}_votes_percentage`, 0])),
    expiration_timestamp: printTime(ends_at),
  };
  return nested === null ? view : Object.fromEntries(Object.entries(view).filter(([key]) => nested.some(({ name }) => name === key)));
}
