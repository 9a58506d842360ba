import { fileUrl, labelled, newestFirst, OF_ITS_OWN } from "../../sandbox/kit/feed.ts";
import type { SandboxMedium, SandboxPost, SandboxWorld } from "../../sandbox/network.ts";
import { LIST_MAX, list, mapsUrl, postUrl, type Stored } from "./model.ts";
import { type PostPhoto, stateOf } from "./post-state.ts";

/** Posts and the photos sections, newest first. What is not live is shown, too, with its state. */
export async function feedOf(world: SandboxWorld, { limit }: { readonly limit: number }): Promise<SandboxPost[]> {
  const [posts, items, photos, locations] = await Promise.all([
    list(world, "local_post", { limit }),
    list(world, "media_item", { limit }),
    list(world, "post_photo", { limit: LIST_MAX }),
    list(world, "location", { limit: LIST_MAX }),
  ]);
  const outcomes = new Map(photos.map(({ id, outcome }) => [id, outcome]));
  const titles = new Map(locations.map(({ id, title }) => [id, title]));
  const authorOf = (id: string) => titles.get(id) ?? "A business";
  const seen = [
    ...posts.map((post) => seenPost(world, post, { author: authorOf(post.location_id), photo: outcomes.get(post.id) ?? null })),
    ...items.map((item) => seenItem(world, item, authorOf(item.location_id))),
  ];
  // Names of posts and items end with numbers of one sequence.
  return newestFirst(seen, limit, (id) => id.slice(-12));
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
    ...OF_ITS_OWN,
    media: photo?.kind === "shown" ? [mediumOf(world, photo.picture)] : [],
    card: buttonOf(post.call_to_action),
    counts: NO_COUNTS,
    ...labelled(stateLabel(world, post, photo), post.call_to_action?.actionType === "CALL" && "Button: Call now"),
    ...(stateOf(world, post, photo) === "REJECTED" ? { isRefused: true as const } : {}),
    frame: "update",
    foldedText: post.summary,
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

function seenItem(world: SandboxWorld, item: Stored<"media_item">, author: string): SandboxPost {
  return {
    id: `accounts/${item.account_id}/locations/${item.location_id}/media/${item.id}`,
    author,
    text: item.description ?? "",
    url: mapsUrl(world, item.location_id),
    createdAt: item.createdAt,
    ...OF_ITS_OWN,
    media: [mediumOf(world, item)],
    counts: NO_COUNTS,
    ...labelled("In the photos section", item.association.category !== "ADDITIONAL" && item.association.category),
  };
}

/** The button below a post. Nothing is fetched from outside: the card says what the address itself tells. */
function buttonOf(button: Stored<"local_post">["call_to_action"]): SandboxPost["card"] {
  if (button?.url === undefined) return null;
  const words = button.actionType.toLowerCase().replaceAll("_", " ");
  return { url: button.url, title: words.charAt(0).toUpperCase() + words.slice(1), description: new URL(button.url).hostname };
}

function mediumOf(world: SandboxWorld, { file, mime, digest }: { file: string; mime: string; digest: string }): SandboxMedium {
  return { url: fileUrl(world, file), mime, alt: "", digest };
}
