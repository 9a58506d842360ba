import { addSeconds } from "@rostrum/contract/formats.ts";
import { chanceOf } from "../../sandbox/chance.ts";
import { listsLateSeconds } from "../../sandbox/faults.ts";
import { GoogleRefusal, OUTAGE } from "../../sandbox/google/refusals.ts";
import { fileUrl } from "../../sandbox/kit/feed.ts";
import { beginProcessing } from "../../sandbox/kit/processing.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Asked, Call } from "./caller.ts";
import { askedLocation, parentOf } from "./caller.ts";
import { type Fields, find, insert, known, LIST_MAX, list, newId, newKey, postUrl, type Stored } from "./model.ts";
import { listed, pageOf } from "./paging.ts";
import { takeFrom } from "./pictures.ts";
import { mistakesIn, type NewPost, readPost } from "./post-input.ts";
import { fetchPhoto, type PostPhoto, photoOf, stateOf } from "./post-state.ts";
import { invalid, notFound } from "./refusals.ts";
import type { Settings } from "./settings.ts";

const POSTS = "/v4/accounts/:account/locations/:location/localPosts";
const PAGING = { sizeDefault: 20, sizeMax: 100 };

/** https://developers.google.com/my-business/reference/rest/v4/accounts.locations.localPosts (2026-04) */
export const POST_CALLS: readonly Call[] = [
  { method: "POST", path: POSTS, service: "posts", isEdit: true, answer: create },
  { method: "GET", path: POSTS, service: "posts", parameters: ["pageSize", "pageToken"], answer: listPosts },
  { method: "GET", path: `${POSTS}/:post`, service: "posts", answer: show },
];

/** Two equal requests make two posts. The reply comes before anybody has looked at the post. */
async function create(asked: Asked): Promise<Record<string, unknown>> {
  const { world, request, settings, ids } = asked;
  const location = await askedLocation(asked);
  if (settings.locations_of_chains.includes(location.id)) {
    throw invalid(settings, [{ code: "LOCATION_DISABLED_FOR_LOCAL_POST_API", message: "Location Disabled for Local Post API." }]);
  }
  const wanted = readPost(asked);
  // Not a refusal: Google's server fails, every time.
  if (wanted.media.some(({ mediaFormat }) => mediaFormat === "VIDEO")) throw new GoogleRefusal(OUTAGE);
  const mistakes = mistakesIn(wanted, settings);
  if (mistakes.length > 0) throw invalid(settings, mistakes);
  const { photo, outcome } = await photoFrom(asked, wanted);
  const id = await newId(world, "local_post");
  await insert(world, "local_post", id, {
    account_id: ids.account ?? "",
    location_id: location.id,
    ...fieldsFrom(wanted),
    photo,
    review: beginProcessing(world, request, settings.review_seconds),
  });
  const post = await known(world, "local_post", id);
  if (outcome !== null) await insert(world, "post_photo", id, { outcome });
  if (photo !== null) asked.afterReply(async () => void (await fetchPhoto(world, post)));
  return postView({ world, settings, parent: parentOf(asked) }, post, outcome);
}

function fieldsFrom({ languageCode, summary, topicType, callToAction, event, offer }: NewPost) {
  return {
    language_code: languageCode ?? null,
    summary,
    topic_type: topicType === "EVENT" || topicType === "OFFER" ? topicType : "STANDARD",
    call_to_action: buttonFrom(callToAction),
    event: event ?? null,
    offer: offer ?? null,
  } satisfies Partial<Fields<"local_post">>;
}

function buttonFrom(given: NewPost["callToAction"]): Fields<"local_post">["call_to_action"] {
  if (given?.actionType === undefined) return null;
  return { actionType: given.actionType, ...(given.url === undefined ? {} : { url: given.url }) };
}

interface WantedPhoto {
  readonly photo: Fields<"local_post">["photo"];
  /** Null without a photo, and for one that is fetched after the reply. */
  readonly outcome: PostPhoto;
}

async function photoFrom({ world, settings }: Asked, { media: [medium] }: NewPost): Promise<WantedPhoto> {
  if (medium?.sourceUrl === undefined) return { photo: null, outcome: null };
  const key = await newKey(world, "AF1QipP");
  const photo = { key, source_url: medium.sourceUrl };
  if (settings.photo_fetch === "later") return { photo, outcome: null };
  const taken = await takeFrom(world, medium.sourceUrl, { format: "PHOTO", file: key, settings });
  if (taken.kind === "refused") throw invalid(settings, [{ code: taken.code, message: taken.message }]);
  return { photo, outcome: { kind: "shown", picture: taken.picture } };
}

async function listPosts(asked: Asked): Promise<Record<string, unknown>> {
  const { world, settings, request } = asked;
  const location = await askedLocation(asked);
  const lateSeconds = Math.max(settings.listed_after_seconds, listsLateSeconds(request));
  const posts = await list(world, "local_post", { where: { location_id: location.id }, limit: LIST_MAX });
  const old = posts.filter(({ createdAt }) => addSeconds(createdAt, lateSeconds) <= world.now());
  const shown = settings.lists_processing ? old : await processed(asked, old);
  const { items, nextPageToken } = pageOf(asked, shown, { ...PAGING, rankOf: RANKS[settings.list_order] });
  const views = await Promise.all(items.map((post) => viewOf(asked, post)));
  return listed("localPosts", views, nextPageToken);
}

async function processed({ world }: Asked, posts: readonly Stored<"local_post">[]): Promise<Stored<"local_post">[]> {
  const photos = await Promise.all(posts.map((post) => photoOf(world, post)));
  return posts.filter((post, index) => stateOf(world, post, photos[index] ?? null) !== "PROCESSING");
}

async function show(asked: Asked): Promise<Record<string, unknown>> {
  return viewOf(asked, await askedPost(asked));
}

async function viewOf(asked: Asked, post: Stored<"local_post">): Promise<Record<string, unknown>> {
  const { world, settings } = asked;
  return postView({ world, settings, parent: parentOf(asked) }, post, await fetchPhoto(world, post));
}

async function askedPost(asked: Asked): Promise<Stored<"local_post">> {
  const location = await askedLocation(asked);
  const post = await find(asked.world, "local_post", asked.ids.post ?? "");
  if (post?.location_id !== location.id) throw notFound();
  return post;
}

/** Ids have the same length, so the complement of each digit turns their order round. */
const RANKS: Readonly<Record<Settings["list_order"], (id: string) => string>> = {
  newest: (id) => id.replace(/\d/g, (digit) => String(9 - Number(digit))),
  shuffled: (id) => `${chanceOf(1, Number(id.slice(-9))).toFixed(15)} ${id}`,
};

export interface PostViewed {
  readonly world: SandboxWorld;
  readonly settings: Settings;
  /** `accounts/1/locations/2`, through which the caller reaches the post. */
  readonly parent: string;
}

/** A post as the API gives it. It has an address once it is live. */
export function postView({ world, settings, parent }: PostViewed, post: Stored<"local_post">, photo: PostPhoto): Record<string, unknown> {
  const state = stateOf(world, post, photo);
  return {
    name: `${parent}/localPosts/${post.id}`,
    ...(post.language_code === null ? {} : { languageCode: post.language_code }),
    ...(post.summary === "" ? {} : { summary: keptText(post.summary, settings) }),
    ...(post.call_to_action === null ? {} : { callToAction: post.call_to_action }),
    createTime: post.createdAt,
    updateTime: state === "PROCESSING" ? post.createdAt : post.review.ready_at,
    ...(post.event === null ? {} : { event: post.event }),
    state,
    ...(post.photo === null ? {} : { media: [mediumView({ world, parent, key: post.photo.key })] }),
    ...(state === "LIVE" ? { searchUrl: postUrl(world, { locationId: post.location_id, postId: post.id }) } : {}),
    topicType: post.topic_type,
    ...(post.offer === null ? {} : { offer: post.offer }),
  };
}

/** The text as it is stored, which may be tidied. */
export function keptText(summary: string, { text_kept }: Settings): string {
  if (text_kept === null) return summary;
  return (
    summary.slice(0, text_kept) +
    summary
      .slice(text_kept)
      .replace(/\s+/g, " ")
      .replace(/[.!\s]+$/, "")
  );
}

function mediumView({ world, parent, key }: { readonly world: SandboxWorld; readonly parent: string; readonly key: string }) {
  return { name: `${parent}/media/localPosts/${key}`, mediaFormat: "PHOTO", googleUrl: fileUrl(world, key) };
}
