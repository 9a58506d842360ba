import { z } from "zod";
import type { Call, ConnectOutcome } from "../../connectors/connector.ts";
import type { Json } from "../../connectors/json.ts";
import { ask, type Instance, type InstanceCall } from "./api.ts";
import { apiBase, type Credentials, readCredentials, writtenInstance } from "./credentials.ts";
import { reasonOf } from "./errors.ts";
import { homeOf } from "./home.ts";
import { readInstance, STOCK_LIMITS } from "./limits.ts";
import { readSoftware, softwareKeepsKeys } from "./software.ts";

/** Whose token a request has. */
export const OWNER_PATH = "/api/v1/accounts/verify_credentials";

const Account = z.object({
  id: z.string().min(1),
  username: z.string().min(1),
  display_name: z.string().catch(""),
  avatar: z.string().nullish().catch(null),
});

/** The account that a token acts as. */
export type TokenOwner =
  | {
      readonly kind: "known";
      /** Host and account id, since names change. */
      readonly remoteId: string;
      readonly handle: string;
      readonly name: string;
      readonly pictureUrl: string | null;
      readonly settings: Json;
    }
  | { readonly kind: "refused" | "unreachable"; readonly reason: string };

/** Verifies a token with its instance and reads its limits. */
export async function connect(given: unknown, call: Call): Promise<ConnectOutcome> {
  const read = readCredentials(given, call.baseUrl);
  if ("problem" in read) return { kind: "refused", reason: read.problem };
  const credentials = { ...read, instance: (await homeOf(writtenInstance(given), call)) ?? read.instance };
  const owner = await readOwner(credentials, call);
  if (owner.kind !== "known") return owner;
  const { remoteId, handle, pictureUrl, settings } = owner;
  return { kind: "connected", remoteId, handle, credentials: { ...credentials }, settings, pictureUrl };
}

/** Asks the instance whose token it is, and what the instance accepts. */
export async function readOwner(credentials: Credentials, call: InstanceCall): Promise<TokenOwner> {
  const server: Instance = { baseUrl: apiBase(credentials, call.baseUrl), accessToken: credentials.accessToken, call };
  const answer = await ask(server, { method: "GET", path: OWNER_PATH });
  if (answer.kind === "refused") {
    const isPassing = answer.status >= 500 || answer.status === 429;
    return { kind: isPassing ? "unreachable" : "refused", reason: reasonOf(answer) };
  }
  if (answer.kind !== "ok") return { kind: "unreachable", reason: reasonOf(answer) };
  const account = Account.safeParse(answer.body);
  if (!account.success) return { kind: "refused", reason: "The server does not respond like a Mastodon server." };
  const [instance, software] = [await readInstance(server), await readSoftware(server)];
  const { id, username, display_name: displayName, avatar } = account.data;
  return {
    kind: "known",
    remoteId: `${credentials.instance}/${id}`,
    handle: `@${username}@${instance?.domain ?? credentials.instance}`,
    name: displayName.trim() || username,
    pictureUrl: avatar || null,
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
