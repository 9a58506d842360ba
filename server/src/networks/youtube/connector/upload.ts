import { secondsBetween } from "@rostrum/contract/formats.ts";
import { type GoogleFailure, waitAsked } from "../../connectors/google/api.ts";
import { wait } from "../../connectors/wait.ts";
import { reasonOf } from "./api.ts";
import { busy, signOf, stopAfter } from "./errors.ts";
import type { VideoPlan } from "./plan.ts";
import type { Session, Video } from "./progress.ts";
import { openSession, probe, type SessionState, sendPart } from "./session.ts";
import { WHOLE_PROBES_SECONDS } from "./unverified.ts";
import { visibilityNote } from "./visibility.ts";
import type { Halt, Work } from "./work.ts";

/** All parts but the last have to be equal, and a multiple of 262,144 bytes. */
const PART_BYTES = 8 * 1024 * 1024;
/** Less than an attempt may last; the rest is sent by the next ones. */
const SENDING_SECONDS_MAX = 480;
/** How often in a row a part may bring nothing before there is a pause, and how long that is at first and at most. */
const STANDSTILLS_MAX = 2;
const CUT_SECONDS = 5;
const CUT_SECONDS_MAX = 300;
/** How often an upload is begun anew whose session has ended while bytes were missing. */
const SESSIONS_MAX = 3;
const ANEW_SECONDS = 15;

export type Brought =
  | Video
  | Halt
  /** The last byte may have arrived: `find` settles it. */
  | { readonly kind: "in doubt"; readonly reason: string }
  /** As `wait`, but the video may exist. */
  | { readonly kind: "wait for video"; readonly seconds: number; readonly reason?: string };

/**
 * Brings the video to YouTube, which creates it with its last byte. A session is stored before its first byte, and whatever happens
 * afterwards, it is asked how many bytes it has; another one is only opened when bytes of this one are known to be missing.
 */
export async function bringVideo(work: Work, plan: VideoPlan): Promise<Brought> {
  const { progress } = work;
  const known = progress.video();
  if (known !== null) return known;
  const stored = progress.session();
  if (stored !== null) return goOn(work, plan, stored);
  const opened = await openSession(work, plan);
  return "kind" in opened ? opened : send(work, plan, { session: opened, offset: 0 });
}

async function goOn(work: Work, plan: VideoPlan, session: Session): Promise<Brought> {
  const doubt = work.progress.doubt();
  if (doubt !== null && (doubt.isGone || doubt.probes >= WHOLE_PROBES_SECONDS.length)) return IN_DOUBT;
  return after(work, plan, { session, state: await probe(work, session.url, plan.video.sizeBytes) });
}

interface Sending {
  readonly session: Session;
  readonly offset: number;
}

/** Part by part, until all are there or it takes too long for one attempt. */
async function send(work: Work, plan: VideoPlan, { session, offset }: Sending): Promise<Brought> {
  const { progress, call } = work;
  const file = await plan.video.file();
  const begin = call.now();
  let at = offset;
  let standstills = 0;
  while (at < file.size) {
    if (secondsBetween(begin, call.now()) > SENDING_SECONDS_MAX) return wait(1);
    const to = Math.min(at + PART_BYTES, file.size);
    if (to === file.size && !progress.isLastByteOut()) await progress.setLastByteOut(true);
    const state = await sendPart(work, session.url, { file, from: at, to });
    if (state.kind !== "at" || state.offset === file.size) return after(work, plan, { session, state });
    // YouTube may keep a part of a part.
    standstills = state.offset > at ? 0 : standstills + 1;
    if (standstills === 0) await progress.clear("cuts");
    at = state.offset;
    if (standstills > STANDSTILLS_MAX) return cutOff(work, { reason: STANDSTILL });
  }
  throw new Error("A video without bytes cannot be sent.");
}

/** What follows from what the session says. */
async function after(work: Work, plan: VideoPlan, { session, state }: { session: Session; state: SessionState }): Promise<Brought> {
  if (state.kind === "created") return created(work, session, state);
  if (state.kind === "at") {
    if (state.offset === plan.video.sizeBytes) return whole(work);
    await bytesAreMissing(work);
    return send(work, plan, { session, offset: state.offset });
  }
  const { failure } = state;
  const sign = signOf(failure);
  if (sign === "missing") return work.progress.isLastByteOut() ? gone(work) : anew(work, reasonOf(failure));
  // The session goes on, whatever keeps it from being asked.
  if (isUnclear(failure) && failure.kind !== "unreached") return cutOff(work, { reason: `${reasonOf(failure)}.`, ...waitAsked(failure) });
  if (failure.kind === "unreached" || sign === "dead token" || sign === "throttled") {
    const stop = await stopAfter(work, failure);
    if (!work.progress.isLastByteOut()) return stop;
    if (stop.kind === "unauthorized") return { ...stop, reason: `${stop.reason} ${MAY_BE_OUT}` };
    const seconds = "retryAfterSeconds" in stop ? (stop.retryAfterSeconds ?? CUT_SECONDS_MAX) : CUT_SECONDS_MAX;
    return { kind: "wait for video", seconds, reason: stop.reason };
  }
  return refused(work, failure);
}

/**
 * A refusal is the answer to the whole upload: no video was made of it. Only that a quota is used up may be about the question alone,
 * so what may be a video is asked about once more when that is over, and then looked for.
 */
async function refused(work: Work, failure: GoogleFailure): Promise<Brought> {
  const { progress } = work;
  const stop = await stopAfter(work, failure);
  if (stop.kind === "held" && progress.isLastByteOut()) {
    if ((await progress.strike("refusals")) === 1) return stop;
    await progress.clear("refusals");
    return gone(work);
  }
  // Whether the access may ask says nothing about what has been sent: a lookup asks the session once there is access again.
  if (stop.kind === "unauthorized" && progress.isLastByteOut()) return { ...IN_DOUBT, reason: `${stop.reason} ${MAY_BE_OUT}` };
  await progress.setSession(null);
  return stop;
}

const MAY_BE_OUT = "The video may have been published.";

/** Whether it says nothing about the upload: no answer, trouble at Google, or an answer that is not Google's. */
export function isUnclear(failure: GoogleFailure): boolean {
  const sign = signOf(failure);
  return sign === "outage" || (sign === "refused" && failure.kind === "refused" && failure.error === null);
}

/** Stores which video the session became. */
export async function created(
  { progress, call }: Pick<Work, "progress" | "call">,
  { visibility: wanted }: Session,
  { id, visibility }: Pick<Extract<SessionState, { kind: "created" }>, "id" | "visibility">,
): Promise<Video> {
  const video: Video = { id, at: call.now(), note: visibilityNote(wanted, visibility) };
  await progress.setVideo(video);
  return video;
}

/** That bytes are missing shows that the last one has not arrived, whatever had seemed so. */
export async function bytesAreMissing({ progress }: Pick<Work, "progress">): Promise<void> {
  if (progress.doubt() !== null) await progress.setDoubt(null);
  if (progress.isLastByteOut()) await progress.setLastByteOut(false);
}

/** All bytes are there, but no video is named: seen of uploads whose video existed. */
async function whole({ progress, call }: Work): Promise<Brought> {
  const before = progress.doubt();
  const doubt = before ?? { since: call.now(), isGone: false, probes: 0, looks: 0 };
  await progress.setDoubt({ ...doubt, probes: before === null ? 0 : before.probes + 1 });
  const next = WHOLE_PROBES_SECONDS[before === null ? 0 : before.probes + 1];
  if (next === undefined) return IN_DOUBT;
  return { kind: "wait for video", seconds: Math.max(1, next - secondsBetween(doubt.since, call.now())) };
}

/** The last byte may have left before YouTube forgot the session, or refused to speak of it. */
async function gone({ progress, call }: Work): Promise<Brought> {
  const doubt = progress.doubt() ?? { since: call.now(), isGone: true, probes: 0, looks: 0 };
  await progress.setDoubt({ ...doubt, isGone: true });
  return IN_DOUBT;
}

const IN_DOUBT = {
  kind: "in doubt",
  reason: "YouTube did not say what became of the upload; the uploads of the channel are read before anything is sent again.",
} as const;

/** The session is over, and its last byte was never sent. */
async function anew({ progress }: Work, reason: string): Promise<Halt> {
  await progress.setSession(null);
  const words = `YouTube ended the upload before all of it had arrived (${reason}).`;
  return (await progress.strike("sessions")) > SESSIONS_MAX ? { kind: "rejected", reason: words } : busy(words, ANEW_SECONDS);
}

/** Parts do not arrive, or nobody knows whether they do: what there is will be asked ever more rarely. */
async function cutOff(
  { progress }: Work,
  { reason, retryAfterSeconds = 0 }: { readonly reason: string; readonly retryAfterSeconds?: number },
): Promise<Brought> {
  const own = Math.min(CUT_SECONDS_MAX, CUT_SECONDS * 2 ** ((await progress.strike("cuts")) - 1));
  const seconds = Math.max(own, retryAfterSeconds);
  return progress.isLastByteOut() ? { kind: "wait for video", seconds, reason } : wait(seconds, reason);
}

const STANDSTILL = "YouTube keeps nothing of what is sent to it.";
