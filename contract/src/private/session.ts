import { z } from "zod";
import { QueueStatus, Timezone } from "../brands.ts";
import { privateOperation, ROLES } from "../operation.ts";
import { Id } from "../text.ts";
import { User } from "../user.ts";
import { LANGUAGES } from "../words.ts";

const errors = [400, 401, 403, 404, 413, 415, 422, 500] as const;

const SessionBrand = z.object({
  id: Id,
  title: z.string(),
  timezone: Timezone,
  queueStatus: QueueStatus,
  role: z.enum(ROLES).meta({ description: "The person's role in it." }),
  isDemo: z.boolean().meta({ description: "Made up by the service to be looked at." }),
  logoUrl: z.string().nullable().meta({ description: "Path of its logo; null: it has none." }),
});
export type SessionBrand = z.output<typeof SessionBrand>;

/** What the dashboard has to know before it shows anything. */
export const sessionOperations = {
  showSession: privateOperation({
    tag: "Dashboard",
    status: 200,
    errors,
    allows: "person",
    method: "GET",
    path: "/session",
    summary: "Show who is signed in, and what they may see",
    description: "With the token that the page repeats in the header X-Rostrum-Token of requests that change something.",
    data: z.object({
      user: User.extend({
        email: z.string(),
        isOperator: z.boolean(),
        isVerified: z.boolean().meta({ description: "Whether the e-mail address is confirmed." }),
        isDemo: z.boolean().meta({ description: "Made up by the demo, and without an address of their own so far." }),
        language: z.enum(LANGUAGES).nullable().meta({ description: "As chosen; null: whatever the browser asks for." }),
      }),
      token: z.string(),
      position: z.string().nullable().meta({ description: "How far changes had been told before this was read; null: nobody knows." }),
      /** By title. */
      brands: z.array(SessionBrand),
      service: z.object({
        publicUrl: z.string(),
        mail: z.boolean().meta({ description: "Whether the service sends mail." }),
        sandbox: z.boolean().meta({ description: "Whether channels can be connected to sandbox networks." }),
      }),
    }),
  }),
} as const;
