import { z } from "zod";
import type { Server } from "../../connectors/api.ts";
import type { Read } from "../../connectors/oauth/read.ts";
import { pictureAt } from "../../connectors/reply.ts";
import { ask, reasonOf } from "./api.ts";
import { signOf } from "./errors.ts";

export interface Person {
  /** TikTok's id of the person for this application. */
  readonly id: string;
  readonly name: string;
  /** Null without the permission for it. */
  readonly username: string | null;
  readonly pictureUrl: string | null;
}

const FIELDS = ["open_id", "avatar_url", "display_name"];
const Form = z.object({
  user: z.object({
    open_id: z.string().min(1),
    avatar_url: z.string().nullish(),
    display_name: z.string().nullish(),
    username: z.string().nullish(),
  }),
});

/** https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info (2026-11); asked for a field without its permission, it refuses. */
export async function readPerson(server: Server, { hasProfile }: { readonly hasProfile: boolean }): Promise<Read<Person>> {
  const fields = hasProfile ? [...FIELDS, "username"] : FIELDS;
  const answer = await ask(server, { method: "GET", path: "/v2/user/info/", fields });
  if (answer.kind !== "ok") {
    const reason = reasonOf(answer);
    const sign = signOf(answer);
    const isDead = sign === "dead token" || sign === "no permission";
    return isDead || sign === "refused" ? { kind: "refused", reason, isDead } : { kind: "unreachable", reason };
  }
  const user = Form.safeParse(answer.data).data?.user;
  if (user === undefined) return { kind: "unreachable", reason: "TikTok: the account cannot be read." };
  const username = user.username || null;
  return {
    kind: "read",
    value: {
      id: user.open_id,
      name: user.display_name || username || "TikTok",
      username,
      pictureUrl: pictureAt(user.avatar_url),
    },
  };
}

/** As readers know it. */
export function handleOf({ username, name }: Pick<Person, "username" | "name">): string {
  return username === null ? name : `@${username}`;
}
