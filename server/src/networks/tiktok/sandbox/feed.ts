import { toInstant } from "@rostrum/contract/formats.ts";
import { countsOf, fileUrl, newestFirst, OF_ITS_OWN, seenReply, type Tallies, talliesOf } from "../../sandbox/kit/feed.ts";
import type { SandboxPost, SandboxWorld } from "../../sandbox/network.ts";
import { FOLLOWERS, FRIENDS, LIST_MAX, list, ONLY_ME, PUBLIC, permalinkOf, profileUrl, type Stored, tagUrl } from "./model.ts";
import { isPublic, stateOf } from "./publishes.ts";

const VIEWERS: Readonly<Record<string, string>> = {
  [PUBLIC]: "Everyone",
  [FOLLOWERS]: "Followers",
  [FRIENDS]: "Friends",
  [ONLY_ME]: "Only me",
};

/** What is processed, with its comments, newest first: posts with who may see them, and drafts, each in its creator's inbox. */
export async function feedOf(world: SandboxWorld, { limit }: { readonly limit: number }): Promise<SandboxPost[]> {
  const everything = { limit: LIST_MAX };
  const [accounts, publishes, comments] = await Promise.all([
    list(world, "account", everything),
    list(world, "publish", everything),
    list(world, "comment", everything),
  ]);
  const usernames = new Map(accounts.map(({ id, username }) => [id, username]));
  const tallies = await talliesOf(world, comments, ({ publish_id, on }) => on || publish_id);
  const posts = publishes.flatMap((publish) =>
    seen(world, { publish, username: usernames.get(publish.account_id) ?? "somebody", comments, tallies }),
  );
  return newestFirst(posts, limit);
}

interface Shown {
  readonly publish: Stored<"publish">;
  readonly username: string;
  readonly comments: readonly Stored<"comment">[];
  readonly tallies: Tallies;
}

function seen(world: SandboxWorld, { publish, username, comments, tallies }: Shown): SandboxPost[] {
  const state = stateOf(world, publish);
  if (publish.received === null || (state !== "complete" && state !== "inbox")) return [];
  const isDraft = state === "inbox";
  const { processing, post_id, files } = publish.received;
  const text = [publish.title, publish.description].filter((part) => part !== "").join("\n\n");
  // The API names posts that are not public by their publish ids alone.
  const [id, url] = isPublic(world, publish) ? [post_id, permalinkOf(world, username, post_id)] : [publish.id, profileUrl(world, username)];
  const post: SandboxPost = {
    id,
    author: isDraft ? `@${username} (inbox)` : `@${username}`,
    text,
    url,
    createdAt: toInstant(processing.ready_at),
    ...OF_ITS_OWN,
    media: files.map(({ id, mime, digest }) => ({ url: fileUrl(world, id), mime, alt: "", digest })),
    counts: { ...countsOf(tallies, publish.id), comments: comments.filter(({ publish_id }) => publish_id === publish.id).length },
    label: isDraft ? "Draft, to be finished in the app" : [VIEWERS[publish.privacy_level ?? ""], ...publish.marks].join(" · "),
    ...(files.some(({ mime }) => mime.startsWith("video/")) ? { frame: "video" as const } : {}),
    // Only photos have a description; a video's title is its caption.
    ...(publish.description === "" ? {} : { foldedText: publish.description }),
    links: linksIn(world, text),
  };
  const said = comments.filter(({ publish_id }) => publish_id === publish.id);
  return [...said.map((comment) => seenComment(post, comment, tallies)), post];
}

function seenComment(post: SandboxPost, { id, on, text, createdAt }: Stored<"comment">, tallies: Tallies): SandboxPost {
  return seenReply(tallies, { id, author: "Viewer", text, url: post.url, createdAt, replyTo: on === "" ? post.id : on });
}

/** Tags and mentions. Addresses stay plain text, as everywhere on TikTok. */
function linksIn(world: SandboxWorld, text: string): SandboxPost["links"] {
  return [...text.matchAll(/([#@])([\p{L}\p{M}\p{N}_]+)/gu)].map(({ 0: whole, 1: sign, 2: name = "", index }) => ({
    start: index,
    end: index + whole.length,
    href: sign === "#" ? tagUrl(world, name.toLowerCase()) : profileUrl(world, name),
  }));
}
