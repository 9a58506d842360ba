import { z } from "zod";
import { IsoMicros } from "./formats.ts";

export const User = z
  .object({
    id: z.string().meta({ description: "Opaque hashed identifier.", example: "u_3f6c0d7ab2c94f5e" }),
    name: z.string().meta({ example: "Ada Baker" }),
    joinedAt: IsoMicros,
    timezone: z.string().nullable().meta({ description: "The user's own timezone, not a brand's.", example: "Europe/Berlin" }),
  })
  .meta({ id: "User" });
