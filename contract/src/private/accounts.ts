import { z } from "zod";
import { IsoMicros } from "../formats.ts";
import { Email, FilePath, PlanLimit } from "./fields.ts";

export const OwnerQuery = z.object({ owner: Email.meta({ description: "E-mail address of the account's owner." }) });

export const AccountChange = z.object({
  sensitiveActions: z.boolean().optional().meta({ flag: "on|off", description: "Whether the API may delete." }),
  maxCollections: PlanLimit.meta({ description: "Collections in the account's brands together; none lifts the limit." }),
  maxAutomations: PlanLimit.meta({ description: "Automations in the account's brands together; none lifts the limit." }),
  maxScheduledPosts: PlanLimit.meta({ description: "Scheduled posts in the account's brands together; none lifts the limit." }),
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
