import { z } from "zod";
import { IsoMicros } from "../formats.ts";
import { NAME_LENGTH_MAX } from "../limits.ts";
import { privateOperation } from "../operation.ts";
import { Id, text } from "../text.ts";
import { User } from "../user.ts";
import { LANGUAGES } from "../words.ts";
import { NewEmail, ZoneName } from "./fields.ts";
import { ApiKey, KeyPath, MadeKey, NewKey, Password } from "./users.ts";

const errors = [400, 401, 403, 404, 413, 415, 422, 500] as const;
const shared = { tag: "Dashboard", status: 200, errors, allows: "person" } as const;
const Nothing = z.object({});

export const ProfileChange = z.object({
  name: text({ min: 1, max: NAME_LENGTH_MAX }).optional().meta({ description: "Display name." }),
  timezone: ZoneName.nullable().optional().meta({ description: "The person's own IANA timezone; null for none." }),
  language: z.enum(LANGUAGES).nullable().optional().meta({ description: "Of pages and mails; null: whatever the browser asks for." }),
});
export type ProfileChange = z.output<typeof ProfileChange>;

const OwnSession = z.object({
  id: Id,
  browser: z.string().nullable().meta({ description: "What the browser called itself at sign-in." }),
  createdAt: IsoMicros,
  lastUsedAt: IsoMicros.meta({ description: "To the hour." }),
  isCurrent: z.boolean().meta({ description: "Whether it is the one that this request was made with." }),
});

const Program = z.object({
  clientId: z.string(),
  name: z.string(),
  host: z.string().nullable().meta({ description: "The host that publishes the program; null if nobody vouches for its name." }),
  grantedAt: IsoMicros,
  lastUsedAt: IsoMicros.nullable(),
  mayWrite: z.boolean(),
});

const Use = z.object({ used: z.int(), max: z.int().nullable().meta({ description: "Null: no limit." }) });

const OwnAccount = z.object({
  sensitiveActions: z.boolean().meta({ description: "Whether posts may be deleted through the API." }),
  usage: z.object({ brands: Use, collections: Use, automations: Use, scheduledPosts: Use, mediaBytes: Use }),
});

/** What people have of their own: profile, password, sessions, keys, programs and account. */
export const profileOperations = {
  updateProfile: privateOperation({
    ...shared,
    method: "PATCH",
    path: "/profile",
    summary: "Change one's own name, timezone or language",
    description: "Fields left out stay as they are.",
    body: ProfileChange,
    data: User,
  }),
  changeOwnPassword: privateOperation({
    ...shared,
    method: "POST",
    path: "/profile/password",
    summary: "Change one's own password",
    description:
      "Wrong guesses at the current password count as at sign-in. All other sessions end; this one goes on under a new secret, so the token has to be read again.",
    body: z.object({
      password: text({ min: 1, max: 1024 }).meta({ description: "The current password." }),
      newPassword: Password,
    }),
    data: Nothing,
  }),
  changeOwnEmail: privateOperation({
    ...shared,
    method: "POST",
    path: "/profile/email",
    summary: "Change one's own e-mail address",
    description:
      "A link is sent to the new address, and the change happens when it is used; the answer does not say whether the address is taken. The person that the demo has made up changes theirs at once: 409 if it is taken. Wrong guesses at the password count as at sign-in. 422 if the service sends no mail.",
    body: z.object({
      email: NewEmail.meta({ description: "The new address." }),
      password: text({ min: 1, max: 1024 }).meta({ description: "The current password." }),
    }),
    data: z.object({
      state: z.enum(["sent", "changed"]).meta({ description: "Whether a link was sent, or the address has been changed." }),
    }),
    errors: [...errors, 409],
  }),
  sendVerification: privateOperation({
    ...shared,
    method: "POST",
    path: "/profile/verification",
    summary: "Have the link that confirms one's own e-mail address sent again",
    description: "Earlier links no longer work. 422 if the address is confirmed already, or the service sends no mail.",
    data: Nothing,
  }),
  listOwnSessions: privateOperation({
    ...shared,
    method: "GET",
    path: "/profile/sessions",
    summary: "List one's own sessions",
    description: "Last used first.",
    data: z.array(OwnSession),
  }),
  endOwnSession: privateOperation({
    ...shared,
    method: "DELETE",
    path: "/profile/sessions/{session_id}",
    summary: "Sign out in one browser",
    description: "Takes effect with that browser's next request.",
    params: z.object({ sessionId: Id.meta({ description: "Id of the session." }) }),
    data: Nothing,
  }),
  endOtherSessions: privateOperation({
    ...shared,
    method: "DELETE",
    path: "/profile/sessions",
    summary: "Sign out in all other browsers",
    description: "This session stays. Connected programs stay connected.",
    data: z.object({ ended: z.int() }),
  }),
  signOut: privateOperation({
    ...shared,
    method: "DELETE",
    path: "/session",
    summary: "Sign out in this browser",
    description: "Ends this session.",
    data: Nothing,
  }),
  showOwnAccount: privateOperation({
    ...shared,
    method: "GET",
    path: "/account",
    summary: "Show one's own account: settings, limits and what is used of them",
    description: "Counts everything in the brands that belong to it.",
    data: OwnAccount,
  }),
  updateOwnAccount: privateOperation({
    ...shared,
    method: "PATCH",
    path: "/account",
    summary: "Change the settings of one's own account",
    description: "Fields left out stay as they are.",
    body: z.object({ sensitiveActions: z.boolean().optional() }),
    data: OwnAccount,
  }),
  listOwnKeys: privateOperation({
    ...shared,
    method: "GET",
    path: "/keys",
    summary: "List one's own API keys, without their secrets",
    description: "Oldest first, revoked and expired ones too.",
    data: z.array(ApiKey),
  }),
  createOwnKey: privateOperation({
    ...shared,
    method: "POST",
    path: "/keys",
    summary: "Create an API key of one's own",
    description: "The key is shown only once; only its hash is stored.",
    body: NewKey.omit({ user: true }),
    data: MadeKey,
  }),
  revokeOwnKey: privateOperation({
    ...shared,
    method: "DELETE",
    path: "/keys/{key_id}",
    summary: "Revoke one of one's own API keys",
    description: "Takes effect from the next request. Revoking a revoked key changes nothing.",
    params: KeyPath,
    data: z.object({ id: Id }),
  }),
  listPrograms: privateOperation({
    ...shared,
    method: "GET",
    path: "/programs",
    summary: "List the programs that one has let in",
    description: "Oldest first.",
    data: z.array(Program),
  }),
  disconnectProgram: privateOperation({
    ...shared,
    method: "DELETE",
    path: "/programs",
    summary: "Disconnect a program",
    description: "Takes effect with its next request, for oneself alone. Disconnecting one that is not connected changes nothing.",
    query: z.object({ clientId: text({ min: 1, max: 512 }).meta({ description: "Id of the program." }) }),
    data: Nothing,
  }),
} as const;
