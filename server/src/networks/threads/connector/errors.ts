import { type GraphFailure, reasonOf } from "../../connectors/meta/graph.ts";
import { signsBy } from "../../connectors/signs.ts";

export const HOUR_SECONDS = 3600;

/**
 * The vendor lists hardly any: https://developers.facebook.com/documentation/threads/troubleshooting (2026-11). That these numbers mean
 * this is unverified; it is what other products meet.
 */
export const { signOf, stopAfter, doubtAfter, unreadAfter, uncounted } = signsBy({
  network: "Threads",
  reasonOf: (failure: GraphFailure) => reasonOf("Threads", failure),
  said: ({ error }: Extract<GraphFailure, { kind: "refused" }>) => ({
    isOwn: error !== null,
    codes: [error?.subcode ?? null, error?.code ?? null],
    words: error?.message ?? "",
  }),
})({
  /** Something named in the request is not there: a container not yet or no longer, a parent not yet. */
  missing: { codes: [4279009] },
  "bad children": { codes: [4279004] },
  "restricted user": {
    codes: [4279013],
    means: { kind: "rejected", advice: "Threads has restricted this profile: open the Threads app to see what it asks for." },
  },
  "restricted activity": { codes: [2207051], means: { kind: "held", seconds: HOUR_SECONDS, scope: "channel" } },
  unfetched: { codes: [2207052], words: /could not be fetched/i },
  quota: { codes: [9], means: { kind: "held", seconds: HOUR_SECONDS, scope: "channel" } },
  throttled: {
    codes: [4, 17, 32, 613],
    means: (refused) => ({ kind: "held", seconds: HOUR_SECONDS, scope: codeOf(refused) === 4 ? "application" : "channel" }),
  },
  "dead token": { codes: [190], words: /Error validating access token/i, means: { kind: "unauthorized", scope: "grant" } },
  "text too long": { words: /at most \d+ characters/i },
  outage: { when: ({ status, error }) => (error === null ? status !== 429 : error.isTransient || [1, 2].includes(error.code)) },
  "no permission": {
    when: (refused) => /^(?:10|2\d\d)$/.test(`${codeOf(refused)}`),
    means: { kind: "unauthorized", scope: "grant", lacksPermission: true },
  },
  "too many links": {
    words: /LINK_LIMIT_EXCEEDED/,
    means: { kind: "rejected", says: "The post has more than 5 links; Threads takes at most 5." },
  },
  "not for this profile": {
    words: /FEATURE_NOT_AVAILABLE/,
    means: { kind: "rejected", says: "Threads does not offer this profile a feature that the post uses." },
  },
  "unknown country": {
    words: /GEO_GATING/,
    means: { kind: "rejected", says: "Threads does not know a country to which the post is limited." },
  },
});

export type Sign = ReturnType<typeof signOf>;

export function codeOf(failure: GraphFailure): number | null {
  return failure.kind === "refused" ? (failure.error?.code ?? null) : null;
}
