import { z } from "zod";
import type { Server } from "../../connectors/api.ts";
import { type GraphFailure, reasonOf } from "../../connectors/meta/graph.ts";
import type { Stop } from "../../connectors/signs.ts";
import { ask } from "./api.ts";
import { HOUR_SECONDS, signOf } from "./errors.ts";

const STATES = ["IN_PROGRESS", "FINISHED", "PUBLISHED", "ERROR", "EXPIRED"] as const;
const Container = z.object({ status: z.enum(STATES), error_message: z.string().nullish() });

/** What Threads says about a container: https://developers.facebook.com/documentation/threads/troubleshooting (2026-11). */
export type Reading =
  | { readonly kind: "read"; readonly status: (typeof STATES)[number]; readonly message: string | null }
  | { readonly kind: "missing"; readonly reason: string }
  /** `isRefused`: Threads was there, and did not say. */
  | { readonly kind: "unread"; readonly isRefused: boolean; readonly halt: Extract<Stop, { kind: "notAsked" | "unauthorized" }> };

const ASK_AGAIN_SECONDS = 60;

export async function readContainer(server: Server, container: string): Promise<Reading> {
  const answer = await ask(server, { method: "GET", path: `/${container}`, fields: { fields: "id,status,error_message" } });
  if (answer.kind !== "ok") {
    return signOf(answer) === "missing" ? { kind: "missing", reason: reasonOf("Threads", answer) } : couldNotAsk(answer);
  }
  const read = Container.safeParse(answer.body);
  if (!read.success) {
    const reason = "Threads: the container's status cannot be read.";
    return { kind: "unread", isRefused: false, halt: { kind: "notAsked", reason, retryAfterSeconds: ASK_AGAIN_SECONDS } };
  }
  return { kind: "read", status: read.data.status, message: read.data.error_message ?? null };
}

/** Reads have failed for days with refusals while the token was valid (unverified). */
function couldNotAsk(failure: GraphFailure): Reading {
  const reason = reasonOf("Threads", failure);
  const sign = signOf(failure);
  const isRefused = sign === "refused" || sign === "no permission";
  if (sign === "dead token") return { kind: "unread", isRefused, halt: { kind: "unauthorized", reason, scope: "grant" } };
  if (sign === "no permission")
    return { kind: "unread", isRefused, halt: { kind: "unauthorized", reason, scope: "grant", askAgainSeconds: ASK_AGAIN_SECONDS } };
  const asked = failure.kind === "refused" ? (failure.retryAfterSeconds ?? 0) : 0;
  const least = sign === "throttled" ? HOUR_SECONDS : ASK_AGAIN_SECONDS;
  return { kind: "unread", isRefused, halt: { kind: "notAsked", reason, retryAfterSeconds: Math.max(least, asked) } };
}
