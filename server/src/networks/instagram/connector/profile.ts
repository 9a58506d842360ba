import { z } from "zod";
import type { Server } from "../../connectors/api.ts";
import { accessTrouble } from "../../connectors/meta/facebook-access.ts";
import { askGraph, type GraphFailure, isOutage, reasonOf } from "../../connectors/meta/graph.ts";
import type { NotRead, Read } from "../../connectors/oauth/read.ts";
import { IdForm } from "../../connectors/reply.ts";
import { baseOf } from "./session.ts";

/** The account that an Instagram token belongs to. */
export interface Profile {
  readonly userId: string;
  readonly username: string;
  readonly name: string;
  readonly pictureUrl: string | null;
  /** Why it cannot publish, as a sentence; null if it can. */
  readonly problem: string | null;
}

const Me = z.object({
  user_id: IdForm,
  username: z.string().min(1),
  name: z.string().nullish(),
  profile_picture_url: z.string().nullish(),
  account_type: z.string().nullish(),
});

const NOT_PROFESSIONAL =
  "This is a personal account, and Instagram lets only professional ones publish. Switch to a professional account (Business or Creator) in the settings of the Instagram app, then connect again.";

/** https://developers.facebook.com/documentation/instagram-platform/instagram-api-with-instagram-login/get-started (2026-10). */
export async function readProfile({ token, reach }: Server): Promise<Read<Profile>> {
  const fields = { fields: "user_id,username,name,profile_picture_url,account_type" };
  const reply = await askGraph(reach, { method: "GET", url: `${baseOf("instagram", reach)}/me`, token, fields });
  if (reply.kind !== "ok") return notRead(reply);
  const me = Me.safeParse(reply.body).data;
  if (me === undefined) return notRead({ kind: "lost", reason: "the response does not say whose token it is" });
  const { user_id: userId, username, name, profile_picture_url: pictureUrl, account_type: type } = me;
  const problem = type === "PERSONAL" ? NOT_PROFESSIONAL : null;
  return { kind: "read", value: { userId, username, name: name || username, pictureUrl: pictureUrl ?? null, problem } };
}

/** What keeps the account from being connected; trouble that the person can end at Instagram is no end of the token. */
export function notRead(failure: GraphFailure): NotRead {
  const reason = reasonOf("Instagram", failure);
  if (failure.kind === "refused" && /not an instagram business/i.test(failure.error?.message ?? "")) {
    return { kind: "refused", reason: `${reason}. ${NOT_PROFESSIONAL}`, isDead: false };
  }
  const trouble = accessTrouble(failure);
  if (trouble !== null) return { kind: "refused", reason, isDead: !trouble.mayComeBack };
  return isOutage(failure) ? { kind: "unreachable", reason } : { kind: "refused", reason, isDead: false };
}
