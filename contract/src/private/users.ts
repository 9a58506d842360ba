import { z } from "zod";
import { IsoMicros } from "../formats.ts";
import { NAME_LENGTH_MAX } from "../limits.ts";
import { Id, text } from "../text.ts";
import { Email, Moment, NewEmail, ZoneName } from "./fields.ts";

/** OWASP and NIST ask for at least 8 characters; the upper bound limits the cost of hashing. */
export const PASSWORD_LENGTH_MIN = 8;
export const PASSWORD_LENGTH_MAX = 1024;

export const Password = text({ min: 1, max: PASSWORD_LENGTH_MAX })
  .refine((value) => [...value].length >= PASSWORD_LENGTH_MIN, {
    params: { sentence: `must have at least ${PASSWORD_LENGTH_MIN} characters` },
  })
  .meta({ flag: "stdin", description: `The password, at least ${PASSWORD_LENGTH_MIN} characters.` });

const user = Email.meta({ description: "E-mail address of the user." });

export const UserQuery = z.object({ user });

export const NewUser = z.object({
  name: text({ min: 1, max: NAME_LENGTH_MAX }).meta({ description: "Display name." }),
  email: NewEmail.meta({ description: "E-mail address, used to sign in." }),
  timezone: ZoneName.optional().meta({ description: "The user's own IANA timezone." }),
  verified: z.boolean().default(true).meta({ description: "Verified users may have 10 slots a day instead of 5." }),
  operator: z.boolean().optional().meta({ flag: "switch", description: "Let the user operate this service from the dashboard." }),
  password: Password.optional(),
});

export const UserChange = z.object({
  name: text({ min: 1, max: NAME_LENGTH_MAX }).optional().meta({ description: "Display name." }),
  email: NewEmail.optional().meta({ description: "New e-mail address, used to sign in; it must be free." }),
  timezone: ZoneName.optional().meta({ description: "The user's own IANA timezone." }),
  verified: z.boolean().optional().meta({ flag: "on|off", description: "Whether the user may have 10 slots a day instead of 5." }),
  operator: z.boolean().optional().meta({ flag: "on|off", description: "Whether the user may operate this service from the dashboard." }),
});
export type UserChange = z.output<typeof UserChange>;

export const UserLink = z.object({
  url: z.string().meta({ description: "Works once, and only for the address that the user has now." }),
  expiresAt: IsoMicros,
});

export const UserOnly = z.object({ user });

export const MadeUser = z.object({ id: z.string(), email: z.string() });

export const ListedUser = MadeUser.extend({
  name: z.string(),
  timezone: z.string().nullable(),
  verified: z.boolean(),
  operator: z.boolean(),
  joinedAt: IsoMicros,
});

export const NewPassword = z.object({ user, password: Password });

export const NewKey = z.object({
  user,
  name: text({ min: 1, max: NAME_LENGTH_MAX }).meta({ description: "What the key is for." }),
  expiresAt: Moment.optional().meta({ description: "When the key stops working, ISO 8601 with an offset; never when left out." }),
});

export const MadeKey = z.object({ id: Id, key: z.string() });

export const KeyPath = z.object({ keyId: Id.meta({ description: "Id of the key." }) });

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  hint: z.string(),
  createdAt: IsoMicros,
  lastUsedAt: IsoMicros.nullable(),
  expiresAt: IsoMicros.nullable(),
  revokedAt: IsoMicros.nullable(),
});
