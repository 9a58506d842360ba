import { accessTrouble } from "../../connectors/meta/facebook-access.ts";
import { type GraphFailure, reasonOf } from "../../connectors/meta/graph.ts";
import type { Verdict } from "../../connectors/once/visible.ts";
import { type Meaning, signsBy, type Trouble, unlessAsked } from "../../connectors/signs.ts";
import type { Page } from "./page.ts";
import { sessionsName } from "./progress.ts";

type Refused = Extract<GraphFailure, { kind: "refused" }>;

/** A refused call that nobody can see the effect of. */
export type StagingRefusal = Exclude<Trouble, { kind: "unknown" }>;

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

const NO_OBJECT = { code: 100, subcode: 33 };
const NOT_SCRAPED = 1609005;
const CARD_REFUSED = [NOT_SCRAPED, 1609008, 2061006];
const UPLOAD_FAILED = [382, 389, 6000, 6001];

/** A fault that may pass, and an answer that is not Meta's. */
const TRANSIENT = "transient";
const UNREAD = "unread";

const limitOf = (scope: "application" | "grant" | "channel", seconds = HOUR_SECONDS) =>
  ({ kind: "held", seconds: unlessAsked(seconds), scope }) as const;

/**
 * Numbers of errors, in `code` or `error_subcode`: https://developers.facebook.com/docs/graph-api/guides/error-handling (2026-10)
 * and https://developers.facebook.com/documentation/video-api/guides/reels-publishing (2026-07). Unverified: those of seven
 * digits but 1363040 and 1363127 to 1363129, which only other products have seen, and that 4 and 341 hold a whole application.
 */
export const { signOf, stopAfter, isUnclear, doubtAfter } = signsBy({
  network: "Facebook",
  reasonOf: (failure: GraphFailure) => reasonOf("Facebook", failure),
  said: ({ error }: Refused) => ({
    isOwn: true,
    codes: error === null ? [UNREAD] : [error.code, error.subcode, error.isTransient ? TRANSIENT : null],
  }),
})({
  "application's limit": { codes: [4, 341], means: limitOf("application") },
  "person's limit": { codes: [17], means: limitOf("grant") },
  throttled: { codes: [32, 613, 80001], means: limitOf("channel") },
  /** What the post says was taken for abuse: nothing else is blocked, although the code is that of a block. */
  flagged: { codes: [1346003], means: { kind: "rejected", advice: "Facebook takes what this post says or links to for abuse." } },
  "too often": { codes: [1390008], means: limitOf("channel") },
  blocked: { codes: [368], means: limitOf("channel", DAY_SECONDS) },
  "same as last": { codes: [506], means: { kind: "rejected", advice: "It repeats the Page's last post." } },
  "photos posted": { codes: [1366051] },
  access: { when: (refused) => accessTrouble(refused) !== null, means: denied },
  /** It may belong to a live post. */
  outage: { codes: [1, 2, 1363047, 1609010, TRANSIENT, UNREAD] },
  "account limited": {
    codes: [1404112, 4854002],
    when: ({ status }) => status < 500,
    means: { kind: "rejected", advice: "Log in at facebook.com, where it says what to do." },
  },
});

/** Signs that say no, but came with posts that were live. */
const DOUBTED: readonly string[] = [
  "application's limit",
  "person's limit",
  "throttled",
  "too often",
  "blocked",
  "same as last",
  "photos posted",
];

function denied(refused: Refused): Meaning {
  const { scope, advice, lacksPermission } = accessTrouble(refused) ?? {};
  return {
    kind: "unauthorized",
    ...(advice === undefined ? {} : { advice }),
    ...(scope === "grant" ? { scope } : {}),
    ...(lacksPermission ? { lacksPermission } : {}),
  };
}

/** Whether a refusal need not be believed, since such came with posts that were live. */
export function isDoubted(failure: GraphFailure): boolean {
  return DOUBTED.includes(signOf(failure));
}

/** What a refusal of the call says after which readers see the part. */
export async function refusalOf(page: Page, failure: GraphFailure): Promise<Exclude<Verdict, { kind: "made" }>> {
  const stop = await stagingRefusal(page, failure);
  const doubt = doubtAfter(failure, page.call);
  if (doubt !== null || !isDoubted(failure)) return doubt ?? { kind: "refused", halt: stop };
  const unclear = { kind: "doubtful", reason: stop.reason, isFault: true } as const;
  return stop.kind === "held" ? { ...unclear, hold: stop } : { ...unclear, isRefusal: true };
}

/** The outcome of a call that nobody can see the effect of. A block, for a time that the network does not name, is waited out for a day, once. */
export async function stagingRefusal({ call, progress }: Page, failure: GraphFailure): Promise<StagingRefusal> {
  const stop = stopAfter(failure, call);
  if (signOf(failure) !== "blocked") return stop;
  if (progress.count("blocks") > 0) return { kind: "rejected", reason: reasonOf("Facebook", failure) };
  await progress.setCount("blocks", 1);
  return stop;
}

/** Somebody has the post tried again: what is tried a few times only is counted anew. */
export async function forgetCounts({ progress }: Page, parts: readonly string[]): Promise<void> {
  for (const name of ["blocks", "scrapes", ...parts.map(sessionsName)]) if (progress.count(name) > 0) await progress.setCount(name, 0);
}

/** Whether the network does not know an object, which it also says of one that it has just made. */
export function isNotThere(failure: GraphFailure): boolean {
  return failure.kind === "refused" && failure.error?.code === NO_OBJECT.code && failure.error.subcode === NO_OBJECT.subcode;
}

/** Whether only the preview of the link is refused. */
export function isCardRefused(failure: GraphFailure): boolean {
  return CARD_REFUSED.some((number) => has(failure, number));
}

/** Whether the link's page could not be read, which may pass. */
export function isNotScraped(failure: GraphFailure): boolean {
  return has(failure, NOT_SCRAPED);
}

/** Whether the bytes of a video are not there as they should be, so that they have to be sent anew. */
export function isUploadBroken(failure: GraphFailure): boolean {
  return UPLOAD_FAILED.some((number) => has(failure, number));
}

function has(failure: GraphFailure, number: number): boolean {
  return failure.kind === "refused" && (failure.error?.code === number || failure.error?.subcode === number);
}
