import type { FastifyInstance, FastifyRequest } from "fastify";
import { beginProcessing } from "../../sandbox/kit/processing.ts";
import { digestOf } from "../../sandbox/kit/stored.ts";
import { finishUpload, openUpload } from "../../sandbox/kit/uploads.ts";
import { newGraphId } from "../../sandbox/meta/ids.ts";
import { unknownObject } from "../../sandbox/meta/refusal.ts";
import { readCall, requireVersion } from "../../sandbox/meta/request.ts";
import { hasUploadToken, receiveBytes, refuseBytes } from "../../sandbox/meta/rupload.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { mimeOf, videoOf } from "../../sandbox/uploaded.ts";
import { callerOf, requirePublisher } from "./access.ts";
import { change, find, findOrInsert, insert, put, type Stored } from "./model.ts";
import { createPost, newPostId } from "./posts.ts";
import { finishedBefore } from "./refusals.ts";
import { settingsOf } from "./settings.ts";
import { isKnownYet } from "./video-node.ts";

/** How long an upload may take. */
const UPLOAD_SECONDS = 86_400;

export interface NewVideo {
  readonly pageId: string;
  readonly kind: Stored<"video">["kind"];
  readonly appId: string;
  /** Of the file; null if it is told with the bytes. */
  readonly size: number | null;
}

/** A video without its file, which is uploaded to the session of the same id. */
export async function openVideo(world: SandboxWorld, request: FastifyRequest, given: NewVideo): Promise<Stored<"video">> {
  const id = await newGraphId(world, 4);
  const video = await findOrInsert(world, "video", id, { page_id: given.pageId, kind: given.kind, app_id: given.appId, file: null });
  await openUpload(world, request, { id, size: given.size, about: {}, lifetimeSeconds: UPLOAD_SECONDS });
  return video;
}

/** Takes in the whole file from the upload session; processing begins. False if the session has not got it. */
export async function takeUploaded(world: SandboxWorld, request: FastifyRequest, video: Stored<"video">): Promise<boolean> {
  const bytes = await finishUpload(world, video.id);
  if (bytes === null) return false;
  await takeFile(world, request, { video, bytes });
  return true;
}

export async function takeFile(
  world: SandboxWorld,
  request: FastifyRequest,
  { video, bytes }: { readonly video: Stored<"video">; readonly bytes: Uint8Array },
): Promise<void> {
  const mime = await mimeOf(bytes);
  const isVideo = mime.startsWith("video/");
  const begun = beginProcessing(world, request, (await settingsOf(world)).processing_seconds);
  await world.objects.putBytes(video.id, bytes);
  const processing = { ...begun, fails: begun.fails || !isVideo };
  const facts = isVideo ? await videoOf(bytes) : null;
  await change(world, "video", video, { file: { mime, digest: digestOf(bytes), size: bytes.byteLength, facts, processing } });
}

export interface Publication {
  readonly state: "published" | "draft";
  readonly title: string;
  readonly description: string;
  readonly placeId: string | null;
}

/** Publishes a video whose file is there. Readers see it once it is processed; if that fails, never. */
export async function publishVideo(world: SandboxWorld, video: Stored<"video">, given: Publication): Promise<void> {
  if (video.file === null) throw new Error(`Video ${video.id} has no file.`);
  const { fails, ready_at } = video.file.processing;
  const now = world.now();
  const { state, title, description } = given;
  const finish = {
    state,
    post_id: state === "draft" || fails ? null : await newIdFor(world, video),
    title,
    description,
    at: now < ready_at ? ready_at : now,
  };
  if (!(await insert(world, "finish", video.id, finish))) {
    const earlier = await find(world, "finish", video.id);
    if (earlier?.state !== "draft" && !(await settingsOf(world)).publishes_again) throw finishedBefore();
    if (earlier?.state === "draft") await put(world, "finish", video.id, finish);
  }
  const { post_id: postId, at } = finish;
  if (postId === null) return;
  if (video.kind === "story") {
    await insert(world, "story", postId, { page_id: video.page_id, media_type: "video", media_id: video.id, visible_at: at });
    return;
  }
  await createPost(
    world,
    {
      page_id: video.page_id,
      kind: video.kind,
      message: description,
      link: null,
      photo_ids: [],
      video_id: video.id,
      place_id: given.placeId,
      app_id: video.app_id,
      visible_at: at,
    },
    postId,
  );
}

/** The Page's own video of this kind; anything else does not exist for it. */
export async function videoOfPage(
  world: SandboxWorld,
  of: { readonly id: string; readonly pageId: string; readonly kind: Stored<"video">["kind"] },
): Promise<Stored<"video">> {
  const video = await find(world, "video", of.id);
  if (video === null || video.page_id !== of.pageId || video.kind !== of.kind) throw unknownObject(of.id, "post");
  return video;
}

async function newIdFor(world: SandboxWorld, { kind, page_id }: Stored<"video">): Promise<string> {
  return kind === "story" ? newGraphId(world, 7) : newPostId(world, page_id);
}

interface Upload {
  readonly Params: { readonly version: string; readonly id: string };
}

/**
 * The host that takes the bytes of reels and stories.
 * https://developers.facebook.com/documentation/video-api/guides/reels-publishing (2026-07)
 */
export function uploadRoutes(scope: FastifyInstance, world: SandboxWorld): void {
  scope.post<Upload>("/upload/video-upload/:version/:id", async (request, reply) => {
    requireVersion(request.params.version);
    const call = await readCall(request);
    if (!hasUploadToken(request))
      return refuseBytes(reply, { type: "NotAuthorizedError", message: "The header Authorization must be: OAuth <token>" });
    const caller = await callerOf(world, request, call);
    const video = await find(world, "video", request.params.id);
    if (video === null || video.page_id !== caller.page?.id || !(await isKnownYet(world, video))) {
      return refuseBytes(reply, { type: "ProcessingFailedError", message: "There is no such video." });
    }
    await requirePublisher(world, caller, video.page_id);
    const refused = await receiveBytes(world, request, video.id);
    if (refused !== null) return refuseBytes(reply, refused);
    await takeUploaded(world, request, video);
    return { success: true };
  });
}
