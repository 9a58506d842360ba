import { addSeconds } from "@rostrum/contract/formats.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { sniff, storeBlob } from "./blobs.ts";
import { blobCid } from "./cid.ts";
import { type Asked, type Method, required } from "./methods.ts";
import { find, insert } from "./model.ts";
import { invalidRequest } from "./refusal.ts";
import { requireAccess } from "./tokens.ts";

/** How long processing takes: long enough to notice, short enough for a demo. */
const PROCESSING_SECONDS = 2;

/** `app.bsky.video.*`, with uploads in one piece. */
export const videoMethods: Record<string, Method> = {
  "app.bsky.video.uploadVideo": { verb: "POST", run: uploadVideo },
  "app.bsky.video.getJobStatus": { verb: "GET", run: getJobStatus },
};

/** The same file of the same account is the same job. */
async function uploadVideo(asked: Asked): Promise<unknown> {
  const { world, body, parameters } = asked;
  const did = await requireAccess(asked, "com.atproto.repo.uploadBlob");
  if (parameters.did !== did) throw invalidRequest("did does not match the token");
  if (!Buffer.isBuffer(body)) throw invalidRequest("Request encoding (Content-Type) required but not provided");
  const cid = blobCid(body);
  const jobId = `${did.slice(-8)}-${cid.slice(-16)}`;
  // Whatever it is given, an MP4 comes out of processing; here its bytes stay as they are.
  const isVideo = ["video/mp4", "video/quicktime"].includes(sniff(body) ?? "");
  const blob = isVideo ? await storeBlob(world, did, { bytes: body, mime: "video/mp4", isMade: true }) : null;
  await insert(world, "job", jobId, { did, cid, blob, readyAt: addSeconds(world.now(), asked.processingSeconds ?? PROCESSING_SECONDS) });
  return { jobStatus: await statusOf(world, jobId) };
}

async function getJobStatus(asked: Asked): Promise<unknown> {
  return { jobStatus: await statusOf(asked.world, required(asked, "jobId")) };
}

async function statusOf(world: SandboxWorld, jobId: string) {
  const job = await find(world, "job", jobId);
  if (job === null) throw invalidRequest("Job not found");
  const { did } = job;
  if (world.now() < job.readyAt) return { jobId, did, state: "JOB_STATE_ENCODING", progress: 50 };
  if (job.blob === null)
    return { jobId, did, state: "JOB_STATE_FAILED", failureCode: "validation_failure", message: "The file is not a video" };
  return { jobId, did, state: "JOB_STATE_COMPLETED", progress: 100, blob: job.blob };
}
