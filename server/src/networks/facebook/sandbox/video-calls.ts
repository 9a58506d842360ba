import { findUpload, receiveRange } from "../../sandbox/kit/uploads.ts";
import { newGraphId } from "../../sandbox/meta/ids.ts";
import { invalidParameter, unknownObject } from "../../sandbox/meta/refusal.ts";
import { countIn, flagIn, requiredText, textIn } from "../../sandbox/meta/request.ts";
import { mimeOf } from "../../sandbox/uploaded.ts";
import type { Visit } from "./access.ts";
import { requirePublisher } from "./access.ts";
import { messageIn, placeIn } from "./feed-calls.ts";
import { find, insert, type Stored, thumbnailId } from "./model.ts";
import { brokenUpload, emptyUpload, requiredOneOf, videoTooSmall } from "./refusals.ts";
import { settingsOf } from "./settings.ts";
import { openVideo, publishVideo, takeUploaded, videoOfPage } from "./videos.ts";

/** `POST /{page}/videos`, in parts. */
export async function uploadVideo(visit: Visit): Promise<unknown> {
  await requirePublisher(visit.world, visit.caller, visit.id);
  const phase = textIn(visit.call, "upload_phase")?.toLowerCase() ?? null;
  if (phase === "start") return start(visit);
  if (phase === "transfer") return transfer(visit);
  if (phase === "finish") return finish(visit);
  throw invalidParameter("Param upload_phase must be one of {start, transfer, finish, cancel}");
}

async function start(visit: Visit): Promise<unknown> {
  const { world, request, call } = visit;
  const size = countIn(call, "file_size");
  if (size === null) throw requiredOneOf("file_size");
  if (size < (await settingsOf(world)).video_bytes_min) throw videoTooSmall();
  const video = await openVideo(world, request, facts(visit, size));
  const session = await newGraphId(world, 9);
  await insert(world, "session", session, { video_id: video.id });
  return { video_id: video.id, upload_session_id: session, ...(await offsets(visit, { received: 0, size })) };
}

async function transfer(visit: Visit): Promise<unknown> {
  const { world, request, call } = visit;
  const video = await sessionVideo(visit);
  const bytes = call.files.video_file_chunk;
  if (bytes === undefined) throw requiredOneOf("video_file_chunk");
  const offset = Number(requiredText(call, "start_offset"));
  const received = await receiveRange(world, request, { upload: video.id, offset, bytes });
  if (received.kind !== "received") throw brokenUpload();
  const { upload } = received;
  const size = upload.size ?? 0;
  if (upload.received === size) await takeUploaded(world, request, video);
  return offsets(visit, { received: upload.received, size });
}

async function finish(visit: Visit): Promise<unknown> {
  const { world } = visit;
  const video = await sessionVideo(visit);
  if (video.file === null) throw (await findUpload(world, video.id))?.received === 0 ? emptyUpload() : brokenUpload();
  await publish(visit, video);
  return { success: true };
}

async function publish({ world, call }: Visit, video: Stored<"video">): Promise<void> {
  await takeThumbnail(world, video, call.files.thumb);
  const isDraft = flagIn(call, "published") === false || (await isKeptAsDraft(world, video));
  await publishVideo(world, video, {
    state: isDraft ? "draft" : "published",
    title: textIn(call, "title") ?? "",
    description: messageIn(call, "description"),
    placeId: await placeIn(world, call),
  });
}

async function isKeptAsDraft(world: Visit["world"], { file }: Stored<"video">): Promise<boolean> {
  const { keeps_as_drafts } = await settingsOf(world);
  const isUpright = file?.facts != null && file.facts.height > file.facts.width;
  return keeps_as_drafts === "all" || (keeps_as_drafts === "upright" && isUpright);
}

/** A picture in the request itself: an address in its place is refused. */
async function takeThumbnail(world: Visit["world"], video: Stored<"video">, bytes: Uint8Array | undefined): Promise<void> {
  if (bytes === undefined) return;
  const mime = await mimeOf(bytes);
  if (!mime.startsWith("image/")) throw invalidParameter("Invalid image format. It should be an image file data.");
  await world.objects.putBytes(thumbnailId(video), bytes);
  await insert(world, "thumbnail", video.id, { mime });
}

function facts({ id, caller }: Visit, size: number) {
  return { pageId: id, kind: "video", appId: caller.token.client_id, size } as const;
}

async function sessionVideo({ world, call, id }: Visit): Promise<Stored<"video">> {
  const sessionId = requiredText(call, "upload_session_id");
  const session = await find(world, "session", sessionId);
  if (session === null) throw unknownObject(sessionId, "post");
  return videoOfPage(world, { id: session.video_id, pageId: id, kind: "video" });
}

/** The next part that is wanted; start and end are equal once the file is whole. */
async function offsets({ world }: Visit, { received, size }: { readonly received: number; readonly size: number }) {
  const { video_part_bytes } = await settingsOf(world);
  return { start_offset: String(received), end_offset: String(Math.min(received + video_part_bytes, size)) };
}
