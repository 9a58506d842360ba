import { refuse } from "../../ground/refusal.ts";
import { TooMuchToForesee } from "./foresee.ts";

/** Refuses a span in which more leaves than one forecast holds; other errors are thrown on. */
export function refuseTooMuch(error: unknown, field: "days" | "to"): never {
  if (!(error instanceof TooMuchToForesee)) throw error;
  const limit = error.entriesMax.toLocaleString("en-GB");
  return refuse(422, field, `More than ${limit} posts would go to channels in this time. Ask for a shorter time.`);
}
