import { z } from "zod";
import { reasonOf } from "../../connectors/meta/graph.ts";
import { isNotThere, type StagingRefusal, stagingRefusal } from "./errors.ts";
import { addressOf, type Page, read } from "./page.ts";

/** What the network says about a video: https://developers.facebook.com/documentation/video-api/guides/reels-publishing (2026-07). */
export interface VideoState {
  /** How many bytes have arrived; null if it does not say. */
  readonly bytesArrived: number | null;
  readonly isUploaded: boolean;
  readonly isProcessing: boolean;
  readonly isProcessed: boolean;
  /** Why it will not be published; null if it may. */
  readonly failure: string | null;
  /** Its upload has ended or failed: the bytes are needed again. */
  readonly isGone: boolean;
  readonly publishing: "not started" | "under way" | "draft" | "published";
  /** Whether it says itself that it is published. */
  readonly isPublished: boolean;
  /** The id of its post. */
  readonly postId: string | null;
  readonly url: string | null;
}

const Phase = z.object({
  status: z.string().nullish(),
  error: z.object({ message: z.string().nullish() }).nullish(),
  errors: z.array(z.object({ message: z.string().nullish() })).nullish(),
});
const Video = z.object({
  status: z
    .object({
      video_status: z.string().nullish(),
      // Spelled so by the network.
      uploading_phase: Phase.extend({ bytes_transfered: z.coerce.number().nullish() }).nullish(),
      processing_phase: Phase.nullish(),
      publishing_phase: Phase.extend({ publish_status: z.string().nullish() }).nullish(),
    })
    .nullish(),
  published: z.boolean().nullish(),
  post_id: z.string().nullish(),
  permalink_url: z.string().nullish(),
});

const UPLOADED = ["upload_complete", "processing", "ready"];
const GONE = ["expired", "upload_failed"];
const NOT_SAID = { kind: "notAsked", retryAfterSeconds: 30 } as const;

export type StateOutcome =
  | { readonly kind: "read"; readonly state: VideoState }
  | { readonly kind: "notAsked"; readonly reason: string; readonly retryAfterSeconds: number }
  | Extract<StagingRefusal, { kind: "unauthorized" | "held" }>;

/** Nothing but access that has ended, and limits, is more than "could not be asked": a new video may not be known yet. */
export async function readVideo(page: Page, videoId: string): Promise<StateOutcome> {
  const reply = await read(page, `/${encodeURIComponent(videoId)}`, "status,published,post_id,permalink_url");
  if (reply.kind !== "ok") {
    const reason = reasonOf("Facebook", reply);
    if (isNotThere(reply)) return { ...NOT_SAID, reason };
    const outcome = await stagingRefusal(page, reply);
    return outcome.kind === "unauthorized" || outcome.kind === "held" ? outcome : { ...NOT_SAID, reason };
  }
  const video = Video.safeParse(reply.body);
  if (!video.success) return { ...NOT_SAID, reason: "Facebook: the state of the video cannot be read." };
  return { kind: "read", state: stateOf(video.data, page) };
}

function stateOf({ status, published, post_id, permalink_url }: z.output<typeof Video>, page: Page): VideoState {
  const { video_status, uploading_phase, processing_phase, publishing_phase } = status ?? {};
  const isGone = GONE.includes(video_status ?? "") || uploading_phase?.status === "error";
  const failed = [processing_phase, publishing_phase].find((phase) => phase?.status === "error");
  const isFailed = failed !== undefined || video_status === "error" || publishing_phase?.publish_status === "error";
  const words = failed?.error?.message ?? failed?.errors?.[0]?.message ?? "it gives no reason";
  const isComplete = isDone(publishing_phase?.status) && (publishing_phase?.publish_status ?? "published") === "published";
  const isDraft = publishing_phase?.publish_status === "draft";
  const isStarted = (publishing_phase?.status ?? "not_started") !== "not_started";
  return {
    bytesArrived: uploading_phase?.bytes_transfered ?? null,
    isUploaded: isDone(uploading_phase?.status) || UPLOADED.includes(video_status ?? ""),
    isProcessing: processing_phase?.status === "in_progress" || video_status === "processing",
    isProcessed: isDone(processing_phase?.status) || video_status === "ready",
    failure: isFailed ? `Facebook could not process the video: ${words.slice(0, 300).replace(/\.$/, "")}.` : null,
    isGone,
    publishing: isComplete ? "published" : isDraft ? "draft" : isStarted ? "under way" : "not started",
    isPublished: published === true || Boolean(post_id),
    postId: post_id ? (post_id.includes("_") ? post_id : `${page.id}_${post_id}`) : null,
    url: addressOf(page, permalink_url),
  };
}

/** Both spellings occur. */
function isDone(status: string | null | undefined): boolean {
  return status === "complete" || status === "completed";
}
