import { secondsBetween } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { OutgoingMedia } from "../../connectors/connector.ts";
import { IdForm } from "../../connectors/reply.ts";
import { secondsFor } from "../../connectors/sending.ts";
import { busy } from "../../connectors/signs.ts";
import { wait } from "../../connectors/wait.ts";
import { ask, type Failure } from "./api.ts";
import { signOf, stopAfter } from "./errors.ts";
import type { Video } from "./progress.ts";
import type { Halt, Work } from "./work.ts";

/** https://developers.pinterest.com/docs/api-features/content-overview (2026-11). */
const Registered = z.object({
  media_id: IdForm,
  upload_url: z.string().refine((text) => URL.canParse(text)),
  upload_parameters: z.record(z.string(), z.string()),
});
const State = z.object({ status: z.string() });

const ASK_SECONDS_MIN = 5;
const ASK_SECONDS_MAX = 20;
/** By then most videos are processed, so that one that is not is asked about less often. */
const USUAL_SECONDS = 15 * 60;
const LATE_ASK_SECONDS = 300;
const NOT_ASKED_SECONDS = 60;
const AGAIN_SECONDS = 30;
/** How long an upload without an answer may still be on its way. */
const LOST_SECONDS = 30;

/** The id of the processed video. Nobody sees it before the pin is made, so every step may be repeated. */
export async function readyVideo(work: Work, file: OutgoingMedia): Promise<string | Halt> {
  const video = work.progress.video();
  if (video === null) return upload(work, file);
  const answer = await ask(work.server, { method: "GET", path: `/media/${encodeURIComponent(video.media)}` });
  if (answer.kind !== "ok") return notRead(work, answer);
  const state = State.safeParse(answer.body).data?.status;
  const age = secondsBetween(video.at, work.call.now());
  switch (state) {
    case "succeeded":
      return video.media;
    case "failed":
      // Whoever has it tried again wants another upload.
      await work.progress.setVideo(null);
      return { kind: "rejected", reason: "Pinterest could not process the video." };
    case "registered":
      if (!video.isSent) return age < LOST_SECONDS ? wait(LOST_SECONDS - age) : uploadAgain(work, "Pinterest did not get the whole video");
      return nextLook(age);
    default:
      return nextLook(age);
  }
}

function nextLook(age: number): Halt {
  return wait(age > USUAL_SECONDS ? LATE_ASK_SECONDS : Math.min(ASK_SECONDS_MAX, Math.max(ASK_SECONDS_MIN, age / 3)));
}

async function notRead(work: Work, answer: Failure): Promise<Halt> {
  switch (signOf(answer)) {
    case "missing":
      return uploadAgain(work, "Pinterest no longer has the video");
    case "outage":
    case "fault":
    case "proxy":
      return wait(NOT_ASKED_SECONDS);
    default:
      return stopAfter(answer, work.call);
  }
}

/** Forgets the upload, so that the next attempt begins another. */
async function uploadAgain({ progress }: Work, reason: string): Promise<Halt> {
  await progress.setVideo(null);
  return busy(`${reason}; it is uploaded again.`, AGAIN_SECONDS);
}

async function upload(work: Work, file: OutgoingMedia): Promise<Halt> {
  const { server, call, progress } = work;
  const content = await file.file();
  const answer = await ask(server, { method: "POST", path: "/media", body: JSON.stringify({ media_type: "video" }) });
  if (answer.kind !== "ok") return stopAfter(answer, call);
  const registered = Registered.safeParse(answer.body);
  if (!registered.success) return busy("Pinterest: the answer names no address to upload the video to", AGAIN_SECONDS);
  const { media_id: media, upload_url: url, upload_parameters: parameters } = registered.data;
  const video: Video = { media, at: call.now(), isSent: false };
  await progress.setVideo(video);
  const reply = await call.net.call({
    method: "POST",
    url,
    // Without the person's token: the parameters give the access.
    body: formOf(parameters, content),
    timeoutSeconds: secondsFor(content.size),
    signal: call.signal,
  });
  if (reply.kind === "unreached") {
    await progress.setVideo(null);
    return busy(`Pinterest: the video could not be uploaded: ${reply.reason}`, NOT_ASKED_SECONDS);
  }
  if (reply.kind === "lost") return wait(LOST_SECONDS);
  if (reply.status >= 200 && reply.status < 300) {
    await progress.setVideo({ ...video, isSent: true });
    return wait(ASK_SECONDS_MIN);
  }
  const code = /<Code>(\w+)<\/Code>/.exec(reply.text ?? "")?.[1] ?? `status ${reply.status}`;
  if (FINAL_CODES.includes(code)) return { kind: "rejected", reason: `Pinterest does not take the video's file (${code}).` };
  return uploadAgain(work, `Pinterest's storage refused the video (${code})`);
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html (2026-11). Others, such as an address that has ended, pass. */
const FINAL_CODES = ["EntityTooLarge", "EntityTooSmall"];

/** Amazon S3 ignores every field behind the file: https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTForms.html (2026-11). */
function formOf(parameters: Readonly<Record<string, string>>, content: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parameters)) form.append(name, value);
  form.append("file", content);
  return form;
}
