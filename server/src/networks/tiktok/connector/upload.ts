import { addSeconds, secondsBetween } from "@rostrum/contract/formats.ts";
import type { Answered, CallReply } from "../../../ground/net/net.ts";
import type { CheckOutcome } from "../../connectors/connector.ts";
import type { VideoPlan } from "./plan.ts";
import type { Upload } from "./progress.ts";
import type { State } from "./status.ts";
import { COUNT_SETTLES_SECONDS, PART_SETTLES_SECONDS } from "./unverified.ts";
import { forget, isRefused, type OrderWork, pending, type Work } from "./work.ts";

export type Step = Extract<CheckOutcome, { kind: "pending" | "lost" | "rejected" }>;

const TYPES = ["video/mp4", "video/quicktime", "video/webm"];
const FIRST_LOOK_SECONDS = 5;
/** Longer pauses between the parts of an upload let others work. */
const STEP_SECONDS_MAX = 600;
const SECONDS_MIN = 60;
/** The slowest connection on which an upload still completes. */
const BYTES_PER_SECOND = 100_000;
/** An upload whose address ends sooner is begun anew. */
const MARGIN_SECONDS = 30;
const UPLOADS_MAX = 3;
/** How often a part is refused before its upload is given up. */
const REFUSALS_MAX = 5;
/** The same of an address that TikTok does not know any more. */
const GONE = [403, 404];
const GONE_MAX = 2;
const PAUSE_SECONDS = 5;
const PAUSE_SECONDS_MAX = 300;
/** The last bytes are sent again so often at most, to the same address: what they complete is published once. */
const LAST_SENDS_MAX = 4;

/** Sends the parts that are missing, in their order. With the last one, TikTok begins to publish. */
export async function sendParts(work: OrderWork, { video }: VideoPlan): Promise<Step> {
  const { progress, call } = work;
  const upload = progress.upload();
  if (upload === null) return uploadAgain(work, "The address of the upload is lost");
  const file = await video.file();
  if (file.size !== upload.bytes) return otherFile(work);
  const type = TYPES.includes(video.mime) ? video.mime : "video/mp4";
  const begunAt = call.now();
  let { order } = work;
  for (let part = progress.arrived(); part < upload.parts; part += 1) {
    const isLast = part === upload.parts - 1;
    if (isOver(work, upload)) {
      return order.lastAt === null ? uploadAgain(work, "TikTok takes an upload for an hour only") : pending(order, FIRST_LOOK_SECONDS);
    }
    if (secondsBetween(begunAt, call.now()) > STEP_SECONDS_MAX) return pending(order, 1);
    const before = order;
    if (isLast) {
      order = { ...order, lastAt: call.now(), sends: order.sends + 1 };
      await progress.setOrder(order);
    }
    const reply = await put(work, upload, { bytes: partOf(file, upload, part), first: part * upload.partBytes, type });
    if (isLast && reply.kind === "unreached") await progress.setOrder(before);
    if (!isTaken(reply)) return notTaken({ ...work, order: reply.kind === "unreached" ? before : order }, reply);
    await progress.clear("part");
    if (!isLast) await progress.setArrived(part + 1);
    else if (reply.status !== MORE_EXPECTED) await progress.setOrder({ ...order, isComplete: true });
  }
  return pending(order, FIRST_LOOK_SECONDS);
}

/** Goes on with an upload that stood still; null if all bytes are there, or while the last ones may be on their way. */
export async function resume(work: OrderWork, plan: VideoPlan, state: State): Promise<Step | null> {
  const { progress } = work;
  if (isGivenUp(work, state)) return uploadAgain(work, "TikTok refused the last part of the video");
  if (!mayResume(work, state)) return null;
  const upload = progress.upload();
  // A status that lags behind takes nothing back.
  const arrived = upload === null ? 0 : Math.min(upload.parts - 1, Math.floor((state.bytesArrived ?? 0) / upload.partBytes));
  if (arrived > progress.arrived()) {
    await progress.setArrived(arrived);
    await progress.clear("part");
  }
  return sendParts(work, plan);
}

/** The order with what TikTok says of its bytes: all of them can be there although the last were refused. */
export async function counted(work: OrderWork, { bytesArrived }: State): Promise<OrderWork> {
  const { order, progress } = work;
  const upload = progress.upload();
  if (!isRefused(order) || upload === null || (bytesArrived ?? 0) < upload.bytes) return work;
  const complete = { ...order, isComplete: true };
  await progress.setOrder(complete);
  return { ...work, order: complete };
}

/** Whether bytes are missing, and those that may be on their way have had their time: they may go to the same address once more. */
export function mayResume({ order, call, progress }: OrderWork, { bytesArrived }: State): boolean {
  const upload = progress.upload();
  if (order.lastAt === null) return true;
  if (order.isComplete || upload === null || (bytesArrived ?? 0) >= upload.bytes) return false;
  const isSettled = secondsBetween(order.lastAt, call.now()) >= PART_SETTLES_SECONDS;
  return isSettled && order.sends < LAST_SENDS_MAX && !isOver({ call }, upload);
}

/**
 * Whether the last bytes are certain to be missing and cannot be sent any more: each sending of them was refused, and long after it TikTok
 * still counts fewer bytes.
 */
export function isGivenUp(work: OrderWork, state: State): boolean {
  const { order, call, progress } = work;
  const upload = progress.upload();
  if (order.lastAt === null || !isRefused(order) || upload === null) return false;
  if (state.bytesArrived === null || state.bytesArrived >= upload.bytes) return false;
  return secondsBetween(order.lastAt, call.now()) >= COUNT_SETTLES_SECONDS && !mayResume(work, state);
}

/** Only while its last bytes were never sent, or each sending was refused: else it may be published without our knowing. */
export async function uploadAgain(work: Pick<Work, "progress">, reason: string): Promise<Step> {
  const times = await work.progress.strike("upload");
  await work.progress.clear("part");
  await forget(work);
  if (times >= UPLOADS_MAX) return { kind: "rejected", reason: `${reason}, ${times} times.` };
  return { kind: "lost", reason: `${reason}; the video is uploaded again.` };
}

/** A file that is converted again need not have the same bytes. */
async function otherFile(work: OrderWork): Promise<Step> {
  const { order } = work;
  return order.lastAt === null ? uploadAgain(work, "The video has changed") : pending(order, PAUSE_SECONDS_MAX);
}

const MORE_EXPECTED = 206;
const TIMED_OUT = 408;

function isTaken(reply: CallReply): reply is Answered {
  return reply.kind === "answered" && [200, 201, MORE_EXPECTED].includes(reply.status);
}

/** Before the same part goes again, its order's state is read. */
async function notTaken(work: OrderWork, reply: CallReply): Promise<Step> {
  const { progress } = work;
  const times = await progress.strike("part");
  const status = reply.kind === "answered" && reply.status < 500 && reply.status !== TIMED_OUT ? reply.status : null;
  if (work.order.lastAt === null && status !== null && times >= (GONE.includes(status) ? GONE_MAX : REFUSALS_MAX)) {
    return uploadAgain(work, `TikTok refused a part of the video with the status ${status}`);
  }
  // Refused or not, the last bytes may be there: TikTok counts them.
  const order = work.order.lastAt === null || status === null ? work.order : { ...work.order, refusals: work.order.refusals + 1 };
  if (order !== work.order) await progress.setOrder(order);
  return pending(order, Math.min(PAUSE_SECONDS_MAX, PAUSE_SECONDS * 2 ** (times - 1)));
}

function isOver({ call }: Pick<Work, "call">, { endsAt }: Upload): boolean {
  return addSeconds(call.now(), MARGIN_SECONDS) >= endsAt;
}

function partOf(file: File, { partBytes, parts }: Upload, part: number): Blob {
  return part === parts - 1 ? file.slice(part * partBytes) : file.slice(part * partBytes, (part + 1) * partBytes);
}

/** Without the person's token: the address gives the access. Redirects are not followed. */
function put(
  { call }: Work,
  { url, bytes: total }: Upload,
  { bytes, first, type }: { readonly bytes: Blob; readonly first: number; readonly type: string },
): Promise<CallReply> {
  return call.net.call({
    method: "PUT",
    url,
    headers: { "content-type": type, "content-range": `bytes ${first}-${first + bytes.size - 1}/${total}` },
    body: bytes,
    timeoutSeconds: SECONDS_MIN + Math.ceil(bytes.size / BYTES_PER_SECOND),
    signal: call.signal,
  });
}
