import { z } from "zod";
import type { OutgoingMedia } from "../../connectors/connector.ts";
import type { GraphFailure, GraphReply } from "../../connectors/meta/graph.ts";
import { sendBytes } from "../../connectors/meta/upload.ts";
import { type Calls, recordOf } from "../../connectors/once/calls.ts";
import type { Send } from "../../connectors/once/visible.ts";
import { isBelow, secondsFor } from "../../connectors/sending.ts";
import { isUploadBroken, refusalOf, type StagingRefusal, stagingRefusal } from "./errors.ts";
import { ask, type Page, type PageRequest } from "./page.ts";
import { namesOfVideo, type Session, type Staged, sessionsName } from "./progress.ts";
import { readVideo, type StateOutcome } from "./video-state.ts";

/** A video that goes to one of the Page's edges, in the sessions that all three have in common. */
export interface VideoOrder {
  readonly part: string;
  readonly edge: "videos" | "video_reels" | "video_stories";
  readonly video: OutgoingMedia;
}

export type BytesOutcome = StagingRefusal | Exclude<StateOutcome, { kind: "read" }>;

/** The first one, and two more. */
const SESSIONS_MAX = 3;
/** How often the bytes of one session are sent. */
const SENDS_MAX = 4;
const AGAIN_SECONDS = 60;

const Started = z.object({
  video_id: z.string().min(1),
  upload_url: z.string().nullish(),
  upload_session_id: z.string().nullish(),
  // What `/videos` answers to the parts of an upload is unverified.
  start_offset: z.coerce.number().int().nonnegative().nullish(),
  end_offset: z.coerce.number().int().nonnegative().nullish(),
});
const Offsets = z.object({ start_offset: z.coerce.number().int().nonnegative(), end_offset: z.coerce.number().int().nonnegative() });

/**
 * Brings the bytes of a video to the network, where nobody sees it yet, and returns its id. The id is known before any byte is
 * sent, which is why a video never goes in one call. What has arrived is not sent again.
 */
export async function bringVideo(page: Page, order: VideoOrder): Promise<Staged | BytesOutcome> {
  const { progress } = page;
  const known = { video: progress.video(order.part), session: progress.session(order.part) };
  const begun = known.video !== null && known.session !== null ? { video: known.video, session: known.session } : await begin(page, order);
  if ("kind" in begun) return begun;
  const { video, session } = begun;
  if (session.start >= session.end) return video;
  const outcome = order.edge === "videos" ? await sendParts(page, order, session) : await sendWhole(page, order, begun);
  return outcome ?? video;
}

/** Forgets an upload that came to nothing, so that the next attempt begins another. */
export async function dropSession(page: Page, order: Pick<VideoOrder, "part">, reason: string): Promise<StagingRefusal> {
  const { part } = order;
  await forgetUpload(page, order);
  if (page.progress.count(sessionsName(part)) < SESSIONS_MAX) return { kind: "busy", reason, retryAfterSeconds: AGAIN_SECONDS };
  return { kind: "rejected", reason: `${reason} The video was uploaded ${SESSIONS_MAX} times.` };
}

/** Also for whoever has the post tried again after the network has refused the file for good. */
export async function forgetUpload({ progress }: Page, { part }: Pick<VideoOrder, "part">): Promise<void> {
  await progress.setSession(part, null);
  await progress.setVideo(part, null);
  if (progress.note("collaborators") !== null) await progress.setNote("collaborators", null);
}

/** The same of one that was finished, and of which the network then made nothing. */
export async function forgetFinished(page: Page, order: Pick<VideoOrder, "part">): Promise<void> {
  const { progress, call } = page;
  const names = namesOfVideo(order.part);
  // First: a video that is still known says again what became of it.
  await call.checkpoint.set(names.made, null);
  await recordOf(call.checkpoint, names).conclude(null);
  await progress.setVideoPost(order.part, null);
  await progress.forgetFinished(order.part);
  await forgetUpload(page, order);
}

export interface Ending {
  readonly order: VideoOrder;
  readonly video: Staged;
  readonly request: PageRequest;
  readonly earlier: Calls | null;
  /** The id in the network's answer, if it names one. */
  idIn?(body: unknown): Promise<string | null>;
}

/** The call that ends an upload, after which readers will see the video. Nothing that it answers takes it back. */
export function endUpload(page: Page, { order, video, request, earlier, idIn }: Ending): Send {
  return async ({ lastAt }) => {
    const reply = await ask(page, request);
    if (reply.kind === "ok") return { kind: "made", made: { id: (await idIn?.(reply.body)) ?? video.id, url: null, at: lastAt } };
    const refusal = await refusalOf(page, reply);
    if (refusal.kind !== "refused" || refusal.halt.kind !== "rejected" || !isUploadBroken(reply)) return refusal;
    const { reason } = refusal.halt;
    // An upload that is finished already answers so too: after an earlier such call, another upload would be a second video.
    return earlier === null ? { kind: "refused", halt: await dropSession(page, order, reason) } : { kind: "doubtful", reason };
  };
}

interface Begun {
  readonly video: Staged;
  readonly session: Session;
}

async function begin(page: Page, { part, edge, video }: VideoOrder): Promise<Begun | StagingRefusal> {
  const { progress, call } = page;
  const reply = await ask(page, {
    method: "POST",
    path: `/${page.id}/${edge}`,
    fields: { upload_phase: "start", file_size: edge === "videos" ? `${video.sizeBytes}` : undefined },
  });
  if (reply.kind !== "ok") return stagingRefusal(page, reply);
  const started = Started.safeParse(reply.body).data;
  const problem = started === undefined ? "the response to an upload has no id" : problemOf(started, edge, call.host("upload"));
  if (started === undefined || problem !== null) return { kind: "busy", reason: `Facebook: ${problem}.`, retryAfterSeconds: AGAIN_SECONDS };
  await progress.setCount(sessionsName(part), progress.count(sessionsName(part)) + 1);
  const session: Session = {
    uploadUrl: started.upload_url ?? null,
    sessionId: started.upload_session_id ?? null,
    start: started.start_offset ?? 0,
    end: started.end_offset ?? video.sizeBytes,
    sends: 0,
  };
  const staged = { id: started.video_id, at: call.now() };
  // In this order: an address without its id would be taken for another video's.
  await progress.setSession(part, session);
  await progress.setVideo(part, staged);
  return { video: staged, session };
}

function problemOf(started: z.output<typeof Started>, edge: VideoOrder["edge"], host: string): string | null {
  if (edge === "videos") return started.upload_session_id ? null : "the response to an upload has no session";
  return isBelow(started.upload_url ?? "", host) ? null : "it names an upload address on another host than its own";
}

/** All bytes in one request, or those that are missing after one that broke off. */
async function sendWhole(page: Page, order: VideoOrder, { video, session }: Begun): Promise<BytesOutcome | null> {
  const { progress, call, token } = page;
  const arrived = session.sends === 0 ? 0 : await bytesArrived(page, video);
  if (typeof arrived !== "number") return arrived;
  const file = await order.video.file();
  if (arrived < file.size) {
    await progress.setSession(order.part, { ...session, sends: session.sends + 1 });
    const reply = await sendBytes(call, { url: session.uploadUrl ?? "", token, file, offset: arrived });
    if (reply.kind !== "ok") return brokenOff(page, order, { failure: reply, sends: session.sends + 1 });
  }
  await progress.setSession(order.part, { ...session, start: file.size, end: file.size });
  return null;
}

async function bytesArrived(page: Page, video: Staged): Promise<number | Exclude<StateOutcome, { kind: "read" }>> {
  const outcome = await readVideo(page, video.id);
  return outcome.kind === "read" ? (outcome.state.bytesArrived ?? 0) : outcome;
}

/** In parts as large as the network asks for. */
async function sendParts(page: Page, order: VideoOrder, first: Session): Promise<BytesOutcome | null> {
  const file = await order.video.file();
  let session = first;
  while (session.start < session.end) {
    const chunk = file.slice(session.start, session.end);
    const reply = await ask(page, {
      method: "POST",
      path: `/${page.id}/videos`,
      fields: { upload_phase: "transfer", upload_session_id: session.sessionId ?? "", start_offset: `${session.start}` },
      files: { video_file_chunk: chunk },
      timeoutSeconds: secondsFor(chunk.size),
    });
    const offsets = reply.kind === "ok" ? Offsets.safeParse(reply.body).data : undefined;
    if (offsets === undefined) {
      const sends = session.sends + 1;
      await page.progress.setSession(order.part, { ...session, sends });
      return brokenOff(page, order, { failure: failureOf(reply), sends });
    }
    session = { ...session, start: offsets.start_offset, end: offsets.end_offset, sends: 0 };
    await page.progress.setSession(order.part, session);
  }
  return null;
}

function failureOf(reply: GraphReply): GraphFailure {
  return reply.kind === "ok" ? { kind: "lost", reason: "the response to a part of the video names no offsets" } : reply;
}

/** A refusal of bytes says that this upload is over, not that the video is refused. */
async function brokenOff(
  page: Page,
  order: VideoOrder,
  { failure, sends }: { failure: GraphFailure; sends: number },
): Promise<BytesOutcome> {
  const outcome = await stagingRefusal(page, failure);
  return outcome.kind === "rejected" || (outcome.kind === "busy" && sends >= SENDS_MAX)
    ? dropSession(page, order, outcome.reason)
    : outcome;
}
