import { addSeconds } from "@rostrum/contract/formats.ts";
import { processingState } from "../../sandbox/kit/processing.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { find, insert, type Stored } from "./model.ts";
import { takeFrom } from "./pictures.ts";
import { settingsOf } from "./settings.ts";

export type PostState = "PROCESSING" | "LIVE" | "REJECTED";

/** What became of a post's picture; null without one, and until it is known. */
export type PostPhoto = Stored<"post_photo">["outcome"] | null;

/**
 * Fetches the post's picture unless that was done: after the reply to its creation, and then whenever the API is asked about it, so
 * that nothing has to run meanwhile. A picture that is not there is asked for again as long as Google's patience lasts.
 */
export async function fetchPhoto(world: SandboxWorld, post: Stored<"local_post">): Promise<PostPhoto> {
  if (post.photo === null) return null;
  const earlier = await photoOf(world, post);
  if (earlier !== null) return earlier;
  const fetching = fetchingIn.getOrInsertComputed(world, () => new Map<string, Promise<PostPhoto>>());
  const { photo } = post;
  return fetching.getOrInsertComputed(post.id, () => fetchNow(world, post, photo).finally(() => fetching.delete(post.id)));
}

/** Whoever asks about a post meanwhile waits for the same fetch. */
const fetchingIn = new WeakMap<SandboxWorld, Map<string, Promise<PostPhoto>>>();

async function fetchNow(
  world: SandboxWorld,
  post: Stored<"local_post">,
  { key, source_url }: NonNullable<Stored<"local_post">["photo"]>,
): Promise<PostPhoto> {
  const settings = await settingsOf(world);
  const taken = await takeFrom(world, source_url, { format: "PHOTO", file: key, settings });
  const patienceEndsAt = addSeconds(post.createdAt, settings.photo_patience_seconds);
  if (taken.kind === "refused" && taken.code === "PHOTO_FETCH_FAILED" && world.now() < patienceEndsAt) return null;
  const outcome: Stored<"post_photo">["outcome"] =
    taken.kind === "taken" ? { kind: "shown", picture: taken.picture } : { kind: "failed", code: taken.code };
  await insert(world, "post_photo", post.id, { outcome });
  return photoOf(world, post);
}

/** The same without fetching anything. */
export async function photoOf(world: SandboxWorld, post: Pick<Stored<"local_post">, "id">): Promise<PostPhoto> {
  return (await find(world, "post_photo", post.id))?.outcome ?? null;
}

/** Nobody says why a post is rejected: neither that it breaks a rule, nor that its picture could not be had. */
export function stateOf(world: SandboxWorld, post: Stored<"local_post">, photo: PostPhoto): PostState {
  if (photo?.kind === "failed") return "REJECTED";
  const review = processingState(world, post.review);
  if (review === "processing") return "PROCESSING";
  if (review === "failed" || namesPhone(post.summary)) return "REJECTED";
  return post.photo !== null && photo === null ? "PROCESSING" : "LIVE";
}

/** https://support.google.com/business/answer/7213077 (2026-07): no phone numbers in posts. */
export function namesPhone(text: string): boolean {
  return PHONE.test(text);
}

/** With a country's code, in the groups of North America, or with an area code that begins with a zero. */
const PHONE = /(?<![\d+])(?:\+\d(?:[ ()./-]?\d){8,13}|\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}|0\d{2,4}[ /-]\d{3,4} ?\d{3,4})(?!\d)/;
