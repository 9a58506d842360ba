import { addSeconds } from "@rostrum/contract/formats.ts";
import { beginProcessing, expiryOf, processingState } from "../../sandbox/kit/processing.ts";
import { openUpload } from "../../sandbox/kit/uploads.ts";
import { invalidParameter } from "../../sandbox/meta/refusal.ts";
import { countIn, textIn } from "../../sandbox/meta/request.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { professionalAccount, requireRight, type Visit } from "./accounts.ts";
import { fetchImage, fetchVideo, PROCESSING_FAILED, type VideoFile } from "./files.ts";
import { type Content, find, insert, list, mediaIdOf, newId, type Stored, type StoredFile } from "./model.ts";
import { contentOf } from "./parameters.ts";
import { refusal } from "./refusals.ts";
import type { Settings } from "./settings.ts";
import { type Wish, wishOf } from "./wish.ts";

const CONTAINER_SECONDS = 24 * 3600;

/** https://developers.facebook.com/documentation/instagram-platform/content-publishing (2026-09) */
const CAROUSEL_ITEMS = { min: 2, max: 10 };
const FEED_RATIO_MAX = 1.91;

/** `POST /{account}/media`: a container, which is a post in preparation. It is invisible until it is published. */
export async function createContainer(visit: Visit, accountId: string): Promise<Record<string, unknown>> {
  requireRight(visit, "publish");
  const account = await professionalAccount(visit, accountId);
  if (account.restricted) throw refusal("restricted");
  const wish = wishOf(visit.call, visit.caller.door);
  const content = { ...contentOf(visit.call), cover: await coverOf(visit) };
  checkAbilities(account, content);
  await checkContainerLimit(visit, account);
  if (visit.settings.instead_of_creating !== null) throw refusal(visit.settings.instead_of_creating);
  const made = await prepare(visit, wish, account);

  const id = await newId(visit.world, "container");
  await insert(visit.world, "container", id, {
    account_id: account.id,
    kind: wish.kind,
    content,
    thumb_offset: thumbOffsetIn(visit, made.seconds),
    file: made.file,
    children: made.children,
    failure: made.failure,
    processing: wish.source.from === "upload_type" ? null : beginProcessing(visit.world, visit.request, made.processingSeconds),
    expires_at: expiryOf(visit.world, visit.request, CONTAINER_SECONDS),
  });
  if (wish.source.from !== "upload_type") return { id };
  await openUpload(visit.world, visit.request, { id, size: null, about: {}, lifetimeSeconds: CONTAINER_SECONDS });
  return { id, uri: uploadUri(visit, id) };
}

interface Prepared extends VideoFile {
  readonly children: string[];
  readonly processingSeconds: number;
}

const EMPTY = { file: null, children: [], failure: null, seconds: null };

async function prepare(visit: Visit, { kind, source }: Wish, account: Stored<"account">): Promise<Prepared> {
  const { world, settings } = visit;
  const [images, videos] = [{ processingSeconds: settings.image_seconds }, { processingSeconds: settings.video_seconds }];
  if (source.from === "upload_type") return { ...EMPTY, ...videos };
  if (source.from === "video_url") return { ...EMPTY, ...videos, ...(await fetchVideo(world, source.url, kind)) };
  if (source.from === "children") return { ...EMPTY, ...images, children: await childrenOf(visit, source.ids, account) };
  const file = await fetchImage(world, source.url);
  if (kind === "image") checkRatio(visit, file);
  return { ...EMPTY, ...images, file };
}

/** All are cropped to the ratio of the first, so only that one's counts. */
async function childrenOf(visit: Visit, ids: readonly string[], account: Stored<"account">): Promise<string[]> {
  if (ids.length < CAROUSEL_ITEMS.min || ids.length > CAROUSEL_ITEMS.max) throw refusal("carouselSize");
  const children = await Promise.all(ids.map((id) => findContainer(visit, id)));
  for (const [index, child] of children.entries()) {
    if (child === null || child.account_id !== account.id) throw refusal("unknownContainer");
    if (child.kind !== "item") throw invalidParameter(`The media ${child.id} is not a carousel item`);
    const { code } = await stateOf(visit, child);
    if (code === "EXPIRED") throw refusal("expired");
    if (code !== "FINISHED") throw refusal("notReady");
    if (index === 0 && child.file !== null) checkRatio(visit, child.file);
  }
  return [...ids];
}

function checkRatio({ settings }: Visit, { ratio }: StoredFile): void {
  if (ratio !== null && (ratio < settings.feed_ratio_min || ratio > FEED_RATIO_MAX)) throw refusal("imageRatio");
}

async function coverOf(visit: Visit): Promise<StoredFile | null> {
  const url = textIn(visit.call, "cover_url");
  return url === null ? null : fetchImage(visit.world, url);
}

function checkAbilities(account: Stored<"account">, content: Content): void {
  if (content.collaborators.length > 0 && !account.takes_collaborators) throw invalidParameter("param collaborators is not allowed");
  if (content.trial !== null && !account.takes_trial_reels) throw refusal("trialReels");
}

/** Carousel items count as well. */
async function checkContainerLimit(visit: Visit, account: Stored<"account">): Promise<void> {
  const { containers_per_day: limit } = visit.settings;
  const from = addSeconds(visit.world.now(), -CONTAINER_SECONDS);
  const made = await list(visit.world, "container", { where: { account_id: account.id }, limit });
  if (made.filter(({ createdAt }) => createdAt > from).length >= limit) throw refusal("containersUsedUp");
}

/** A cover image takes precedence, so with one the offset is not looked at. */
function thumbOffsetIn(visit: Visit, seconds: number | null): number | null {
  const offset = countIn(visit.call, "thumb_offset");
  if (offset === null || textIn(visit.call, "cover_url") !== null) return null;
  if (seconds !== null && offset > seconds * 1000) throw refusal("thumbOffset");
  return offset;
}

/** On Facebook's host for bytes, whose own version it names. */
function uploadUri(visit: Visit, id: string): string {
  const [version = ""] = /v\d+\.\d+/.exec(new URL(visit.address).pathname) ?? [];
  return `${visit.world.neighbour("facebook").baseUrl}/upload/ig-api-upload/${version}/${id}`;
}

export interface ContainerState {
  readonly code: "IN_PROGRESS" | "FINISHED" | "ERROR" | "EXPIRED" | "PUBLISHED";
  /** The sentence in the field `status`. */
  readonly text: string;
  /** Whether it has become a post, even if the status does not say so yet. */
  readonly isPublished: boolean;
}

interface Ground {
  readonly world: SandboxWorld;
  readonly settings: Settings;
}

export async function findContainer({ world, settings }: Ground, id: string): Promise<Stored<"container"> | null> {
  const container = await find(world, "container", id);
  if (container === null || world.now() < addSeconds(container.createdAt, settings.containers_unknown_seconds)) return null;
  return container;
}

/** The state follows from the clock and from what has been published; nothing runs meanwhile. */
export async function stateOf({ world, settings }: Ground, container: Stored<"container">): Promise<ContainerState> {
  const media = await find(world, "media", mediaIdOf(container.id));
  const isPublished = media !== null;
  if (media !== null && world.now() >= addSeconds(media.createdAt, settings.published_shows_after_seconds)) {
    return { code: "PUBLISHED", text: "Published: Media has been successfully published.", isPublished };
  }
  if (world.now() >= container.expires_at) {
    return { code: "EXPIRED", text: "Expired: The container was not published within 24 hours.", isPublished };
  }
  const state = container.processing === null ? "processing" : processingState(world, container.processing);
  if (state === "processing") return { code: "IN_PROGRESS", text: "In Progress: Media is still being processed.", isPublished };
  const failure = state === "failed" ? PROCESSING_FAILED : container.failure;
  if (failure !== null) return { code: "ERROR", text: `Error: Media upload has failed with error code ${failure}`, isPublished };
  return { code: "FINISHED", text: "Finished: Media has been uploaded and it is ready to be published.", isPublished };
}
