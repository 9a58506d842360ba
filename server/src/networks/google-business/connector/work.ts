import { z } from "zod";
import { type Server, serverOf } from "../../connectors/api.ts";
import type { Account, Call } from "../../connectors/connector.ts";
import type { PostPlan } from "./plan.ts";
import { type Progress, progressOf } from "./progress.ts";

/** One step of one delivery. */
export interface Work {
  readonly server: Server;
  readonly call: Call;
  readonly progress: Progress;
  readonly plan: PostPlan;
  /** `accounts/1/locations/2`. Trap: without the account nothing is found, and Google answers with a page instead of JSON. */
  readonly location: string;
  /** The language of the location, if Google says it. */
  readonly language: string | null;
}

/** What is kept about a location besides its name. */
export const Settings = z.object({ languageCode: z.string().min(1).nullable().default(null) });

export function workOf(plan: PostPlan, account: Account, call: Call): Work {
  return {
    server: serverOf(account, call),
    call,
    progress: progressOf(call.checkpoint),
    plan,
    location: account.remoteId,
    language: Settings.safeParse(account.settings).data?.languageCode ?? null,
  };
}
