import { addSeconds, secondsBetween } from "@rostrum/contract/formats.ts";
import type { Answered, CallReply } from "../../../ground/net/net.ts";
import type { Halt, Send, Verdict } from "../../connectors/once/visible.ts";
import { secondsFor } from "../../connectors/sending.ts";
import { wait } from "../../connectors/wait.ts";
import { type Failure, reasonOf } from "./api.ts";
import { orderVideo } from "./begin.ts";
import { signOf, stopAfter } from "./errors.ts";
import { unreadSeconds } from "./follow.ts";
import type { VideoPlan } from "./plan.ts";
import type { Order, Upload } from "./progress.ts";
import { readState } from "./status.ts";
import { COUNT_SETTLES_SECONDS, PART_SETTLES_SECONDS } from "./unverified.ts";
import type { OrderWork, Work } from "./work.ts";

const TYPES = ["video/mp4", "video/quicktime", "video/webm"];
/** Longer pauses between the parts of an upload let others work. */
const STEP_SECONDS_MAX = 600;
/** An upload whose address ends sooner is begun anew. */
const MARGIN_SECONDS = 30;
/** How often a part is refused before its upload is given up. */
const REFUSALS_MAX = 5;
/** The same of an address that TikTok does not know any more. */
const GONE = [403, 404];
const GONE_MAX = 2;
const PAUSE_SECONDS = 5;
const PAUSE_SECONDS_MAX = 300;
/** The last bytes are sent again so often at most, to the same address: what they complete is published once. */
const LAST_SENDS_MAX = 4;

/** Orders a video and brings all but its last part, with which TikTok begins to publish. */
export async function readyVideo(work: Work, plan: VideoPlan): Promise<Send | Halt> {
  const known = work.progress.order();
  if (known === null) {
    const order = await orderVideo(work, plan);
    return "kind" in order ? order : send({ ...work, order }, plan);
  }
  const orderWork = { ...work, order: known };
  const standing = await standingOf(orderWork);
  switch (standing.kind) {
    case "taken":
      return async () => taken(orderWork);
    case "open":
      return known.lastAt === null
        ? uploadAgain(work, "TikTok no longer knows the upload")
        : async () => ({ kind: "doubtful", reason: "TikTok may have all of the video." });
    case "given up":
      return uploadAgain(work, "TikTok refused the last part of the video");
    case "missing":
      await noteArrived(work, standing.bytesArrived);
      return send(orderWork, plan);
    case "unread":
      if (known.lastAt === null) return stopAfter(standing.failure, work.call);
      return { kind: "notAsked", reason: reasonOf(standing.failure), retryAfterSeconds: unreadSeconds(standing.failure) };
  }
}

/** How far an order has come, by what TikTok says. */
type Standing =
  | { readonly kind: "taken" }
  /** Those that may be on their way have had their time: they may go to the same address once more. */
  | { readonly kind: "missing"; readonly bytesArrived: number }
  /** Bytes are certain to be missing and cannot be sent any more: each sending was refused, and long after it TikTok counts fewer. */
  | { readonly kind: "given up" }
  /** All may be there. */
  | { readonly kind: "open" }
  | { readonly kind: "unread"; readonly failure: Failure };

export async function standingOf({ server, progress, call, order }: OrderWork): Promise<Standing> {
  const state = await readState(server, order.publish);
  if (state.kind !== "read") return signOf(state) === "unknown post" ? { kind: "open" } : { kind: "unread", failure: state };
  const upload = progress.upload();
  const bytesArrived = state.bytesArrived ?? 0;
  // All of them can be there although the last were refused.
  if (state.status !== "processing" || order.isComplete || (upload !== null && bytesArrived >= upload.bytes)) return { kind: "taken" };
  if (order.lastAt === null) return { kind: "missing", bytesArrived };
  if (upload === null) return { kind: "open" };
  const age = secondsBetween(order.lastAt, call.now());
  if (order.sends < LAST_SENDS_MAX && !isOver({ call }, upload))
    return age >= PART_SETTLES_SECONDS ? { kind: "missing", bytesArrived } : { kind: "open" };
  const isMissing = order.refusals >= order.sends && state.bytesArrived !== null;
  return isMissing && age >= COUNT_SETTLES_SECONDS ? { kind: "given up" } : { kind: "open" };
}

/** A status that lags behind takes nothing back. */
async function noteArrived({ progress }: Work, bytesArrived: number): Promise<void> {
  const upload = progress.upload();
  const arrived = upload === null ? 0 : Math.min(upload.parts - 1, Math.floor(bytesArrived / upload.partBytes));
  if (arrived <= progress.arrived()) return;
  await progress.setArrived(arrived);
  await progress.clear("part");
}

const AN_HOUR = "TikTok takes an upload for an hour only";

async function send(work: OrderWork, { video }: VideoPlan): Promise<Send | Halt> {
  const { progress, call, order } = work;
  const upload = progress.upload();
  if (upload === null) return uploadAgain(work, "The address of the upload is lost");
  const file = await video.file();
  const anew = async (reason: string) => (order.lastAt === null ? uploadAgain(work, reason) : wait(PAUSE_SECONDS_MAX));
  // A file that is converted again need not have the same bytes.
  if (file.size !== upload.bytes) return anew("The video has changed");
  const type = TYPES.includes(video.mime) ? video.mime : "video/mp4";
  const begunAt = call.now();
  const putPart = (part: number) => put(work, upload, { bytes: partOf(file, upload, part), first: part * upload.partBytes, type });
  for (let part = progress.arrived(); part < upload.parts - 1; part += 1) {
    if (isOver(work, upload)) return anew(AN_HOUR);
    if (secondsBetween(begunAt, call.now()) > STEP_SECONDS_MAX) return wait(1);
    const reply = await putPart(part);
    if (!isTaken(reply)) return notTaken(work, reply);
    await progress.clear("part");
    await progress.setArrived(part + 1);
  }
  if (isOver(work, upload)) return anew(AN_HOUR);
  const begun = { ...order, lastAt: call.now(), sends: order.sends + 1 };
  progress.noteOrder(begun);
  return async () => verdictOn({ ...work, order: begun }, await putPart(upload.parts - 1), order);
}

/** What the answer to the last part means. Refused or not, the last bytes may be there: TikTok counts them. */
async function verdictOn(work: OrderWork, reply: CallReply, before: Order): Promise<Verdict> {
  const { progress, order } = work;
  if (isTaken(reply) && reply.status !== MORE_EXPECTED) return taken(work);
  if (reply.kind === "unreached") {
    progress.noteOrder(before);
    return { kind: "refused", halt: await notTaken(work, reply) };
  }
  const status = refusalIn(reply);
  if (status !== null) progress.noteOrder({ ...order, refusals: order.refusals + 1 });
  const said = status === null ? "TikTok did not say whether it got the last part of the video." : refusedPart(status);
  return { kind: "doubtful", reason: said, retryAfterSeconds: pauseAfter(await progress.strike("part")) };
}

function taken({ progress, order, call }: OrderWork): Verdict {
  progress.noteOrder({ ...order, lastAt: order.lastAt ?? call.now(), isComplete: true });
  return { kind: "made", made: { id: order.publish, url: null, at: call.now() } };
}

/** Only while its last bytes were never sent, or each sending was refused: else it may be published without our knowing. */
async function uploadAgain({ progress }: Pick<Work, "progress">, reason: string): Promise<Halt> {
  await progress.clear("part");
  await progress.forgetOrder();
  return { kind: "lost", reason: `${reason}; the video is uploaded again.` };
}

const MORE_EXPECTED = 206;
const TIMED_OUT = 408;
const TAKEN = [200, 201, MORE_EXPECTED];

function isTaken(reply: CallReply): reply is Answered {
  return reply.kind === "answered" && TAKEN.includes(reply.status);
}

/** Before the same part goes again, its order's state is read. */
async function notTaken(work: OrderWork, reply: CallReply): Promise<Halt> {
  const times = await work.progress.strike("part");
  const status = refusalIn(reply);
  const isOften = status !== null && times >= (GONE.includes(status) ? GONE_MAX : REFUSALS_MAX);
  return isOften ? uploadAgain(work, refusedPart(status)) : wait(pauseAfter(times));
}

/** Null for an answer that says nothing. */
function refusalIn(reply: CallReply): number | null {
  const status = reply.kind === "answered" ? reply.status : TIMED_OUT;
  return TAKEN.includes(status) || status >= 500 || status === TIMED_OUT ? null : status;
}

function refusedPart(status: number): string {
  return `TikTok refused a part of the video with the status ${status}`;
}

function pauseAfter(times: number): number {
  return Math.min(PAUSE_SECONDS_MAX, PAUSE_SECONDS * 2 ** (times - 1));
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
    timeoutSeconds: secondsFor(bytes.size),
    signal: call.signal,
  });
}
