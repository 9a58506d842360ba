import type { AccountPreferences } from "@rostrum/contract/preferences.ts";
import type { Server } from "../../connectors/api.ts";
import type { Json } from "../../connectors/json.ts";
import type { NotRead, Read } from "../../connectors/oauth/read.ts";
import { type Failure, HOSTS, reasonOf } from "./api.ts";
import { readCreator } from "./creator.ts";
import { signOf } from "./errors.ts";
import { handleOf, type Person } from "./person.ts";
import { accountPreferences, UNAUDITED } from "./preferences.ts";

/** An account as it is connected. */
export interface TikTokAccount {
  readonly handle: string;
  readonly settings: Json;
  readonly preferences: AccountPreferences;
  /** What will not work, as sentences. */
  readonly limits: readonly string[];
}

/** What is asked about it, by the permissions that were given. */
export interface Questions {
  readonly mayPublish: boolean;
  readonly isAudited: boolean;
}

export async function readAccount(server: Server, person: Person, { mayPublish, isAudited }: Questions): Promise<Read<TikTokAccount>> {
  const answer = mayPublish ? await readCreator(server) : null;
  if (answer !== null && answer.kind !== "read" && !mayPass(answer)) return notRead(answer);
  const creator = answer?.kind === "read" ? answer.creator : null;
  const username = person.username ?? creator?.username ?? null;
  return {
    kind: "read",
    value: {
      handle: handleOf({ ...person, username }),
      settings: creator?.videoSeconds == null ? {} : { videoSeconds: creator.videoSeconds },
      // Without an answer the choices are TikTok's own; before each post it is asked again.
      preferences: mayPublish && creator === null ? {} : accountPreferences(creator, isAudited),
      limits: [...(mayPublish && !isAudited ? [UNAUDITED] : []), ...(server.reach.host("api") === HOSTS.api ? [ADDRESS] : [])],
    },
  };
}

function notRead(failure: Failure): NotRead {
  const reason = reasonOf(failure);
  const isDead = signOf(failure) === "dead token";
  if (signOf(failure) === "no permission") return { kind: "refused", reason: `${reason}. It needs the permission video.publish.`, isDead };
  return isDead ? { kind: "refused", reason, isDead } : { kind: "unreachable", reason };
}

/** A quota of today says nothing against the account. */
function mayPass(failure: Failure): boolean {
  return ["too many posts", "too many drafts", "user cap", "banned"].includes(signOf(failure));
}

const ADDRESS = "TikTok fetches photos from this service, and only from an address that is verified in the application at TikTok.";
