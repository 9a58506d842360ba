import { z } from "zod";
import { IsoMicros } from "../formats.ts";
import { Email, FilePath, PlanLimit } from "./fields.ts";

export const OwnerQuery = z.object({ owner: Email.meta({ description: "E-mail address of the account's owner." }) });

export const AccountChange = z.object({
  sensitiveActions: z.boolean().optional().meta({ flag: "on|off", description: "Whether posts may be deleted through the API." }),
  maxCollections: PlanLimit.meta({ description: "Maximum number of collections in all of the account's brands; none for no limit." }),
  maxAutomations: PlanLimit.meta({ description: "Maximum number of automations in all of the account's brands; none for no limit." }),
  maxScheduledPosts: PlanLimit.meta({
    description: "Maximum number of scheduled posts in all of the account's brands; none for no limit.",
  }),
});
export type AccountChange = z.output<typeof AccountChange>;

const limit = z.int().nullable();

export const Account = z.object({
  owner: z.string(),
  sensitiveActions: z.boolean(),
  maxCollections: limit,
  maxAutomations: limit,
  maxScheduledPosts: limit,
});

export const ToolClient = z.object({
  id: z.string(),
  name: z.string(),
  grantedAt: IsoMicros,
  lastUsedAt: IsoMicros.nullable(),
});

export const NewBackup = z.object({ to: FilePath.meta({ description: "Where to write the archive, on the service's machine." }) });
export const NewRestore = z.object({ from: FilePath.meta({ description: "The archive, on the service's machine." }) });
