import { secondsBetween } from "@rostrum/contract/formats.ts";
import type { Looked, Looking } from "../../connectors/once/visible.ts";
import { type Sign, signOf } from "./errors.ts";
import { searchUpload, unread } from "./list.ts";
import type { VideoPlan } from "./plan.ts";
import { probe } from "./session.ts";
import { WHOLE_SECONDS } from "./unverified.ts";
import { isUnclear } from "./upload.ts";
import type { Work } from "./work.ts";

/**
 * What became of an upload whose end got no answer. Its session tells, as long as YouTube knows it; else the list of what the channel has
 * uploaded does.
 */
export async function searchVideo(work: Work, plan: VideoPlan, looking: Looking): Promise<Looked> {
  const { progress } = work;
  const session = progress.session();
  const said = session === null ? GONE : await askSession(work, plan, { url: session.url, looking });
  const listed = said.isListed ? await searchUpload(work, plan, looking) : null;
  if (listed?.kind === "unread" || (listed?.kind === "read" && listed.alike.length > 0)) return listed;
  if (said.looked.kind === "never") progress.noteLastByte(false);
  return said.looked;
}

interface Said {
  readonly looked: Looked;
  /** Whether the list of uploads may know more. */
  readonly isListed: boolean;
}

const GONE: Said = { looked: { kind: "read", alike: [] }, isListed: true };
const WHOLE = "YouTube has all of the upload and does not say what became of it.";

/** What says nothing about the upload: who may ask, and how often. */
const ABOUT_THE_QUESTION: readonly Sign[] = ["dead token", "throttled", "no permission", "no channel", "closed", "disabled"];
const QUOTAS: readonly Sign[] = ["day used up", "uploads used up"];

async function askSession(work: Work, plan: VideoPlan, { url, looking }: { url: string; looking: Looking }): Promise<Said> {
  const { calls } = looking;
  const size = plan.video.sizeBytes;
  const state = await probe(work, url, size);
  if (state.kind === "created") return { looked: { kind: "read", alike: [{ id: state.id, at: null }] }, isListed: false };
  // The session knows nothing of one that was given up before it.
  const never: Said = { looked: { kind: "never" }, isListed: work.progress.hasGivenUp() };
  if (state.kind === "at") {
    if (state.offset < size) return never;
    const isNew = secondsBetween(calls.lastAt, work.call.now()) < WHOLE_SECONDS;
    if (isNew) return { looked: { kind: "unread", reason: WHOLE }, isListed: false };
    // It may yet become a video.
    return { looked: { kind: "read", alike: [], unless: `${WHOLE} Look at the channel in YouTube Studio.` }, isListed: true };
  }
  const sign = signOf(state.failure);
  if (sign === "missing") return GONE;
  if (QUOTAS.includes(sign)) return { looked: unread(state.failure), isListed: true };
  if (isUnclear(state.failure) || ABOUT_THE_QUESTION.includes(sign)) return { looked: unread(state.failure), isListed: false };
  // Any other refusal is the answer to the upload: who goes on with it gets the same.
  return never;
}
