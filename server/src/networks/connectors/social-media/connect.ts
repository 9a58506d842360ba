import { randomUUID } from "node:crypto";
import type { Call, ConnectOutcome } from "../connector.ts";
import { identityOf, readCredentials } from "./credentials.ts";
import { readAnswer } from "./errors.ts";
import { send } from "./visible.ts";

/** Sends a signed ping; only a receiver that responds with success is connected. It may give its name. */
export async function connect(given: unknown, call: Call): Promise<ConnectOutcome> {
  const credentials = readCredentials(given);
  if ("problem" in credentials) return { kind: "refused", reason: credentials.problem };
  const answer = readAnswer(await send({ event: "ping", id: randomUUID(), content: {} }, credentials, call), call);
  if (answer.kind === "busy" || answer.kind === "unknown") return { kind: "unreachable", reason: answer.reason };
  if (answer.kind !== "taken") return { kind: "refused", reason: answer.reason };
  return {
    kind: "connected",
    remoteId: identityOf(credentials),
    handle: answer.name ?? new URL(credentials.url).host,
    credentials: { ...credentials },
    settings: {},
  };
}
