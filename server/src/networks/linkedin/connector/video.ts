import { fromEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { OutgoingMedia } from "../../connectors/connector.ts";
import { coverOf } from "../../connectors/cover.ts";
import { busy } from "../../connectors/signs.ts";
import { ask, type Failure } from "./api.ts";
import { awaitAsset, UPLOAD_AGAIN_SECONDS } from "./asset.ts";
import { signOf, stopAfter } from "./errors.ts";
import type { Session } from "./progress.ts";
import { partIdOf } from "./unverified.ts";
import { afterPut, isUploadOver, PICTURE_DEMAND, put } from "./upload.ts";
import type { Halt, Work } from "./work.ts";

const NAME = "video";
const UNREADABLE_RETRY_SECONDS = 15;
/** An upload whose addresses end sooner is begun anew. */
const MARGIN_MILLISECONDS = 60_000;

const Begun = z.object({
  value: z.object({
    video: z.string().min(1),
    uploadUrlsExpireAt: z.number(),
    // Trap: an empty one is meant so, and is sent back.
    uploadToken: z.string().default(""),
    thumbnailUploadUrl: z.string().nullish(),
    uploadInstructions: z.array(z.object({ uploadUrl: z.string().min(1), firstByte: z.int().min(0), lastByte: z.int().min(0) })).min(1),
  }),
});

/**
 * Brings a video in the parts that LinkedIn names, each at its own address; every part that has arrived is stored, so that the next
 * attempt goes on after it. https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/videos-api (2026-06).
 */
export async function bringVideo(work: Work, video: OutgoingMedia): Promise<string | Halt> {
  const { progress, server } = work;
  if (progress.asset(NAME) === null) {
    let made: Promise<File | null> | null = null;
    const picture = () => {
      made ??= coverOf(video, PICTURE_DEMAND);
      return made;
    };
    const session = await openSession(work, video, picture);
    if ("kind" in session) return session;
    const halt = (await sendCover(work, session, picture)) ?? (await sendParts(work, session, video)) ?? (await finalize(work, session));
    if (halt !== null) return halt;
    await progress.setAsset(NAME, { urn: session.urn, at: server.reach.now(), isReady: false });
  }
  const asset = progress.asset(NAME);
  if (asset === null) throw new Error("The video is not in the checkpoint that was just stored.");
  return (await awaitAsset(work, { kind: "videos", name: NAME, asset })) ?? asset.urn;
}

/** What readers see before they play the video, made once; null: LinkedIn chooses it. */
type Picture = () => Promise<File | null>;

async function openSession(work: Work, { sizeBytes }: OutgoingMedia, picture: Picture): Promise<Session | Halt> {
  const { progress, server, author } = work;
  const known = progress.session(NAME);
  if (known !== null && Date.parse(known.endsAt) - MARGIN_MILLISECONDS > Date.parse(server.reach.now())) return known;
  const uploadThumbnail = (await picture()) !== null;
  const begun = await ask(server, {
    method: "POST",
    path: "/rest/videos?action=initializeUpload",
    body: { initializeUploadRequest: { owner: author, fileSizeBytes: sizeBytes, uploadCaptions: false, uploadThumbnail } },
  });
  if (begun.kind !== "ok") return stopAfter(work, begun);
  const read = Begun.safeParse(begun.body);
  if (!read.success) return busy("LinkedIn: the answer names no addresses for the video.", UNREADABLE_RETRY_SECONDS);
  const { video, uploadUrlsExpireAt, uploadToken, uploadInstructions, thumbnailUploadUrl } = read.data.value;
  const session: Session = {
    urn: video,
    token: uploadToken,
    endsAt: fromEpochMilliseconds(uploadUrlsExpireAt),
    parts: uploadInstructions.map(({ uploadUrl, firstByte, lastByte }) => ({ url: uploadUrl, first: firstByte, last: lastByte })),
    coverUrl: uploadThumbnail ? (thumbnailUploadUrl ?? null) : null,
  };
  await progress.setSession(NAME, session);
  return session;
}

/** Null once LinkedIn has the picture that readers see first, if there is one. It goes before the first part, and may be sent again. */
async function sendCover(work: Work, { coverUrl }: Session, picture: Picture): Promise<Halt | null> {
  if (coverUrl === null || work.progress.parts(NAME).length > 0) return null;
  const cover = await picture();
  if (cover === null) return null;
  const sent = await put(work, coverUrl, cover);
  return sent.kind === "ok" ? null : dropped(work, sent);
}

/** Null once LinkedIn has all parts. */
async function sendParts(work: Work, session: Session, video: OutgoingMedia): Promise<Halt | null> {
  const { progress } = work;
  const missing = session.parts.slice(progress.parts(NAME).length);
  if (missing.length === 0) return null;
  const file = await video.file();
  for (const { url, first, last } of missing) {
    const sent = await put(work, url, file.slice(first, last + 1, "application/octet-stream"));
    if (sent.kind !== "ok") return dropped(work, sent);
    const part = sent.headers.etag;
    if (part === undefined) return busy("LinkedIn: the answer to a part of the video has no ETag.", UNREADABLE_RETRY_SECONDS);
    await progress.setParts(NAME, [...progress.parts(NAME), partIdOf(part)]);
  }
  return null;
}

async function finalize(work: Work, { urn, token }: Session): Promise<Halt | null> {
  const { server, progress } = work;
  const ended = await ask(server, {
    method: "POST",
    path: "/rest/videos?action=finalizeUpload",
    body: { finalizeUploadRequest: { video: urn, uploadToken: token, uploadedPartIds: progress.parts(NAME) } },
  });
  if (ended.kind === "ok") return null;
  if (!["gone", "refused"].includes(signOf(ended))) return stopAfter(work, ended);
  await progress.setSession(NAME, null);
  return busy(`LinkedIn did not take the parts of the video (${ended.kind === "refused" ? ended.message : ""}).`, UPLOAD_AGAIN_SECONDS);
}

/** Where the upload is begun anew, what is known of the old one is forgotten. */
async function dropped(work: Work, failure: Failure): Promise<Halt> {
  if (isUploadOver(failure)) await work.progress.setSession(NAME, null);
  return afterPut(work, failure);
}
