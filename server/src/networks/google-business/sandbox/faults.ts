import { googlePurpose } from "../../sandbox/google/log-in.ts";
import { answerOf, type GoogleError, OUTAGE, UNAUTHENTICATED } from "../../sandbox/google/refusals.ts";
import type { SandboxFaults } from "../../sandbox/network.ts";
import { exhausted, NOT_PERMITTED } from "./refusals.ts";

const LOCATION = String.raw`\/v4\/accounts\/[^/]+\/locations\/[^/]+`;
const COLLECTION = new RegExp(`^${LOCATION}/(localPosts|media)$`);
const ITEM = new RegExp(`^${LOCATION}/(localPosts|media)/[^/]+$`);

/** Google takes the same post twice, so it has no duplicate refusal. What it reviews are posts, once they are made. */
export const googleBusinessFaults: SandboxFaults = {
  supports: ["processing", "processing-fails", "upload-lost", "container-ends", "late-lists", "token-ended", "access-revoked", "quota"],
  processes: ["post"],
  purpose({ method, path }) {
    const ofLogIn = googlePurpose(path);
    if (ofLogIn !== undefined) return ofLogIn;
    if (COLLECTION.test(path)) return method === "POST" ? "post" : "list";
    if (ITEM.test(path)) return method === "GET" ? "read" : "other";
    if (path.startsWith("/upload/")) return "upload";
    return /^\/(v4|management|information)\//.test(path) ? "other" : null;
  },
  refusal(kind) {
    return kind === "duplicate" ? null : answerOf(REFUSALS[kind], "details");
  },
};

const REFUSALS: Readonly<Record<"rate" | "broken" | "revoked" | "unread", GoogleError>> = {
  rate: exhausted("mybusiness.googleapis.com", "Requests"),
  broken: OUTAGE,
  revoked: UNAUTHENTICATED,
  unread: NOT_PERMITTED,
};
