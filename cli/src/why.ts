import type { Flag } from "@rostrum/contract/flags.ts";

/** What a flag accepts, for an error message. */
export function whyWrong(flag: Flag): string {
  if (flag.choices !== null) return `It must be one of: ${flag.choices.join(", ")}.`;
  if (flag.form === "number") return flag.nullable ? "It must be a whole number, or none." : "It must be a whole number.";
  if (flag.form === "pairs") return "It must be name=value.";
  return flag.list?.of === "number" ? "It must be a list of whole numbers." : "It must be JSON.";
}
