import type { PublishOutcome } from "../../connectors/connector.ts";
import { oneLine } from "../../connectors/reply.ts";
import type { Failure } from "./api.ts";

export type Trouble = Extract<PublishOutcome, { kind: "rejected" | "busy" | "unauthorized" | "unknown" }>;
export type Rejected = Extract<Trouble, { kind: "rejected" }>;
type Busy = Extract<Trouble, { kind: "busy" }>;

const MESSAGE_LENGTH_MAX = 200;
const UNREACHED_RETRY_SECONDS = 60;
const FRONT_END_RETRY_SECONDS = 300;
const FLOOD_RETRY_SECONDS_DEFAULT = 30;
const HARMLESS_RETRY_SECONDS = 30;

/** Marks a 400 that only the chat's owner can fix: the bot may not write there. */
const NO_RIGHTS =
  /not enough rights|need administrator rights|have no rights|CHAT_WRITE_FORBIDDEN|CHAT_ADMIN_REQUIRED|CHAT_RESTRICTED|TOPIC_CLOSED|not a member/i;

/**
 * What a failed send means, by code and then by single words, since Telegram rewords its descriptions:
 * https://github.com/tdlib/telegram-bot-api, `Client.cpp` and `Query.cpp` of 10.0, read in May 2026.
 */
export function outcomeOf(failure: Failure): Trouble {
  if (failure.kind === "unreached")
    return { ...busy(`Telegram: the Bot API could not be reached: ${failure.reason}`, UNREACHED_RETRY_SECONDS), scope: "channel" };
  if (failure.kind === "lost") return { kind: "unknown", reason: `Telegram: no valid response: ${failure.reason}` };
  const reason = reasonOf(failure);
  const { status, description } = failure;
  if (status >= 500) {
    const { retryAfterSeconds: wait } = failure;
    return { kind: "unknown", reason, ...(wait === null ? {} : { retryAfterSeconds: wait }) };
  }
  // One second more, because the number is rounded down to whole seconds.
  if (status === 429) return { ...busy(reason, (failure.retryAfterSeconds ?? FLOOD_RETRY_SECONDS_DEFAULT) + 1), scope: "channel" };
  // The nginx in front refuses anything above 50 MB with a page of its own.
  if (status === 413) return { kind: "rejected", reason };
  if (description === null) return busy(reason, FRONT_END_RETRY_SECONDS);
  if (status === 401 || status === 403) return { kind: "unauthorized", reason };
  // A bare "Not Found" means that no bot has this token; "method not found" comes from an old server.
  if (status === 404) return { kind: /method/i.test(description) ? "rejected" : "unauthorized", reason };
  if (status === 400 && NO_RIGHTS.test(description)) return { kind: "unauthorized", reason };
  return { kind: "rejected", reason };
}

/** The same for a request that changes nothing, which can be repeated even if it may have arrived. */
export function harmlessOutcomeOf(failure: Failure): Exclude<Trouble, { kind: "unknown" }> {
  const outcome = outcomeOf(failure);
  if (outcome.kind !== "unknown") return outcome;
  return busy(outcome.reason, Math.max(HARMLESS_RETRY_SECONDS, outcome.retryAfterSeconds ?? 0));
}

export function isChatNotFound(failure: Failure): boolean {
  return failure.kind === "refused" && failure.status === 400 && /chat not found/i.test(failure.description ?? "");
}

/** The failure as a sentence for the user. Telegram's message is untrusted, so it is cut and cleaned. */
export function reasonOf(failure: Failure): string {
  if (failure.kind !== "refused") return `Telegram: ${failure.reason}`;
  const words = failure.description == null ? "" : oneLine(failure.description, MESSAGE_LENGTH_MAX);
  return words ? `Telegram: ${words} (status ${failure.status})` : `Telegram: the Bot API answered with status ${failure.status}`;
}

export function busy(reason: string, retryAfterSeconds: number): Busy {
  return { kind: "busy", reason, retryAfterSeconds };
}
