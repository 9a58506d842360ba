import { z } from "zod";
import type { Server } from "../../connectors/api.ts";
import type { NotRead, Read } from "../../connectors/oauth/read.ts";
import { ask, type Failure, reasonOf } from "./api.ts";
import { signOf } from "./errors.ts";

/** The person whose token it is. */
export interface Person {
  /** Trap: each application knows a person by another id. */
  readonly id: string;
  readonly name: string;
  readonly pictureUrl: string | null;
}

const Userinfo = z.object({ sub: z.string().min(1), name: z.string().nullish(), picture: z.string().nullish() });
const Me = z.object({ id: z.string().min(1), localizedFirstName: z.string().nullish(), localizedLastName: z.string().nullish() });

/**
 * With the scope `openid` as OpenID Connect says it, else with `r_basicprofile` as LinkedIn does: which one a token has depends on
 * the application's product.
 */
export async function readPerson(server: Server): Promise<Read<Person>> {
  const userinfo = await ask(server, { method: "GET", path: "/v2/userinfo" });
  if (userinfo.kind === "ok") {
    const read = Userinfo.safeParse(userinfo.body).data;
    return read === undefined
      ? UNREADABLE
      : { kind: "read", value: { id: read.sub, name: read.name || read.sub, pictureUrl: read.picture ?? null } };
  }
  if (userinfo.kind !== "refused" || signOf(userinfo) === "outage") return notRead(userinfo);
  const me = await ask(server, { method: "GET", path: "/v2/me" });
  if (me.kind !== "ok") return notRead(me);
  const read = Me.safeParse(me.body).data;
  if (read === undefined) return UNREADABLE;
  const name = [read.localizedFirstName, read.localizedLastName].filter((part) => part).join(" ");
  return { kind: "read", value: { id: read.id, name: name || read.id, pictureUrl: null } };
}

const UNREADABLE: NotRead = { kind: "unreachable", reason: "LinkedIn: the profile cannot be read." };

function notRead(failure: Failure): NotRead {
  const reason = reasonOf(failure);
  const sign = signOf(failure);
  const isDead = sign === "dead token";
  return isDead || sign === "no permission" || sign === "refused" ? { kind: "refused", reason, isDead } : { kind: "unreachable", reason };
}
