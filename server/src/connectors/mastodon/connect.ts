import { z } from "zod";
import type { Call, ConnectOutcome } from "../connector.ts";
import { ask, type Server } from "./api.ts";
import { apiBase, readCredentials } from "./credentials.ts";
import { reasonOf } from "./errors.ts";
import { readInstance, STOCK_LIMITS } from "./limits.ts";
import { readSoftware, softwareKeepsKeys } from "./software.ts";

const Account = z.object({ id: z.string().min(1), username: z.string().min(1) });

/** Verifies a token with its instance and reads its limits. The identity is host and account id, since names change. */
export async function connect(given: unknown, call: Call): Promise<ConnectOutcome> {
  const credentials = readCredentials(given, call.baseUrl);
  if ("problem" in credentials) return { kind: "refused", reason: credentials.problem };
  const server: Server = { baseUrl: apiBase(credentials, call.baseUrl), accessToken: credentials.accessToken, keepsKeys: false, call };
  const answer = await ask(server, { method: "GET", path: "/api/v1/accounts/verify_credentials" });
  if (answer.kind === "refused") {
    const isPassing = answer.status >= 500 || answer.status === 429;
    return { kind: isPassing ? "unreachable" : "refused", reason: reasonOf(answer) };
  }
  if (answer.kind !== "ok") return { kind: "unreachable", reason: reasonOf(answer) };
  const account = Account.safeParse(answer.body);
  if (!account.success) return { kind: "refused", reason: "The server does not respond like a Mastodon server." };
  const [instance, software] = [await readInstance(server), await readSoftware(server)];
  return {
    kind: "connected",
    remoteId: `${credentials.instance}/${account.data.id}`,
    handle: `@${account.data.username}@${instance?.domain ?? credentials.instance}`,
    credentials: { ...credentials },
    settings: {
      version: instance?.version ?? null,
      software: software === null ? null : { ...software },
      keepsKeys: softwareKeepsKeys(software),
      ...(instance?.limits ?? STOCK_LIMITS),
    },
  };
}

/** Extracts the account's id on its instance from the channel's identity. */
export function accountIdOf(remoteId: string): string {
  return remoteId.slice(remoteId.lastIndexOf("/") + 1);
}
