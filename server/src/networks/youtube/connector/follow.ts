import { NO_COOKIES } from "@rostrum/contract/cookie-questions.ts";
import { secondsBetween } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { OutgoingPost, Published } from "../../connectors/connector.ts";
import { busy } from "../../connectors/signs.ts";
import { type Wait, wait } from "../../connectors/wait.ts";
import { spendAndAsk } from "./api.ts";
import { stopAfter } from "./errors.ts";
import type { VideoPlan } from "./plan.ts";
import { fillPlaylists, playlistNotes } from "./playlists.ts";
import type { Processing, Video } from "./progress.ts";
import { READ } from "./quota.ts";
import { setThumbnail, thumbnailNotes } from "./thumbnail.ts";
import { visibilityNote } from "./visibility.ts";
import type { Halt, Work } from "./work.ts";

/** For what there is to do about a video after its upload. Then it counts as published, whatever is missing. */
const FINISHING_SECONDS_MAX = 3600;

export type Finished = Published | { readonly kind: "rejected"; readonly reason: string } | Wait;

/**
 * What follows the upload: readers have the video as soon as it is processed, which may also fail; then it gets its thumbnail, and
 * it is known what it has become. Playlists take it earlier. Meanwhile the delivery is pending, for an hour at most.
 */
export async function finish(work: Work, plan: VideoPlan, { video, post }: { video: Video; post: OutgoingPost }): Promise<Finished> {
  const age = secondsBetween(video.at, work.call.now());
  const isLate = age >= FINISHING_SECONDS_MAX;
  const processing = await askProcessing(work, video, isLate);
  if (typeof processing !== "string") return processing;
  const isWaiting = processing === "under way";
  const goesOn = work.call.isStopped !== true;
  const waits = [
    isWaiting ? pollSeconds(age) : null,
    goesOn ? await fillPlaylists(work, video, plan.playlists) : null,
    // Earlier, a Short may lose it again: https://developers.google.com/youtube/v3/docs/thumbnails/set (2026-11).
    isWaiting || plan.thumbnail === null || !goesOn ? null : await setThumbnail(work, video, plan.thumbnail),
  ].filter((seconds) => seconds !== null);
  if (waits.length > 0 && !isLate) return wait(Math.min(...waits));
  return published(work, plan, { video, post });
}

const State = z.object({
  items: z
    .array(
      z.object({
        status: z
          .object({
            uploadStatus: z.string().nullish(),
            privacyStatus: z.string().nullish(),
            failureReason: z.string().nullish(),
            rejectionReason: z.string().nullish(),
          })
          .nullish(),
        processingDetails: z.object({ processingStatus: z.string().nullish() }).nullish(),
      }),
    )
    .default([]),
});

function askState(work: Work, id: string) {
  return spendAndAsk(work, { price: READ, method: "GET", path: "/videos", query: { part: "status,processingDetails", id } });
}

/** https://developers.google.com/youtube/v3/docs/videos#status.uploadStatus (2026-11). */
async function askProcessing(work: Work, video: Video, isLate: boolean): Promise<Processing | Exclude<Finished, Published>> {
  const { progress } = work;
  const known = progress.processing();
  if (known === "done" || known === "not said") return known;
  const answer = await askState(work, video.id);
  const items = answer.kind === "ok" ? State.safeParse(answer.body).data?.items : undefined;
  const [item] = items ?? [];
  const { uploadStatus, failureReason, rejectionReason } = item?.status ?? {};
  switch (uploadStatus) {
    case "failed":
      return ended(work, `YouTube could not process the video (${failureReason ?? "it gives no reason"}). ${LEFT}`);
    case "rejected":
      return ended(work, `YouTube rejected the video (${rejectionReason ?? "it gives no reason"}). ${LEFT}`);
    case "deleted":
      return ended(work, DELETED);
  }
  // Nothing says how soon a new one is known everywhere; after all that time it is gone.
  if (items?.length === 0 && isLate) return ended(work, DELETED);
  const isDone = uploadStatus === "processed" || item?.processingDetails?.processingStatus === "succeeded";
  // What had failed counts as published only if YouTube says so.
  if (!isDone && known === "failed") return wait(ASK_AGAIN_SECONDS);
  if (!isDone && !isLate) return "under way";
  const note = visibilityNote(progress.session()?.visibility ?? null, item?.status?.privacyStatus ?? null);
  if (note !== null) progress.noteVisibility(note);
  const processing = isDone ? "done" : "not said";
  await progress.setProcessing(processing);
  return processing;
}

const ASK_AGAIN_SECONDS = 300;

/** What has become of a video that had failed. `gone`: there will be nothing of it. */
export async function fateOf(work: Work, id: string): Promise<"there" | "gone" | Halt> {
  const answer = await askState(work, id);
  if (answer.kind !== "ok") return await stopAfter(work, answer);
  const state = State.safeParse(answer.body);
  if (!state.success) return busy("YouTube: the state of the video cannot be read.", ASK_AGAIN_SECONDS);
  const [item] = state.data.items;
  return item === undefined || ["failed", "rejected", "deleted"].includes(item.status?.uploadStatus ?? "") ? "gone" : "there";
}

const DELETED = "The video was deleted on YouTube while it was being processed.";

async function ended({ progress }: Work, reason: string): Promise<Extract<Finished, { kind: "rejected" }>> {
  await progress.setProcessing("failed");
  return { kind: "rejected", reason };
}

const LEFT = "It is still in YouTube Studio, where it can be deleted.";

/** Often at first, then ever more rarely: YouTube names no interval. */
function pollSeconds(age: number): number {
  return age < 60 ? 10 : age < 600 ? 30 : 300;
}

async function published(work: Work, plan: VideoPlan, { video, post }: { video: Video; post: OutgoingPost }): Promise<Published> {
  const www = work.call.host("www");
  const form = plan.mayBeShort ? await formOf(work, video) : "video";
  const notes = [
    ...plan.notes,
    work.progress.visibilityNote(),
    work.progress.processing() === "not said" ? "YouTube had not processed the video within an hour." : null,
    form === "not said" ? "YouTube has probably made it a Short." : null,
    ...playlistNotes(work, plan.playlists),
    ...thumbnailNotes(work),
  ].filter((note) => note !== null);
  const type = form === "short" ? "SHORT" : "VIDEO";
  return {
    kind: "published",
    remoteId: video.id,
    url: form === "short" ? `${www}/shorts/${video.id}` : `${www}/watch?v=${video.id}`,
    ...(type === post.type ? {} : { postType: type }),
    ...(plan.changedText === null ? {} : { text: plan.changedText }),
    ...(notes.length === 0 ? {} : { note: notes.join(" ") }),
  };
}

const TIMEOUT_SECONDS = 10;

/** The API does not say what a video has become, but the page of a Short leads elsewhere if it is none (unverified). */
async function formOf({ call }: Work, { id }: Video): Promise<"short" | "video" | "not said"> {
  const url = `${call.host("www")}/shorts/${id}`;
  const headers = { cookie: NO_COOKIES };
  const reply = await call.net.call({ method: "GET", url, headers, timeoutSeconds: TIMEOUT_SECONDS, signal: call.signal });
  if (reply.kind !== "answered") return "not said";
  if (reply.status === 200) return "short";
  const to = URL.parse(reply.headers.location ?? "", url);
  return reply.status >= 300 && reply.status < 400 && to?.pathname.endsWith("/watch") === true ? "video" : "not said";
}
