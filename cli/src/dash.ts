import type { Flag } from "@rostrum/contract/flags.ts";

/** Texts that are written elsewhere and piped in. Of any other flag `-` is just a text. */
export function takesDash({ name, form }: Pick<Flag, "name" | "form">): boolean {
  return name === "caption" && form === "text";
}
