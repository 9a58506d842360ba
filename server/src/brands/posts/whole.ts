import type { NetworkCaption } from "@rostrum/contract/captions.ts";
import { CHANNEL_TYPES } from "@rostrum/contract/channels.ts";
import { printLocal, printUtc } from "@rostrum/contract/formats.ts";
import { givenPictures, idsBeside } from "@rostrum/contract/pictures.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { refuse } from "../../ground/refusal.ts";
import { type BrandGround, zoneOf } from "../../ground/viewer.ts";
import { refuseGonePost } from "../deletions/gone.ts";
import { describe } from "../media/describe.ts";
import { listQueued } from "../queue/store.ts";
import { finalState } from "./rules.ts";
import { findPostGround, findWholePost, type WholePostRow } from "./writing-store.ts";

/** A post in full. */
export async function showPost(app: App, { postId }: PrivateInput<"showPost">): Promise<PrivateOutput<"showPost">> {
  const ground = (await findPostGround(app.db, postId)) ?? (await refuseGonePost(app, postId));
  return wholePost(app, { postId, brand: ground.brand });
}

/** The same for a brand that is known. */
export async function wholePost(
  app: App,
  { postId, brand }: { readonly postId: number; readonly brand: BrandGround },
): Promise<PrivateOutput<"showPost">> {
  const row = (await findWholePost(app.db, { brandId: brand.id, postId })) ?? unknownPost(postId);
  const timezone = zoneOf(brand);
  const { id, collectionId, title, alt, link, poll, comment, platforms, postType, postingType, status, postAt, createdAt } = row;
  return {
    id,
    brandId: brand.id,
    collectionId,
    caption: row.body,
    captions: givenCaptions(row),
    title,
    alt,
    link,
    poll,
    comment,
    media: await mediaOf(app, row, brand),
    platforms,
    postAsStory: row.asStory,
    autoThreadText: row.autoThread,
    preferences: row.preferences.map(({ channelId, values }) => ({ channelId, values: { ...values } })),
    pictures: await picturesOf(app, row, brand),
    leftOut: [...row.leftOut],
    postType,
    postingType,
    status,
    timezone,
    postDate: postAt === null ? null : printUtc(postAt),
    localDate: postAt === null ? null : printLocal(postAt, timezone),
    ...(await placeInQueue(app, row)),
    hindrances: hindrancesOf(row),
    version: row.updatedAt,
    createdAt,
  };
}

/** The content of a post as a request would give it, without its files and own words. */
export function givenContent({ body, title, alt, link, poll, comment, platforms, asStory, autoThread }: WholePostRow) {
  return {
    postAsStory: asStory,
    autoThreadText: autoThread,
    ...(body === "" ? {} : { caption: body }),
    ...(title === null ? {} : { title }),
    ...(alt === null ? {} : { alt }),
    ...(link === null ? {} : { link }),
    ...(poll === null ? {} : { poll }),
    ...(comment === null ? {} : { comment }),
    ...(platforms === null ? {} : { platforms }),
  };
}

/** Own words as they were given, in the order of the networks. */
export function givenCaptions({ captions }: Pick<WholePostRow, "captions">): NetworkCaption[] {
  return CHANNEL_TYPES.flatMap((type) => {
    const own = captions?.[type];
    return own === undefined ? [] : [{ type, caption: own.text }];
  });
}

/** Those that are still there, each with its own text. */
async function mediaOf(app: App, { mediaIds, mediaAlts }: WholePostRow, brand: BrandGround) {
  const found = new Map((await describe(app, { brandId: brand.id, ids: mediaIds })).map((medium) => [medium.id, medium]));
  return mediaIds.flatMap((id, index) => {
    const medium = found.get(id);
    return medium === undefined ? [] : [{ ...medium, alt: mediaAlts[index] ?? null }];
  });
}

async function picturesOf(app: App, { pictures }: WholePostRow, brand: BrandGround) {
  const given = givenPictures(pictures);
  return { ...given, media: await describe(app, { brandId: brand.id, ids: idsBeside(given) }) };
}

export function unknownPost(postId: number): never {
  return refuse(404, "post_id", `There is no post with the id ${postId}.`);
}

async function placeInQueue(app: App, { id, collectionId, postingType, status }: WholePostRow) {
  if (postingType !== "QUEUE" || status !== "PENDING") return { queuePosition: null, queueLength: null };
  const queued = await listQueued(app.db, collectionId);
  const index = queued.findIndex((post) => post.id === id);
  return { queuePosition: index === -1 ? null : index + 1, queueLength: queued.length };
}

/** Whatever its state, a post can be copied and deleted. */
function hindrancesOf(row: WholePostRow): PrivateOutput<"showPost">["hindrances"] {
  const final = finalState({ ...row, leaving: row.leavingAt !== null });
  const sentence = final === null || final.kind !== "domain" ? null : final.message;
  return { edit: sentence, publish: sentence };
}
