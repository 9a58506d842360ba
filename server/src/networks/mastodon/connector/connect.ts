import { z } from "zod";
import type { Call, ConnectOutcome } from "../../connectors/connector.ts";
import type { Json } from "../../connectors/json.ts";
import { type NotRead, type Read, told } from "../../connectors/oauth/read.ts";
import { ask, type Failure, type Instance, type InstanceCall } from "./api.ts";
import { apiBase, type Credentials, readCredentials, writtenInstance } from "./credentials.ts";
import { reasonOf, stopAfter } from "./errors.ts";
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
export interface TokenOwner {
  /** Host and account id, since names change. */
  readonly remoteId: string;
  readonly handle: string;
  readonly name: string;
  readonly pictureUrl: string | null;
  readonly settings: Json;
}

/** Verifies a token with its instance and reads its limits. */
export async function connect(given: unknown, call: Call): Promise<ConnectOutcome> {
  const read = readCredentials(given, call.baseUrl);
  if ("problem" in read) return { kind: "refused", reason: read.problem };
  const credentials = { ...read, instance: (await homeOf(writtenInstance(given), call)) ?? read.instance };
  const owner = await readOwner(credentials, call);
  if (owner.kind !== "read") return told(owner);
  const { remoteId, handle, pictureUrl, settings } = owner.value;
  return { kind: "connected", remoteId, handle, credentials: { ...credentials }, settings, pictureUrl };
}

/** Asks the instance whose token it is, and what the instance accepts. */
export async function readOwner(credentials: Credentials, call: InstanceCall): Promise<Read<TokenOwner>> {
  const server: Instance = { baseUrl: apiBase(credentials, call.baseUrl), accessToken: credentials.accessToken, call };
  const answer = await ask(server, { method: "GET", path: OWNER_PATH });
  if (answer.kind !== "ok") return notRead(answer, call);
  const account = Account.safeParse(answer.body);
  if (!account.success) return { kind: "refused", reason: "The server does not respond like a Mastodon server.", isDead: false };
  const [instance, software] = [await readInstance(server), await readSoftware(server)];
  const { id, username, display_name: displayName, avatar } = account.data;
  return {
    kind: "read",
    value: {
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
    },
  };
}

/** Only the instance's own denial ends a grant: a parked domain answers too. */
export function notRead(failure: Failure, call: Pick<InstanceCall, "now">): NotRead {
  const reason = reasonOf(failure);
  const isPassing = failure.kind !== "refused" || failure.status >= 500 || failure.status === 429;
  return isPassing
    ? { kind: "unreachable", reason }
    : { kind: "refused", reason, isDead: stopAfter(failure, call).kind === "unauthorized" };
}

/** Extracts the account's id on its instance from the channel's identity. */
export function accountIdOf(remoteId: string): string {
  return remoteId.slice(remoteId.lastIndexOf("/") + 1);
}
