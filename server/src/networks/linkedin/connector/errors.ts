import { addSeconds, toEpochMilliseconds, toInstant } from "@rostrum/contract/formats.ts";
import { busy, type Stop, signsBy } from "../../connectors/signs.ts";
import { type Failure, type Refused, reasonOf } from "./api.ts";
import { FORBIDDEN_MEDIA_WORDS, NO_ACTIVITY_WORDS } from "./unverified.ts";
import { VERSION } from "./version.ts";
import { isMember, type Work } from "./work.ts";

const NOT_READY_SECONDS = 30;
const FORBIDDEN_RETRY_SECONDS = 60;
const VERSION_RETRY_SECONDS = 3600;
const FIRST_THROTTLE_SECONDS = 15 * 60;

/** `Data Processing Exception while processing fields [/content/article/source]`. */
const FIELDS = /\bfields? \[([^\]]+)\]/i;
/** Who publishes: https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api (2026-01). */
const AUTHORS = /^\/?(?:author|actor|owner)\b/;

/** LinkedIn asks to rely on codes; words decide only where there are none. */
const SIGNS = signsBy({
  network: "LinkedIn",
  reasonOf,
  said: ({ status, isOwn, codes, message }: Refused) => ({ isOwn, codes: [...codes, status], words: message ?? "" }),
})({
  "old version": {
    codes: ["NONEXISTENT_VERSION", 426],
    words: /NONEXISTENT_VERSION/,
    means: { kind: "held", seconds: VERSION_RETRY_SECONDS, scope: "application" },
  },
  duplicate: { codes: ["DUPLICATE_POST"], words: /DUPLICATE_POST/ },
  /** A file is still being processed. */
  "not ready": {
    codes: ["MEDIA_ASSET_WAITING_UPLOAD"],
    words: /MEDIA_ASSET_WAITING_UPLOAD/,
    means: { kind: "busy", seconds: NOT_READY_SECONDS },
  },
  "no activity": { words: NO_ACTIVITY_WORDS, means: { kind: "busy", seconds: NOT_READY_SECONDS } },
  "forbidden media": {
    statuses: [403],
    words: FORBIDDEN_MEDIA_WORDS,
    means: { kind: "rejected", advice: "LinkedIn may want an administrator of the Page to upload files: log in as one." },
  },
  refused: { statuses: [403], when: ({ message }) => isAboutContent(message ?? "") },
  "no permission": { statuses: [403], when: ({ isOwn }) => isOwn, means: { kind: "unauthorized" } },
  gone: { statuses: [404, 410], when: ({ isOwn }) => isOwn },
  "dead token": { statuses: [401] },
  /** Nobody knows what became of the request. */
  conflict: { statuses: [409], means: { kind: "unclear", seconds: 60 } },
  throttled: { statuses: [429], means: (refused) => ({ kind: "held", seconds: FIRST_THROTTLE_SECONDS, scope: scopeOf(refused) }) },
  /** What answers in front of the API refuses neither the post nor the channel. */
  outage: { when: ({ isOwn }) => !isOwn },
});
export const { signOf, doubtAfter, unreadAfter } = SIGNS;
export type Sign = ReturnType<typeof signOf>;

/** The outcome of a request that failed and that readers could not have noticed. */
export async function stopAfter(work: Pick<Work, "server" | "progress" | "author">, failure: Failure): Promise<Stop> {
  const { server, progress } = work;
  const stop = SIGNS.stopAfter(failure, server.reach);
  switch (signOf(failure)) {
    case "no permission":
      return { kind: "unauthorized", reason: `${stop.reason}. ${isMember(work) ? NO_PERMISSION : NO_ROLE}` };
    case "forbidden media":
      return (await progress.strike("forbidden media")) === 1 ? busy(reasonOf(failure), FORBIDDEN_RETRY_SECONDS) : stop;
    case "throttled":
      return stop.kind === "held" ? { ...stop, retryAfterSeconds: askedBy(failure) ?? (await throttleSeconds(work)) } : stop;
    case "old version": {
      const version = server.reach.apiVersion ?? VERSION;
      const advice = `LinkedIn no longer takes the version ${version} of its API: set ROSTRUM_LINKEDIN_API_VERSION to a newer one and restart the service.`;
      return { ...stop, reason: `${advice} Nothing was published, and what is due waits.` };
    }
    default:
      return stop;
  }
}

const NO_PERMISSION = "LinkedIn does not say why. If this goes on, log in again and allow everything that is asked for.";
const NO_ROLE =
  "Either your role on the Page has changed: ask its administrator for the role of a content admin. Or a permission was not given: log in again and allow everything that is asked for.";

function askedBy(failure: Failure): number | null {
  return failure.kind === "refused" ? failure.retryAfterSeconds : null;
}

/** Quotas begin anew at midnight: https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/rate-limits (2025-06). */
async function throttleSeconds({ server, progress }: Pick<Work, "server" | "progress">): Promise<number> {
  if ((await progress.strike("throttled")) === 1) return FIRST_THROTTLE_SECONDS;
  const now = server.reach.now();
  const midnight = toInstant(`${addSeconds(now, 86_400).slice(0, 10)}T00:00:00Z`);
  return Math.ceil((toEpochMilliseconds(midnight) - toEpochMilliseconds(now)) / 1000);
}

/** Whether a refusal names a field, and none that says who publishes: then it is about what is in the post. */
function isAboutContent(message: string): boolean {
  const fields = FIELDS.exec(message)?.[1]?.split(",") ?? [];
  return fields.length > 0 && !fields.some((field) => AUTHORS.test(field.trim()));
}

/** Whose calls are used up: `Resource level throttle APPLICATION DAY limit for calls to this resource is reached.` */
function scopeOf({ message }: Refused): "application" | "grant" {
  return /\bthrottle APPLICATION\b/i.test(message ?? "") ? "application" : "grant";
}

/** Whether the answer is of something in front of LinkedIn that had nobody to hand the request to: it can have had no effect. */
export function isTurnedAway(failure: Failure): boolean {
  return failure.kind === "refused" && failure.status === 503 && !failure.isOwn;
}

/** The post that a refusal as a duplicate names. Trap: it stands in the message alone. */
export function duplicateOf(failure: Failure): string | null {
  return failure.kind === "refused" ? (/\burn:li:(?:share|ugcPost):[\w-]+/.exec(failure.message ?? "")?.[0] ?? null) : null;
}
