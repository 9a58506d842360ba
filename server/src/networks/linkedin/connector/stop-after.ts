import { addSeconds, toEpochMilliseconds, toInstant } from "@rostrum/contract/formats.ts";
import { type Failure, reasonOf } from "./api.ts";
import { busy, isLimitOfApplication, type Stop, signOf } from "./errors.ts";
import { VERSION } from "./version.ts";
import { isMember, type Work } from "./work.ts";

const OUTAGE_RETRY_SECONDS = 60;
const NOT_READY_SECONDS = 30;
const FORBIDDEN_RETRY_SECONDS = 60;
const VERSION_RETRY_SECONDS = 3600;
const FIRST_THROTTLE_SECONDS = 15 * 60;

/** The outcome of a request that failed and that readers could not have noticed. */
export async function stopAfter(work: Pick<Work, "server" | "progress" | "author">, failure: Failure): Promise<Stop> {
  const { server, progress } = work;
  const reason = reasonOf(failure);
  if (failure.kind === "unreached") return { ...busy(reason, OUTAGE_RETRY_SECONDS), scope: "channel" };
  const asked = failure.kind === "refused" ? failure.retryAfterSeconds : null;
  switch (signOf(failure)) {
    case "outage":
    case "conflict":
      return busy(reason, Math.max(OUTAGE_RETRY_SECONDS, asked ?? 0));
    case "dead token":
      return { kind: "unauthorized", reason: `${reason}. Log in to LinkedIn again.`, scope: "grant" };
    case "no permission":
      return {
        kind: "unauthorized",
        reason: `${reason}. ${isMember(work) ? NO_PERMISSION : NO_ROLE}`,
      };
    case "forbidden media":
      if ((await progress.strike("forbidden media")) === 1) return busy(reason, FORBIDDEN_RETRY_SECONDS);
      return { kind: "rejected", reason: `${reason}. LinkedIn may want an administrator of the Page to upload files: log in as one.` };
    case "not ready":
    case "no activity":
      return busy(reason, Math.max(NOT_READY_SECONDS, asked ?? 0));
    case "throttled":
      return {
        kind: "held",
        reason,
        retryAfterSeconds: asked ?? (await throttleSeconds(work)),
        scope: isLimitOfApplication(failure) ? "application" : "grant",
      };
    case "old version": {
      const version = server.reach.apiVersion ?? VERSION;
      const advice = `LinkedIn no longer takes the version ${version} of its API: set ROSTRUM_LINKEDIN_API_VERSION to a newer one and restart the service.`;
      return {
        kind: "held",
        reason: `${advice} Nothing was published, and what is due waits.`,
        retryAfterSeconds: VERSION_RETRY_SECONDS,
        scope: "application",
      };
    }
    default:
      return { kind: "rejected", reason };
  }
}

const NO_PERMISSION = "LinkedIn does not say why. If this goes on, log in again and allow everything that is asked for.";
const NO_ROLE =
  "Either your role on the Page has changed: ask its administrator for the role of a content admin. Or a permission was not given: log in again and allow everything that is asked for.";

/** Quotas begin anew at midnight: https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/rate-limits (2025-06). */
async function throttleSeconds({ server, progress }: Pick<Work, "server" | "progress">): Promise<number> {
  if ((await progress.strike("throttled")) === 1) return FIRST_THROTTLE_SECONDS;
  const now = server.reach.now();
  const midnight = toInstant(`${addSeconds(now, 86_400).slice(0, 10)}T00:00:00Z`);
  return Math.ceil((toEpochMilliseconds(midnight) - toEpochMilliseconds(now)) / 1000);
}
