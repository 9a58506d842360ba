import { z } from "zod";
import type { Server } from "../../connectors/api.ts";
import type { Read } from "../../connectors/oauth/read.ts";
import { ask } from "./api.ts";
import { reasonOf, type Sign, signOf } from "./errors.ts";
import { askPosts, spellingAt } from "./fields.ts";
import { limitsOf } from "./preferences.ts";
import type { Settings } from "./settings.ts";
import { LONG_TEXT_TICKS } from "./unverified.ts";

export interface Profile {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly pictureUrl: string | null;
  readonly limits: ReturnType<typeof limitsOf>;
  readonly protected: boolean;
}

const PASSING: readonly Sign[] = ["outage", "proxy", "throttled"];
const DEAD: readonly Sign[] = ["dead token", "suspended"];
/** X says that nothing is paid for only to those whom it knows. */
const RECOGNIZED: readonly Sign[] = ["spend cap", "no credits", "usage cap"];
const FIELDS = "id,name,username,profile_image_url,verified,verified_type,subscription_type,protected";

const Answer = z.object({
  data: z.object({
    id: z.string().regex(/^\d{1,19}$/),
    username: z.string().min(1),
    name: z.string().catch(""),
    profile_image_url: z.string().nullish().catch(null),
    subscription_type: z.string().nullish().catch(null),
    verified_type: z.string().nullish().catch(null),
    protected: z.boolean().nullish().catch(null),
  }),
});

/** The account that a token belongs to; its name may change, its id does not. */
export async function readProfile(server: Server): Promise<Read<Profile>> {
  const answer = await ask(server, { method: "GET", path: "/2/users/me", query: { "user.fields": FIELDS } });
  if (answer.kind !== "ok") {
    const sign = signOf(answer);
    const reason = `${reasonOf(answer)}.`;
    if (PASSING.includes(sign)) return { kind: "unreachable", reason };
    return { kind: "refused", reason, isDead: DEAD.includes(sign), isRecognized: RECOGNIZED.includes(sign) };
  }
  const read = Answer.safeParse(answer.body);
  if (!read.success) return { kind: "unreachable", reason: "X: the account cannot be read." };
  const { id, username, name, profile_image_url: pictureUrl, subscription_type, verified_type, protected: isProtected } = read.data.data;
  const premium = (subscription_type ?? "None") !== "None" || LONG_TEXT_TICKS.includes(verified_type ?? "");
  const limits = limitsOf(premium, subscription_type != null);
  return {
    kind: "read",
    value: { id, username, name: name || username, pictureUrl: pictureUrl ?? null, limits, protected: isProtected === true },
  };
}

/** The fewest posts that X lists. */
export const PROBE_POSTS = 5;

/** Asks once whether the account's posts can be looked up here: not every plan includes it. */
export async function settingsFor({ id, limits, protected: isProtected }: Profile, server: Server): Promise<Settings> {
  const found = { ...limits, protected: isProtected };
  const fields = { tweet: "created_at,text,note_tweet", post: "created_at,text,note_post" };
  const query = { max_results: String(PROBE_POSTS) };
  const answer = await askPosts(server, { path: `/2/users/${id}/tweets`, query, fields }, null);
  if (answer.kind === "ok") return { ...found, canLookUp: true, spelling: spellingAt(server.reach.host("api")) };
  const isDenied = answer.kind === "refused" && [401, 403].includes(answer.status) && DENIALS.includes(signOf(answer));
  return { ...found, canLookUp: isDenied ? false : null, spelling: null };
}

const DENIALS: readonly Sign[] = ["dead token", "not enrolled", "not permitted", "refused"];
