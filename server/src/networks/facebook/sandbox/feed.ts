import { toInstant } from "@rostrum/contract/formats.ts";
import { countsOf, newestFirst, OF_ITS_OWN, plainCardOf, seenReply, type Tallies, talliesOf, webLinksIn } from "../../sandbox/kit/feed.ts";
import type { SandboxPost, SandboxWorld } from "../../sandbox/network.ts";
import { fileUrl, LIST_MAX, list, postUrl, reelUrl, type Stored, storyUrl, thumbnailId } from "./model.ts";
import { isVisible } from "./posts.ts";

/** Everything on the network that readers see, newest first: posts with their comments, and stories. */
export async function feedOf(world: SandboxWorld, { limit }: { readonly limit: number }): Promise<SandboxPost[]> {
  const library = await libraryOf(world);
  const now = world.now();
  const posts = (await list(world, "post", { limit: LIST_MAX })).filter((post) => isVisible(post, now));
  const stories = (await list(world, "story", { limit: LIST_MAX })).filter((story) => story.visible_at <= now);
  const known = new Set(posts.map(({ id }) => id));
  const comments = library.said.filter(({ on }) => known.has(on));
  const seen = [
    ...posts.map((post) => seenPost(world, library, post)),
    ...stories.map((story) => seenStory(world, library, story)),
    ...comments.map((comment) => seenComment(world, library, comment)),
  ];
  // Ids ascend behind their first digit.
  return newestFirst(seen, limit, (id) => id.split("_").at(-1)?.slice(1) ?? "");
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
  const [pages, photos, videos, thumbnails, finishes, comments, collaborators] = await Promise.all([
    list(world, "account", all),
    list(world, "photo", all),
    list(world, "video", all),
    list(world, "thumbnail", all),
    list(world, "finish", all),
    list(world, "comment", all),
    list(world, "collaborator", all),
  ]);
  return {
    names: new Map(pages.map(({ id, name }) => [id, name])),
    photos: new Map(photos.map((one) => [one.id, one])),
    videos: new Map(videos.map((one) => [one.id, one])),
    thumbnails: new Map(thumbnails.map((one) => [one.id, one])),
    finishes: new Map(finishes.map((one) => [one.id, one])),
    said: comments,
    collaborators: Map.groupBy(collaborators, ({ video_id }) => video_id),
    ...(await talliesOf(world, comments, ({ on, parent_id }) => parent_id ?? on)),
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
    ...OF_ITS_OWN,
    media: [...post.photo_ids, ...(post.video_id === null ? [] : [post.video_id])].map((id) => mediumOf(world, library, id)),
    card: post.link === null ? null : plainCardOf(post.link),
    counts: countsOf(library, post.id),
    ...labelOf(library, post),
    ...(isReel ? { frame: "reel" } : {}),
    foldedText: post.message,
    links: webLinksIn(post.message),
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
    ...OF_ITS_OWN,
    media: [{ ...mediumOf(world, library, story.media_id), ...digestIn(library, story.media_id) }],
    counts: countsOf(library, story.id),
    label: "Story",
    frame: "story",
  };
}

function seenComment(world: SandboxWorld, library: Library, comment: Stored<"comment">): SandboxPost {
  const { id, on, parent_id, from_name: author, message: text, attachment_url: link, createdAt } = comment;
  const url = `${postUrl(world, on)}?comment_id=${id.split("_")[1]}`;
  const card = link === null || !URL.canParse(link) ? null : plainCardOf(link);
  return seenReply(library, { id, author, text, url, createdAt, replyTo: parent_id ?? on, card, links: webLinksIn(text) });
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
