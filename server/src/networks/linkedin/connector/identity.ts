import { z } from "zod";
import { ask, type Failure, reasonOf, type Server } from "./api.ts";
import { signOf } from "./errors.ts";

/** The person whose token it is. */
export interface Person {
  /** Trap: each application knows a person by another id. */
  readonly id: string;
  readonly name: string;
  readonly pictureUrl: string | null;
}

export type PersonOrNot =
  | { readonly kind: "read"; readonly person: Person }
  /** `isDenied`: the token itself was refused; that happens at random too. */
  | { readonly kind: "refused"; readonly reason: string; readonly isDenied: boolean }
  | { readonly kind: "unreachable"; readonly reason: string };

const Userinfo = z.object({ sub: z.string().min(1), name: z.string().nullish(), picture: z.string().nullish() });
const Me = z.object({ id: z.string().min(1), localizedFirstName: z.string().nullish(), localizedLastName: z.string().nullish() });

/**
 * With the scope `openid` as OpenID Connect says it, else with `r_basicprofile` as LinkedIn does: which one a token has depends on
 * the application's product.
 */
export async function readPerson(server: Server): Promise<PersonOrNot> {
  const userinfo = await ask(server, { method: "GET", path: "/v2/userinfo" });
  if (userinfo.kind === "ok") {
    const read = Userinfo.safeParse(userinfo.body).data;
    return read === undefined
      ? UNREADABLE
      : { kind: "read", person: { id: read.sub, name: read.name || read.sub, pictureUrl: read.picture ?? null } };
  }
  if (userinfo.kind !== "refused" || signOf(userinfo) === "outage") return notRead(userinfo);
  const me = await ask(server, { method: "GET", path: "/v2/me" });
  if (me.kind !== "ok") return notRead(me);
  const read = Me.safeParse(me.body).data;
  if (read === undefined) return UNREADABLE;
  const name = [read.localizedFirstName, read.localizedLastName].filter((part) => part).join(" ");
  return { kind: "read", person: { id: read.id, name: name || read.id, pictureUrl: null } };
}

const UNREADABLE: PersonOrNot = { kind: "unreachable", reason: "LinkedIn: the profile cannot be read." };

function notRead(failure: Failure): PersonOrNot {
  const reason = reasonOf(failure);
  const sign = signOf(failure);
  if (sign === "dead token") return { kind: "refused", reason, isDenied: true };
  if (sign === "no permission" || sign === "refused") return { kind: "refused", reason, isDenied: false };
  return { kind: "unreachable", reason };
}
