import type { GoogleFailure } from "../../connectors/google/api.ts";
import { waitAsked } from "../../connectors/google/api.ts";
import { busy, isLimitOfProfile, type Stop, signOf } from "./errors.ts";
import { reasonFor } from "./server.ts";
import { THROTTLE_SECONDS } from "./unverified.ts";

const OUTAGE_RETRY_SECONDS = 60;
const PROXY_RETRY_SECONDS = 300;
const OPERATOR_RETRY_SECONDS = 3600;

/** What only the operator of this service can change. */
export const SWITCH_ON =
  "The operator of this service has to switch this API on in the Google Cloud project: /help/networks/google-business.";
export const APPLY = "Google has not approved the operator's Google Cloud project for business profiles: /help/networks/google-business.";

/** The outcome of a request that failed and that readers could not have noticed. */
export function stopAfter(failure: GoogleFailure): Stop {
  const reason = reasonFor(failure);
  if (failure.kind === "unreached") return { ...busy(reason, OUTAGE_RETRY_SECONDS), scope: "channel" };
  const { retryAfterSeconds = 0 } = waitAsked(failure);
  switch (signOf(failure)) {
    case "outage":
      return busy(reason, Math.max(OUTAGE_RETRY_SECONDS, retryAfterSeconds));
    case "proxy":
      return busy(reason, Math.max(PROXY_RETRY_SECONDS, retryAfterSeconds));
    case "throttled": {
      const scope = isLimitOfProfile(failure) ? "channel" : "application";
      return { kind: "held", reason, retryAfterSeconds: Math.max(THROTTLE_SECONDS, retryAfterSeconds), scope };
    }
    case "switched off":
      return held(`${reason}. ${SWITCH_ON}`);
    case "not granted":
      return held(`${reason}. ${APPLY}`);
    case "dead token":
      return { kind: "unauthorized", reason: `${reason}. Log in to Google again.`, scope: "grant" };
    case "no scope":
      return { kind: "unauthorized", reason: `${reason}. Log in to Google again and allow everything that it lists.` };
    case "no role":
      return { kind: "unauthorized", reason: `${reason}. Log in with somebody who manages this location.` };
    case "gone":
      return { kind: "unauthorized", reason: `${reason}. The location was removed, or is no longer in this account: connect it again.` };
    case "no posts here":
      return { kind: "unauthorized", reason: `${reason}. Google lets nobody publish for this location through its API.` };
    case "wrong address":
      return { kind: "rejected", reason: `${reason}: there is no such address. That is a mistake of this service, not of yours.` };
    default:
      return { kind: "rejected", reason };
  }
}

function held(reason: string): Stop {
  return { kind: "held", reason, retryAfterSeconds: OPERATOR_RETRY_SECONDS, scope: "application" };
}
