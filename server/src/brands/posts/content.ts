import type { NetworkCaption } from "@rostrum/contract/captions.ts";
import { type Problem, refusal } from "@rostrum/contract/errors.ts";
import { type GivenPictures, idsBeside, NO_PICTURES } from "@rostrum/contract/pictures.ts";
import { channelsNamedIn } from "@rostrum/contract/platform-options.ts";
import type { NewPost, PostMedia } from "@rostrum/contract/posts.ts";
import type { App } from "../../app.ts";
import type { Queryable } from "../../ground/database/query.ts";
import { Refused, refuse } from "../../ground/refusal.ts";
import type { BrandGround, Reaching } from "../../ground/viewer.ts";
import { findShownChannels } from "../channels/store.ts";
import { fetchMedia } from "../media/fetch.ts";
import { discardFiles, holdRoom, keepMedia, type StoredUpload, storeFiles } from "../media/keep.ts";
import { findMedia, holdMedia } from "../media/store.ts";
import { documentAlone, postTypeOf } from "./rules.ts";
import type { NewPostRow, OwnCaptions } from "./store.ts";

/** A file with the alternative text that it alone has. */
type GivenMedium = PostMedia & { readonly alt?: string | undefined };

/** What a post consists of, as a request gives it. */
export interface GivenContent {
  readonly app: App;
  readonly brand: BrandGround;
  readonly body: Omit<NewPost, "publishMode" | "scheduledAt" | "media"> & { readonly media?: readonly GivenMedium[] | undefined };
  /** Own words for some networks; absent if it has none. */
  readonly captions?: readonly NetworkCaption[];
  /** Pictures beside its files; absent if it has none, or keeps those that it has. */
  readonly pictures?: GivenPictures | undefined;
  readonly fetching: Reaching;
}

export interface ContentMedia {
  /** MIME types of media given by id. */
  readonly known: ReadonlyMap<string, string>;
  /** Media given by URL, in order. */
  readonly fetched: readonly StoredUpload[];
}

/** Checks what the content refers to, fetches what it gives by URL, and lets `store` store it; files are discarded if it refuses. */
export async function withMedia<T>(content: GivenContent, store: (media: ContentMedia) => Promise<T>): Promise<T> {
  const { app, brand, body, fetching } = content;
  await holdNamedChannels(content);
  const known = await knownMedia(content.app.db, content);
  await using downloads = await fetchMedia(
    app,
    (body.media ?? []).flatMap((item) => item.url ?? []),
    { holder: `account ${brand.accountId}`, ...(fetching.gone === undefined ? {} : { signal: fetching.gone }) },
  );
  if (downloads.files.length > 0) await fetching.again?.();
  await holdRoom(app, { brandId: brand.id, files: downloads.files });
  const fetched = await storeFiles(app, downloads.files);
  const enterAndStore = async () => {
    // Files are stored in a bucket one after the other, which may take minutes.
    if (fetched.length > 0) await fetching.again?.();
    return await store({ known, fetched });
  };
  return await enterAndStore().catch(async (error: unknown) => {
    if (error instanceof Refused || isGone(fetching, error)) await discardFiles(app, fetched);
    throw error;
  });
}

/**
 * Ends the work for somebody who has given up waiting, before anything is stored: they look for the post, and send it again if it is
 * not there. To be called once nothing but the storing is left.
 */
export function requireThere({ gone }: Reaching): void {
  gone?.throwIfAborted();
}

function isGone({ gone }: Reaching, error: unknown): boolean {
  return gone?.aborted === true && error === gone.reason;
}

type ContentRow = Pick<
  NewPostRow,
  | "title"
  | "body"
  | "alt"
  | "mediaAlts"
  | "link"
  | "postType"
  | "poll"
  | "comment"
  | "platforms"
  | "asStory"
  | "regularType"
  | "autoThread"
  | "captions"
>;

/** The content as stored, without its media; refuses media that cannot be combined. */
export function contentOf(content: GivenContent & ContentMedia): ContentRow {
  const { body, captions = [] } = content;
  const mimes = mimesOf(content);
  const problem = documentAlone(mimes) ?? picturesOnly(content);
  if (problem !== null) throw new Refused(problem);
  return {
    title: body.title ?? null,
    body: body.caption ?? "",
    alt: body.alt ?? null,
    mediaAlts: altsOf(body.media ?? []),
    link: body.link ?? null,
    ...kindOf(body, mimes),
    poll: body.poll ?? null,
    comment: body.comment ?? null,
    platforms: body.platforms ?? null,
    asStory: body.postAsStory ?? false,
    autoThread: body.autoThreadText ?? false,
    captions: ownCaptions(captions, body, mimes),
  };
}

type Kind = Parameters<typeof postTypeOf>[0];

function kindOf(body: Kind, mimes: readonly string[]): Pick<NewPostRow, "postType" | "regularType"> {
  return {
    postType: postTypeOf(body, mimes),
    regularType: body.postAsStory ? postTypeOf({ ...body, postAsStory: false }, mimes) : null,
  };
}

/** As they are stored; null if there are none. Other words can make the post something else there: a thread, or none. */
export function ownCaptions(captions: readonly NetworkCaption[], body: Kind, mimes: readonly string[]): OwnCaptions | null {
  if (captions.length === 0) return null;
  return Object.fromEntries(
    captions.map(({ type: network, caption }) => {
      const { postType: type, regularType } = kindOf({ ...body, caption }, mimes);
      return [network, { text: caption, type, regularType }];
    }),
  );
}

function altsOf(media: readonly GivenMedium[]): (string | null)[] {
  const alts = media.map(({ alt = "" }) => (alt.trim() === "" ? null : alt));
  return alts.every((alt) => alt === null) ? [] : alts;
}

/** Stores fetched files as media and returns all media ids in request order. */
export async function keepAll(tx: Queryable, content: GivenContent & ContentMedia): Promise<string[]> {
  const ids: string[] = [];
  const fetched = content.fetched.values();
  for (const item of content.body.media ?? []) {
    if (item.id !== undefined) ids.push(item.id);
    else ids.push((await keepMedia(content.app, tx, { brandId: content.brand.id, file: fetched.next().value as StoredUpload })).id);
  }
  return ids;
}

/** A picture goes in the place of a picture, and before a video. */
function picturesOnly({ pictures = NO_PICTURES, known }: GivenContent & ContentMedia): Problem | null {
  const isNone = (id: string, kind: string) => known.get(id)?.startsWith(kind) === false;
  const isWrong =
    pictures.own.some(({ mediaId, ownId }) => isNone(mediaId, "image/") || isNone(ownId, "image/")) ||
    pictures.covers.some(({ mediaId, ownId }) => isNone(mediaId, "video/") || isNone(ownId, "image/"));
  return isWrong ? refusal(422, "pictures", "Only pictures can have another part for a network, and be the cover of a video.") : null;
}

function mimesOf({ body, known, fetched }: GivenContent & ContentMedia): string[] {
  const files = fetched.values();
  return (body.media ?? []).map((item) =>
    item.id === undefined ? (files.next().value as StoredUpload).facts.mime : (known.get(item.id) as string),
  );
}

/** Keeps the media that are named by id from being deleted until the transaction ends; refuses if one has been since it was looked up. */
export async function holdMediaOf(tx: Queryable, content: Pick<GivenContent, "brand" | "body" | "pictures">): Promise<void> {
  const { brand } = content;
  const ids = idsIn(content);
  const held = await holdMedia(tx, { brandId: brand.id, ids });
  refuseMissing(ids.filter((id) => !held.has(id)));
}

/** The types of the media that are named by id; refuses those that are not in the brand. */
export async function knownMedia(
  db: Queryable,
  content: Pick<GivenContent, "brand" | "body" | "pictures">,
): Promise<ReadonlyMap<string, string>> {
  const { brand } = content;
  const ids = idsIn(content);
  const found = new Map((await findMedia(db, { brandId: brand.id, ids })).map((media) => [media.id, media.type]));
  refuseMissing(ids.filter((id) => !found.has(id)));
  return found;
}

function idsIn({ body: { media = [] }, pictures = NO_PICTURES }: Pick<GivenContent, "body" | "pictures">): string[] {
  return [...new Set([...media.flatMap((item) => item.id ?? []), ...idsBeside(pictures)])];
}

function refuseMissing(ids: readonly string[]): void {
  if (ids.length > 0) refuse(404, "media", `These media are not in the brand: ${ids.join(", ")}.`);
}

async function holdNamedChannels({ app, brand, body }: GivenContent): Promise<void> {
  const named = channelsNamedIn(body.platforms);
  if (named.length === 0) return;
  const ids = named.map(({ channelId }) => channelId);
  const found = await findShownChannels(app.db, { brandId: brand.id, ids });
  const wrong = named.find(({ channelId, type }) => found.get(channelId) !== type);
  if (wrong !== undefined) refuse(404, wrong.field, wrong.missing);
}
