import { type Instant, printLocal, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { Language } from "@rostrum/contract/words.ts";

/** A moment by the clock of a zone, as it is written in a language, with the zone: in mails, where nobody knows where they are read. */
export function momentIn(language: Language, zone: string, at: Instant): string {
  const local =
    language === "en"
      ? printLocal(at, zone).slice(0, 16)
      : new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short", timeZone: zone }).format(toEpochMilliseconds(at));
  return `${local} (${zone})`;
}
