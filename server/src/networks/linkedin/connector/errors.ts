import type { CheckOutcome, PublishOutcome } from "../../connectors/connector.ts";
import type { Failure } from "./api.ts";
import { FORBIDDEN_MEDIA_WORDS, NO_ACTIVITY_WORDS } from "./unverified.ts";

/** The outcome of a step that did not get a post published. */
export type Stop = Exclude<CheckOutcome, { kind: "published" | "handedOver" | "lost" | "unsuitable" }>;
export type Busy = Extract<PublishOutcome, { kind: "busy" }>;

/** What an answer is a sign of. */
export type Sign =
  | "dead token"
  | "no permission"
  | "forbidden media"
  | "duplicate"
  /** A file is still being processed. */
  | "not ready"
  | "no activity"
  | "gone"
  /** Nobody knows what became of the request. */
  | "conflict"
  | "old version"
  | "throttled"
  | "outage"
  | "refused";

const CODES: readonly { readonly sign: Sign; readonly code: string }[] = [
  { sign: "old version", code: "NONEXISTENT_VERSION" },
  { sign: "duplicate", code: "DUPLICATE_POST" },
  { sign: "not ready", code: "MEDIA_ASSET_WAITING_UPLOAD" },
];
const STATUSES: readonly { readonly sign: Sign; readonly statuses: readonly number[] }[] = [
  { sign: "dead token", statuses: [401] },
  { sign: "no permission", statuses: [403] },
  { sign: "gone", statuses: [404, 410] },
  { sign: "outage", statuses: [408] },
  { sign: "conflict", statuses: [409] },
  { sign: "old version", statuses: [426] },
  { sign: "throttled", statuses: [429] },
];

/** `Data Processing Exception while processing fields [/content/article/source]`. */
const FIELDS = /\bfields? \[([^\]]+)\]/i;
/** Who publishes: https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api (2026-01). */
const AUTHORS = /^\/?(?:author|actor|owner)\b/;

/** Whether a refusal names a field, and none that says who publishes: then it is about what is in the post. */
function isAboutContent(message: string): boolean {
  const fields = FIELDS.exec(message)?.[1]?.split(",") ?? [];
  return fields.length > 0 && !fields.some((field) => AUTHORS.test(field.trim()));
}

/** Signs that count only in an answer of the API's own. */
const OF_THE_API: readonly Sign[] = ["no permission", "gone"];

/** LinkedIn asks to rely on codes; words decide only where there are none. */
export function signOf(failure: Failure): Sign {
  if (failure.kind !== "refused") return "outage";
  const { status, isOwn, codes, message } = failure;
  const known = CODES.find(({ code }) => codes.includes(code) || message?.includes(code));
  if (known !== undefined) return known.sign;
  if (NO_ACTIVITY_WORDS.test(message ?? "")) return "no activity";
  if (status === 403 && FORBIDDEN_MEDIA_WORDS.test(message ?? "")) return "forbidden media";
  if (status === 403 && isAboutContent(message ?? "")) return "refused";
  const certain = STATUSES.find(({ statuses }) => statuses.includes(status))?.sign;
  // What answers in front of the API refuses neither the post nor the channel.
  const isInFront = !isOwn && (certain === undefined || OF_THE_API.includes(certain));
  if (status >= 500 || isInFront) return "outage";
  return certain ?? "refused";
}

/** Whether the answer is of something in front of LinkedIn that had nobody to hand the request to: it can have had no effect. */
export function isTurnedAway(failure: Failure): boolean {
  return failure.kind === "refused" && failure.status === 503 && !failure.isOwn;
}

/** Whose calls are used up: `Resource level throttle APPLICATION DAY limit for calls to this resource is reached.` */
export function isLimitOfApplication(failure: Failure): boolean {
  return failure.kind === "refused" && /\bthrottle APPLICATION\b/i.test(failure.message ?? "");
}

export function busy(reason: string, retryAfterSeconds: number): Busy {
  return { kind: "busy", reason, retryAfterSeconds };
}

/** How long the answer asks to wait, in the form in which outcomes carry it. */
export function waitAsked(failure: Failure): { readonly retryAfterSeconds?: number } {
  return failure.kind === "refused" && failure.retryAfterSeconds !== null ? { retryAfterSeconds: failure.retryAfterSeconds } : {};
}

/** The post that a refusal as a duplicate names. Trap: it stands in the message alone. */
export function duplicateOf(failure: Failure): string | null {
  return failure.kind === "refused" ? (/\burn:li:(?:share|ugcPost):[\w-]+/.exec(failure.message ?? "")?.[0] ?? null) : null;
}
