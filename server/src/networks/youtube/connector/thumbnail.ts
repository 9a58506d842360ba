import type { OutgoingMedia } from "../../connectors/connector.ts";
import { readGoogle } from "../../connectors/google/api.ts";
import { type Failure, reasonOf, uploadAddress } from "./api.ts";
import { hasReason, signOf } from "./errors.ts";
import type { Video } from "./progress.ts";
import { WRITE } from "./quota.ts";
import type { Work } from "./work.ts";

/** YouTube takes 50 MB: https://developers.google.com/youtube/v3/docs/thumbnails/set (2026-09). Nobody needs so much here. */
const BYTES_MAX = 10_000_000;
const TYPES = ["image/jpeg", "image/png"];
const AGAIN_SECONDS = 30;
const TRIES_MAX = 3;
const TIMEOUT_SECONDS = 160;

/**
 * Makes the picture the thumbnail; a new one replaces the last, so it may be repeated. Nothing here keeps the video from being
 * published; returns in how many seconds to try again, or null.
 */
export async function setThumbnail(work: Work, video: Video, picture: OutgoingMedia): Promise<number | null> {
  const { progress } = work;
  if (progress.thumbnail() !== null) return null;
  const fail = async (reason: string): Promise<null> => {
    await progress.setThumbnail({ state: "failed", reason });
    return null;
  };
  const image = await picture.image({ types: TYPES, maxBytes: BYTES_MAX }).catch((error: unknown) => {
    // The video is there: that a file cannot be read now must not leave open what has become of it.
    work.call.signal.throwIfAborted();
    return error instanceof Error ? error : new Error(String(error));
  });
  if (image instanceof Error) {
    if ((await progress.strike("thumbnails")) < TRIES_MAX) return AGAIN_SECONDS;
    return fail(`the image ${picture.name} could not be read (${image.message})`);
  }
  if (image === null || image === "unreadable") return fail(`the image ${picture.name} cannot be made to fit`);
  const failure = await send(work, video, image);
  if (failure === null) {
    await progress.setThumbnail({ state: "set", reason: null });
    return null;
  }
  if (failure.kind !== "held" && signOf(failure) === "outage" && (await progress.strike("thumbnails")) < TRIES_MAX) return AGAIN_SECONDS;
  return fail(wordsOf(failure));
}

/** What is to be said about the thumbnail. */
export function thumbnailNotes({ progress }: Work): string[] {
  const reason = progress.thumbnail()?.reason ?? null;
  return reason === null ? [] : [`The image was not made the thumbnail: ${reason}.`];
}

async function send(work: Work, { id }: Video, image: { readonly bytes: Uint8Array; readonly mime: string }): Promise<Failure | null> {
  const { server, call } = work;
  const hold = await call.spend(WRITE);
  if (hold !== null) return hold;
  const reply = await call.net.call({
    method: "POST",
    url: `${uploadAddress(call, "/thumbnails/set")}?${new URLSearchParams({ videoId: id })}`,
    headers: { accept: "application/json", authorization: `Bearer ${server.token}`, "content-type": image.mime },
    body: image.bytes,
    timeoutSeconds: TIMEOUT_SECONDS,
    signal: call.signal,
  });
  const answer = readGoogle(reply, call);
  return answer.kind === "ok" ? null : answer;
}

function wordsOf(failure: Failure): string {
  if (hasReason(failure, ["uploadRateLimitExceeded"])) return "the channel has set too many thumbnails lately";
  const isDenied = failure.kind === "refused" && failure.status === 403 && signOf(failure) !== "day used up";
  return isDenied ? `${reasonOf(failure)}; YouTube lets only verified channels have their own` : reasonOf(failure);
}
