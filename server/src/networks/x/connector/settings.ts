import { z } from "zod";
import type { Json } from "../../connectors/json.ts";
import type { Progress } from "./progress.ts";
import { lengthMax } from "./text.ts";

/** What is found out about an account when it is connected. */
const Settings = z.object({
  /** Whether it may write long posts. */
  premium: z.boolean().catch(false),
  /** The longest video that it may post; absent: as the platform's row says. */
  videoSeconds: z.number().nullish().catch(null),
  /** Whether its posts can be looked up, which not every plan includes; null if that could not be found out. */
  canLookUp: z.boolean().nullable().catch(null),
  /** Whether the account owns the application: then reading its own posts costs less. Only a person can say so. */
  ownsApplication: z.boolean().optional().catch(undefined),
  /** Which spelling of fields X took; null if neither was tried. */
  spelling: z.enum(["tweet", "post"]).nullable().catch(null),
  /** Whether only those whom the account lets follow it see its posts; absent where that was not found out. */
  protected: z.boolean().optional().catch(undefined),
});
export type Settings = z.output<typeof Settings>;

export function settingsOf(settings: Json): Settings {
  return Settings.safeParse(settings).data ?? { premium: false, canLookUp: null, spelling: null };
}

/**
 * The limit by which a chain is planned that begins with this post: the one by which it was sent if it may have been, because what exists
 * has to be recognized after the account's plan has changed, and a thread is not divided anew half-way.
 */
export function limitFor(progress: Progress, first: string, { premium }: Settings): number {
  return (progress.isBegun(first) ? progress.lengthMax() : null) ?? lengthMax(premium);
}
