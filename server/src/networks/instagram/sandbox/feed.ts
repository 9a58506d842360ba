import { labelled, newestFirst, OF_ITS_OWN, WORDS_ALONE } from "../../sandbox/kit/feed.ts";
import type { SandboxPost, SandboxWorld } from "../../sandbox/network.ts";
import { find, known, list, type Stored } from "./model.ts";
import { fileUrl, isOver, permalinkOf } from "./posts.ts";

/** Posts and comments as readers see them, newest first. */
export async function feedOf(world: SandboxWorld, { limit }: { readonly limit: number }): Promise<SandboxPost[]> {
  const [posts, comments] = await Promise.all([list(world, "media", { limit }), list(world, "comment", { limit })]);
  const seen = [
    ...(await Promise.all(comments.map((comment) => commentView(world, comment, comments)))),
    ...(await Promise.all(posts.map((post) => postView(world, post, comments)))),
  ];
  // The sort is stable: of the same moment, comments come before what they are on.
  return newestFirst(seen, limit);
}

async function postView(world: SandboxWorld, post: Stored<"media">, comments: readonly Stored<"comment">[]): Promise<SandboxPost> {
  const author = await known(world, "account", post.account_id);
  const { caption } = post.content;
  return {
    id: post.id,
    author: `@${author.username}`,
    text: caption,
    url: permalinkOf(world, post, author),
    createdAt: post.createdAt,
    ...OF_ITS_OWN,
    media: await filesOf(world, post),
    counts: { likes: post.likes, shares: post.shares, comments: comments.filter(({ media_id }) => media_id === post.id).length },
    links: linksIn(world, caption),
    ...(await labelOf(world, post)),
    ...(post.kind === "story" || post.kind === "reel" ? { frame: post.kind } : {}),
  };
}

async function commentView(world: SandboxWorld, comment: Stored<"comment">, comments: readonly Stored<"comment">[]): Promise<SandboxPost> {
  const post = await find(world, "media", comment.media_id);
  const url = post === null ? world.baseUrl : permalinkOf(world, post, await known(world, "account", post.account_id));
  return {
    id: comment.id,
    author: `@${comment.username}`,
    text: comment.text,
    url,
    createdAt: comment.createdAt,
    ...WORDS_ALONE,
    replyTo: comment.parent_id ?? comment.media_id,
    counts: { likes: comment.likes, shares: 0, comments: comments.filter(({ parent_id }) => parent_id === comment.id).length },
    links: linksIn(world, comment.text),
  };
}

async function filesOf(world: SandboxWorld, post: Stored<"media">): Promise<SandboxPost["media"]> {
  const items = await Promise.all(post.children.map((id) => find(world, "carousel_item", id)));
  const shown = [post, ...items.filter((item) => item !== null)];
  return shown.flatMap(({ file, content }) => {
    if (file === null) return [];
    const medium = { url: fileUrl(world, file), mime: file.mime, alt: content.alt_text };
    return [post.kind === "story" ? { ...medium, digest: file.digest } : medium];
  });
}

/** What readers see around the post: what it is, with whom it is shared, and where it was. */
async function labelOf(world: SandboxWorld, post: Stored<"media">): Promise<{ readonly label?: string }> {
  const { collaborators, location_id } = post.content;
  const names = collaborators.map((name) => `@${name}`).join(", ");
  const place = location_id !== null && `at ${await placeName(world, location_id)}`;
  return labelled(kindLabel(world, post), names !== "" && `with ${names}`, place);
}

function kindLabel(world: SandboxWorld, post: Stored<"media">): string {
  if (post.kind === "story") return isOver(world, post) ? "Story (over)" : "Story";
  if (post.kind !== "reel") return "";
  if (post.content.trial !== null) return "Trial reel";
  return post.content.share_to_feed ? "Reel" : "Reel (in the reels tab only)";
}

/** Places are Pages of the Facebook network; one that is not there has its number only. */
async function placeName(world: SandboxWorld, id: string): Promise<string> {
  const page = await world.neighbour("facebook").objects.get("account", id);
  const name = page?.document.name;
  return typeof name === "string" ? name : `place ${id}`;
}

/** Mentions and hashtags. Links in captions are plain text on Instagram. */
function linksIn(world: SandboxWorld, text: string): SandboxPost["links"] {
  const found = text.matchAll(/(?<![\p{L}\p{N}_/])(?:@(?<user>[\w.]*\w)|#(?<tag>[\p{L}\p{N}_]+))/gu);
  return [...found].map(({ 0: whole, index, groups }) => {
    const path = groups?.user === undefined ? `explore/tags/${encodeURIComponent(groups?.tag ?? "")}` : groups.user.toLowerCase();
    return { start: index, end: index + whole.length, href: `${world.baseUrl}/www/${path}/` };
  });
}
