import { secondsBetween } from "@rostrum/contract/formats.ts";
import type { Account, Call, FindOutcome, OutgoingPost } from "../../connectors/connector.ts";
import { reasonOf } from "./api.ts";
import { type Sign, signOf } from "./errors.ts";
import { finish } from "./finish.ts";
import { planPost, type VideoPlan } from "./plan.ts";
import type { Doubt, Session, Video } from "./progress.ts";
import { searchUpload } from "./search.ts";
import { probe } from "./session.ts";
import { LOOKS_SECONDS } from "./unverified.ts";
import { bytesAreMissing, created, isUnclear } from "./upload.ts";
import { type Work, workOf } from "./work.ts";

const ASK_AGAIN_SECONDS = 60;

/**
 * Settles an upload that was cut off. Its session tells, as long as YouTube knows it; else the uploads of the channel are read, four
 * times within an hour. Without its last byte, or without a session, there is no video.
 */
export async function find(post: OutgoingPost, account: Account, call: Call): Promise<FindOutcome> {
  const plan = planPost(post, account.channelId);
  if (plan.kind !== "video") return { kind: "absent" };
  const work = workOf(account, call);
  // `publish` asks what has become of it.
  if (work.progress.asksAgain()) return { kind: "absent" };
  const found = work.progress.video() ?? (await settle(work, plan));
  if ("kind" in found) return found;
  const finished = await finish(work, plan, { video: found, post });
  switch (finished.kind) {
    case "published":
      return finished;
    case "rejected":
      // `publish` reads the same, and says so.
      return { kind: "absent" };
    case "wait for video":
      return undecided("YouTube has the video and is processing it.", finished.seconds);
  }
}

async function settle(work: Work, plan: VideoPlan): Promise<Video | FindOutcome> {
  const { progress } = work;
  const session = progress.session();
  if (session === null || !progress.isLastByteOut()) return { kind: "absent" };
  const known = progress.doubt();
  const asked = known?.isGone === true ? known : await askSession(work, plan, { session, known });
  return "since" in asked ? look(work, plan, { session, doubt: asked }) : asked;
}

interface Asking {
  readonly session: Session;
  readonly known: Doubt | null;
}

async function askSession(work: Work, plan: VideoPlan, { session, known }: Asking): Promise<Video | FindOutcome | Doubt> {
  const { progress, call } = work;
  const state = await probe(work, session.url, plan.video.sizeBytes);
  if (state.kind === "created") return created(work, session, state);
  if (state.kind === "at" && state.offset < plan.video.sizeBytes) {
    await bytesAreMissing(work);
    return { kind: "absent" };
  }
  if (state.kind === "failed" && signOf(state.failure) !== "missing") {
    const isPassing = isUnclear(state.failure) || ABOUT_THE_QUESTION.includes(signOf(state.failure));
    // Any other refusal is the answer to the upload; `publish` gets the same, and says so.
    return isPassing
      ? { kind: "notAsked", reason: `${reasonOf(state.failure)}.`, retryAfterSeconds: ASK_AGAIN_SECONDS }
      : { kind: "absent" };
  }
  const doubt = { ...(known ?? { since: call.now(), probes: 0, looks: 0 }), isGone: state.kind === "failed" };
  await progress.setDoubt(doubt);
  return doubt;
}

/** What says nothing about the upload: who may ask, and how often. */
const ABOUT_THE_QUESTION: readonly Sign[] = ["dead token", "throttled", "no permission", "no channel", "closed", "disabled"];

interface Looking {
  readonly session: Session;
  readonly doubt: Doubt;
}

async function look(work: Work, plan: VideoPlan, { session, doubt }: Looking): Promise<Video | FindOutcome> {
  const { progress, call } = work;
  const age = secondsBetween(doubt.since, call.now());
  const early = (LOOKS_SECONDS[doubt.looks] ?? 0) - age;
  if (early > 0) return undecided("YouTube may not list the video yet.", early);
  const found = await searchUpload(work, plan, session);
  if (found.kind === "notAsked") return found;
  const [match, ...others] = found.matches;
  if (match !== undefined && others.length === 0) return created(work, session, match);
  const looks = doubt.looks + 1;
  const next = LOOKS_SECONDS[looks];
  if (next !== undefined) {
    await progress.setDoubt({ ...doubt, looks });
    return undecided(match === undefined ? "YouTube does not list the video yet." : "YouTube lists several such videos.", next - age);
  }
  if (match !== undefined) return undecidable("lists several such videos");
  // A session that still has all bytes may yet become a video.
  if (!doubt.isGone || progress.isRepetition(session)) return undecidable("does not list the video");
  await progress.setGivenUp(session);
  await progress.setSession(null);
  return { kind: "absent" };
}

function undecided(reason: string, seconds: number): FindOutcome {
  return { kind: "undecided", reason, retryAfterSeconds: Math.max(1, Math.ceil(seconds)) };
}

function undecidable(what: string): FindOutcome {
  const reason = `YouTube had all of the upload, did not say what became of it, and ${what}: look at the channel in YouTube Studio.`;
  return { kind: "undecidable", reason };
}
