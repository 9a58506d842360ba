import type { SandboxMedium, SandboxPost, SandboxWorld } from "../../sandbox/network.ts";
import { LIST_MAX, list, type Stored } from "./model.ts";
import { type PostPhoto, stateOf } from "./post-state.ts";
import { fileUrl, mapsUrl, postUrl } from "./urls.ts";

export interface FeedOptions {
  readonly limit: number;
  /** Absent: of all locations. */
  readonly locationId?: string;
}

/** Posts and the photos sections, newest first. What is not live is shown, too, with its state. */
export async function feedOf(world: SandboxWorld, { limit, locationId }: FeedOptions): Promise<SandboxPost[]> {
  const scope = { limit, ...(locationId === undefined ? {} : { where: { location_id: locationId } }) };
  const [posts, items, photos, locations] = await Promise.all([
    list(world, "local_post", scope),
    list(world, "media_item", scope),
    list(world, "post_photo", { limit: LIST_MAX }),
    list(world, "location", { limit: LIST_MAX }),
  ]);
  const outcomes = new Map(photos.map(({ id, outcome }) => [id, outcome]));
  const titles = new Map(locations.map(({ id, title }) => [id, title]));
  const authorOf = (id: string) => titles.get(id) ?? "A business";
  return [
    ...posts.map((post) => seenPost(world, post, { author: authorOf(post.location_id), photo: outcomes.get(post.id) ?? null })),
    ...items.map((item) => seenItem(world, item, authorOf(item.location_id))),
  ]
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || serialOf(b.id).localeCompare(serialOf(a.id)))
    .slice(0, limit);
}

/** Names of posts and items end with numbers of one sequence. */
function serialOf(id: string): string {
  return id.slice(-12);
}

/** Nobody can like, share or answer there. */
const NO_COUNTS = { likes: 0, comments: 0, shares: 0 };

interface Seen {
  readonly author: string;
  readonly photo: PostPhoto;
}

function seenPost(world: SandboxWorld, post: Stored<"local_post">, { author, photo }: Seen): SandboxPost {
  return {
    id: `accounts/${post.account_id}/locations/${post.location_id}/localPosts/${post.id}`,
    author,
    text: [titleOf(post), post.summary].filter((part) => part !== "").join("\n\n"),
    url: postUrl(world, { locationId: post.location_id, postId: post.id }),
    createdAt: post.createdAt,
    media: photo?.kind === "shown" ? [mediumOf(world, photo.picture)] : [],
    poll: null,
    card: cardOf(post.call_to_action),
    replyTo: null,
    counts: NO_COUNTS,
    ...labelled([stateLabel(world, post, photo), buttonLabel(post.call_to_action)]),
    ...(stateOf(world, post, photo) === "REJECTED" ? { isRefused: true as const } : {}),
    frame: "update",
    foldedText: post.summary,
    links: [],
  };
}

/** Of an event or an offer. */
function titleOf({ event }: Stored<"local_post">): string {
  return typeof event?.title === "string" ? event.title : "";
}

function stateLabel(world: SandboxWorld, post: Stored<"local_post">, photo: PostPhoto): string {
  const state = stateOf(world, post, photo);
  if (state === "LIVE") return "";
  if (state === "PROCESSING") return "Processing, not visible yet";
  return photo?.kind === "failed" ? `Rejected: ${photo.code}` : "Rejected";
}

function buttonLabel(button: Stored<"local_post">["call_to_action"]): string {
  return button?.actionType === "CALL" ? "Button: Call now" : "";
}

/** The button below a post. Nothing is fetched from outside: the card says what the address itself tells. */
function cardOf(button: Stored<"local_post">["call_to_action"]): SandboxPost["card"] {
  if (button?.url === undefined) return null;
  const words = button.actionType.toLowerCase().replaceAll("_", " ");
  return { url: button.url, title: words.charAt(0).toUpperCase() + words.slice(1), description: new URL(button.url).hostname };
}

function seenItem(world: SandboxWorld, item: Stored<"media_item">, author: string): SandboxPost {
  return {
    id: `accounts/${item.account_id}/locations/${item.location_id}/media/${item.id}`,
    author,
    text: item.description ?? "",
    url: mapsUrl(world, item.location_id),
    createdAt: item.createdAt,
    media: [mediumOf(world, item)],
    poll: null,
    card: null,
    replyTo: null,
    counts: NO_COUNTS,
    ...labelled(["In the photos section", item.association.category === "ADDITIONAL" ? "" : (item.association.category ?? "")]),
    links: [],
  };
}

function mediumOf(world: SandboxWorld, { file, mime, digest }: { file: string; mime: string; digest: string }): SandboxMedium {
  return { url: fileUrl(world, file), mime, alt: "", digest };
}

function labelled(parts: readonly string[]): { readonly label?: string } {
  const label = parts.filter((part) => part !== "").join(" · ");
  return label === "" ? {} : { label };
}
