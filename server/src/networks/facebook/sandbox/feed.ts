import { toInstant } from "@rostrum/contract/formats.ts";
import { countsOf, type Tallies, tally } from "../../sandbox/kit/feed.ts";
import type { SandboxPost, SandboxWorld } from "../../sandbox/network.ts";
import { cardOf } from "./card.ts";
import { LIST_MAX, list, type Stored } from "./model.ts";
import { isVisible } from "./posts.ts";
import { fileUrl, postUrl, reelUrl, storyUrl, thumbnailId } from "./urls.ts";

/** Everything on the network that readers see, newest first: posts with their comments, and stories. */
export async function feedOf(world: SandboxWorld, { limit }: { readonly limit: number }): Promise<SandboxPost[]> {
  const library = await libraryOf(world);
  const now = world.now();
  const posts = (await list(world, "post", { limit: LIST_MAX })).filter((post) => isVisible(post, now));
  const stories = (await list(world, "story", { limit: LIST_MAX })).filter((story) => story.visible_at <= now);
  const known = new Set(posts.map(({ id }) => id));
  const comments = library.said.filter(({ on }) => known.has(on));
  return [
    ...posts.map((post) => seenPost(world, library, post)),
    ...stories.map((story) => seenStory(world, library, story)),
    ...comments.map((comment) => seenComment(world, library, comment)),
  ]
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || serialOf(b.id).localeCompare(serialOf(a.id)))
    .slice(0, limit);
}

/** Ids ascend behind their first digit. */
function serialOf(id: string): string {
  return id.split("_").at(-1)?.slice(1) ?? "";
}

interface Library extends Tallies {
  readonly names: ReadonlyMap<string, string>;
  readonly photos: ReadonlyMap<string, Stored<"photo">>;
  readonly videos: ReadonlyMap<string, Stored<"video">>;
  readonly thumbnails: ReadonlyMap<string, Stored<"thumbnail">>;
  readonly finishes: ReadonlyMap<string, Stored<"finish">>;
  readonly said: readonly Stored<"comment">[];
  readonly collaborators: ReadonlyMap<string, readonly Stored<"collaborator">[]>;
}

async function libraryOf(world: SandboxWorld): Promise<Library> {
  const all = { limit: LIST_MAX };
  const [pages, photos, videos, thumbnails, finishes, comments, collaborators, likes, shares] = await Promise.all([
    list(world, "account", all),
    list(world, "photo", all),
    list(world, "video", all),
    list(world, "thumbnail", all),
    list(world, "finish", all),
    list(world, "comment", all),
    list(world, "collaborator", all),
    list(world, "like", all),
    list(world, "share", all),
  ]);
  return {
    names: new Map(pages.map(({ id, name }) => [id, name])),
    photos: byId(photos),
    videos: byId(videos),
    thumbnails: byId(thumbnails),
    finishes: byId(finishes),
    said: comments,
    collaborators: Map.groupBy(collaborators, ({ video_id }) => video_id),
    likes: tally(likes.map(({ on }) => on)),
    shares: tally(shares.map(({ on }) => on)),
    comments: tally(comments.map(({ on, parent_id }) => parent_id ?? on)),
  };
}

function seenPost(world: SandboxWorld, library: Library, post: Stored<"post">): SandboxPost {
  const isReel = post.kind === "reel";
  const title = library.finishes.get(post.video_id ?? "")?.title ?? "";
  return {
    id: post.id,
    author: library.names.get(post.page_id) ?? post.page_id,
    text: [title, post.message].filter((text) => text !== "").join("\n\n"),
    url: isReel && post.video_id !== null ? reelUrl(world, post.video_id) : postUrl(world, post.id),
    createdAt: toInstant(post.visible_at ?? post.createdAt),
    media: [...post.photo_ids, ...(post.video_id === null ? [] : [post.video_id])].map((id) => mediumOf(world, library, id)),
    poll: null,
    card: post.link === null ? null : cardOf(post.link),
    replyTo: null,
    counts: countsOf(library, post.id),
    ...labelOf(library, post),
    ...(isReel ? { frame: "reel" } : {}),
    foldedText: post.message,
    links: linksIn(post.message),
  };
}

function labelOf(library: Library, post: Stored<"post">): { label?: string } {
  const invited = (library.collaborators.get(post.video_id ?? "") ?? []).map(({ page_id }) => library.names.get(page_id) ?? page_id);
  const place = post.place_id === null ? null : `at ${library.names.get(post.place_id) ?? post.place_id}`;
  const facts = [post.kind === "reel" ? "Reel" : null, place, invited.length === 0 ? null : `with ${invited.join(", ")}`].filter(
    (fact) => fact !== null,
  );
  return facts.length === 0 ? {} : { label: facts.join(" ") };
}

function seenStory(world: SandboxWorld, library: Library, story: Stored<"story">): SandboxPost {
  return {
    id: story.id,
    author: library.names.get(story.page_id) ?? story.page_id,
    text: "",
    url: storyUrl(world, story.id),
    createdAt: toInstant(story.visible_at),
    media: [{ ...mediumOf(world, library, story.media_id), ...digestIn(library, story.media_id) }],
    poll: null,
    card: null,
    replyTo: null,
    counts: countsOf(library, story.id),
    label: "Story",
    frame: "story",
    links: [],
  };
}

function seenComment(world: SandboxWorld, library: Library, comment: Stored<"comment">): SandboxPost {
  return {
    id: comment.id,
    author: comment.from_name,
    text: comment.message,
    url: `${postUrl(world, comment.on)}?comment_id=${comment.id.split("_")[1]}`,
    createdAt: comment.createdAt,
    media: [],
    poll: null,
    card: comment.attachment_url === null || !URL.canParse(comment.attachment_url) ? null : cardOf(comment.attachment_url),
    replyTo: comment.parent_id ?? comment.on,
    counts: countsOf(library, comment.id),
    links: linksIn(comment.message),
  };
}

function mediumOf(world: SandboxWorld, { photos, videos, thumbnails }: Library, id: string): SandboxPost["media"][number] {
  const photo = photos.get(id);
  const mime = photo?.mime ?? videos.get(id)?.file?.mime ?? "application/octet-stream";
  const poster = thumbnails.has(id) ? { poster: fileUrl(world, thumbnailId({ id })) } : {};
  return { url: fileUrl(world, id), mime, alt: photo?.alt ?? "", ...poster };
}

/** Stories have no text that tells them apart. */
function digestIn({ photos, videos }: Library, id: string): { digest?: string } {
  const digest = photos.get(id)?.digest ?? videos.get(id)?.file?.digest;
  return digest === undefined ? {} : { digest };
}

function linksIn(text: string): SandboxPost["links"] {
  return [...text.matchAll(/https?:\/\/[^\s<>"]+[^\s<>".,;:!?)]/g)].map(({ 0: href, index }) => ({
    start: index,
    end: index + href.length,
    href,
  }));
}

function byId<One extends { readonly id: string }>(all: readonly One[]): Map<string, One> {
  return new Map(all.map((one) => [one.id, one]));
}
