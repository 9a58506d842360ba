import { secondsBetween } from "@rostrum/contract/formats.ts";
import { waitAsked } from "../../connectors/api.ts";
import type { GoogleFailure } from "../../connectors/google/api.ts";
import type { Send, Verdict } from "../../connectors/once/visible.ts";
import { busy } from "../../connectors/signs.ts";
import { SCARCE_SECONDS } from "../../connectors/strikes.ts";
import { isTurnedAway } from "../../connectors/turned-away.ts";
import { wait } from "../../connectors/wait.ts";
import { reasonOf } from "./api.ts";
import { type Sign, signOf, stopAfter } from "./errors.ts";
import type { VideoPlan } from "./plan.ts";
import { openSession, probe, type SessionState, sendPart } from "./session.ts";
import type { Halt, Work } from "./work.ts";

/** All parts but the last have to be equal, and a multiple of 262,144 bytes. */
const PART_BYTES = 8 * 1024 * 1024;
/** Less than an attempt may last; the rest is sent by the next ones. */
const SENDING_SECONDS_MAX = 480;
/** How often in a row a part may bring nothing before there is a pause, and how long that is at first and at most. */
const STANDSTILLS_MAX = 2;
const CUT_SECONDS = 5;
const CUT_SECONDS_MAX = 300;

/**
 * Brings all but the last part, with which YouTube creates the video. The session is stored before its first byte; whatever happens
 * afterwards, it is asked how many bytes it has, and another one is only opened when bytes of this one are known to be missing.
 */
export async function readyUpload(work: Work, plan: VideoPlan): Promise<Send | Halt> {
  const ready = await allButLast(work, plan);
  if (typeof ready === "function") work.progress.noteLastByte(true);
  return ready;
}

async function allButLast(work: Work, plan: VideoPlan): Promise<Send | Halt> {
  const stored = work.progress.session();
  if (stored !== null) return goOn(work, plan, { url: stored.url, state: await probe(work, stored.url, plan.video.sizeBytes) });
  const opened = await openSession(work, plan);
  return "kind" in opened ? opened : send(work, plan, { url: opened.url, offset: 0 });
}

/** What follows from what the session says, while its last byte has not left. */
async function goOn(work: Work, plan: VideoPlan, { url, state }: { url: string; state: SessionState }): Promise<Send | Halt> {
  if (state.kind === "at" && state.offset < plan.video.sizeBytes) return send(work, plan, { url, offset: state.offset });
  if (state.kind !== "failed") return async () => verdictOn(work, plan, { state, from: 0 });
  const { failure } = state;
  if (signOf(failure) === "missing") return anew(work, reasonOf(failure));
  const isCut = isUnclear(failure) && failure.kind !== "unreached";
  return isCut ? cutOff(work, { reason: `${reasonOf(failure)}.`, ...waitAsked(failure) }) : refused(work, failure);
}

interface Sending {
  readonly url: string;
  readonly offset: number;
}

/** Part by part, until the last is next or it takes too long for one attempt. */
async function send(work: Work, plan: VideoPlan, { url, offset }: Sending): Promise<Send | Halt> {
  const { progress, call } = work;
  const file = await plan.video.file();
  const begin = call.now();
  let from = offset;
  let standstills = 0;
  while (from + PART_BYTES < file.size) {
    if (secondsBetween(begin, call.now()) > SENDING_SECONDS_MAX) return wait(1);
    const state = await sendPart(work, url, { file, from, to: from + PART_BYTES });
    if (state.kind !== "at" || state.offset === file.size) return goOn(work, plan, { url, state });
    // YouTube may keep a part of a part.
    standstills = state.offset > from ? 0 : standstills + 1;
    if (standstills === 0) await progress.clear("cuts");
    if (standstills > STANDSTILLS_MAX) return cutOff(work, { reason: STANDSTILL });
    from = state.offset;
  }
  return async () => {
    const state = await sendPart(work, url, { file, from, to: file.size });
    return verdictOn(work, plan, { state, from });
  };
}

/** What the answer to the last part means. */
async function verdictOn(work: Work, { video }: VideoPlan, { state, from }: { state: SessionState; from: number }): Promise<Verdict> {
  if (state.kind === "created") return { kind: "made", made: { id: state.id, url: null, at: work.call.now() } };
  if (state.kind === "at") {
    // All bytes are there, but no video is named: seen of uploads whose video existed.
    if (state.offset === video.sizeBytes) return { kind: "doubtful", reason: WHOLE };
    work.progress.noteLastByte(false);
    return { kind: "refused", halt: state.offset > from ? wait(1) : await cutOff(work, { reason: STANDSTILL }) };
  }
  const { failure } = state;
  const reason = `${reasonOf(failure)}.`;
  if (failure.kind !== "unreached" && (signOf(failure) === "missing" || isUnclear(failure)))
    return { kind: "doubtful", reason, isTurnedAway: isTurnedAway(failure), retryAfterSeconds: await pauseAfter(work, waitAsked(failure)) };
  work.progress.noteLastByte(false);
  return { kind: "refused", halt: await refused(work, failure) };
}

/** No video was made of it. Unless the refusal is about who asks, and how often, it is the answer to the whole upload, which is over. */
async function refused(work: Work, failure: GoogleFailure): Promise<Halt> {
  if (failure.kind !== "unreached" && IS_OVER.includes(signOf(failure))) await work.progress.setSession(null);
  return stopAfter(work, failure);
}

const IS_OVER: readonly Sign[] = ["refused", "day used up", "uploads used up"];

/** Whether it says nothing about the upload: no answer, trouble at Google, or an answer that is not Google's. */
export function isUnclear(failure: GoogleFailure): boolean {
  return ["outage", "proxy"].includes(signOf(failure));
}

/** The session is over, and its last byte was never sent. */
async function anew({ progress }: Work, reason: string): Promise<Halt> {
  await progress.setSession(null);
  const words = `YouTube ended the upload before all of it had arrived (${reason}).`;
  const seconds = SCARCE_SECONDS[(await progress.strike("sessions")) - 1];
  return seconds === undefined ? { kind: "rejected", reason: words } : busy(words, seconds);
}

interface Cut {
  readonly reason: string;
  readonly retryAfterSeconds?: number;
}

/** Parts do not arrive, or nobody knows whether they do. */
async function cutOff(work: Work, cut: Cut): Promise<Halt> {
  return wait(await pauseAfter(work, cut), cut.reason);
}

/** What there is will be asked ever more rarely. */
async function pauseAfter({ progress }: Work, { retryAfterSeconds = 0 }: Partial<Cut>): Promise<number> {
  return Math.max(retryAfterSeconds, Math.min(CUT_SECONDS_MAX, CUT_SECONDS * 2 ** ((await progress.strike("cuts")) - 1)));
}

const STANDSTILL = "YouTube keeps nothing of what is sent to it.";
const WHOLE = "YouTube has all of the video and names none yet.";
