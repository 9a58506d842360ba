import { z } from "zod";
import { isTimezone, toInstant } from "../formats.ts";
import { NAME_LENGTH_MAX, OPTION_ITEMS_MAX, OPTION_LENGTH_MAX } from "../limits.ts";
import { dictionary, formedText, Id, text } from "../text.ts";

/**
 * Fields that private operations share. The metadata `flag` sets the form of a field's flag if its type does not: see `FlagForm`
 * in `../flags.ts`; `on|off` gives the two words for a boolean, and a field with `none` has no flag.
 */

/** One `@` with text on both sides and no white space: only sending mail can tell more. */
export const Email = text({ min: 1, max: 254 }).refine((value) => /^[^\s@]+@[^\s@]+$/.test(value), {
  params: { sentence: "must be an e-mail address" },
});

/** An address that somebody is to have from now on: nothing separates or wraps addresses in it, so that one account is one mailbox. */
export const NewEmail = Email.refine((value) => !/[,;:<>()[\]"\\]/.test(value), { params: { sentence: "must be an e-mail address" } });

export const ZoneName = text({ min: 1, max: 64 }).refine(isTimezone, {
  params: { sentence: "must be an IANA timezone such as Europe/Berlin" },
});

/** ISO 8601 with an offset or `Z`. */
export const Moment = formedText({ max: 64, is: isMoment, sentence: "must be a date and time in ISO 8601 with an offset" });

/** Path of a file on the service's machine. */
export const FilePath = text({ min: 1, max: 4096 })
  .refine((value) => value.startsWith("/"), { params: { sentence: "must be an absolute path" } })
  .meta({ flag: "path" });

/** A plan limit; null lifts it. */
export const PlanLimit = z.int().min(0).max(1_000_000_000).nullable().optional();

export const ChannelIdPath = z.object({ channelId: Id.meta({ description: "Id of the channel." }) });

/** Values of preferences by name; null takes one back. */
export const GivenPreferences = dictionary({ entriesMax: OPTION_ITEMS_MAX, nameMax: NAME_LENGTH_MAX, valueMax: OPTION_LENGTH_MAX }).meta({
  flag: "pairs",
});

/** In the years that the database and the API's texts have in common, and a margin. */
function isMoment(value: string): boolean {
  try {
    const moment = toInstant(value);
    return moment >= "1000" && moment < "9999";
  } catch {
    return false;
  }
}

export const SEEN = "Fields as they were shown. If one of them is something else by now, nothing is stored: 409.";

/** What somebody saw of the fields that they change: for pages that have been open for a while. */
export function whatWasSeen<S extends z.ZodRawShape>(shape: S) {
  return z.object(shape).partial().optional().meta({ flag: "none", description: SEEN });
}
