import type { PlatformOptions } from "@rostrum/contract/platform-options.ts";

/** Names or tags as people type them, separated by commas. */
export function listOf(text: string): string[] {
  return text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

export function listText(value: string | readonly string[] | undefined): string {
  return value === undefined ? "" : typeof value === "string" ? value : value.join(", ");
}

/** The options with one network's changed; what is empty is left out, and so is a network without any. */
export function withOptions<N extends keyof PlatformOptions>(
  options: PlatformOptions,
  name: N,
  change: Partial<NonNullable<PlatformOptions[N]>>,
): PlatformOptions {
  const { [name]: known, ...others } = options;
  const changed = Object.entries({ ...known, ...change }).filter(([, value]) => !isEmpty(value));
  return changed.length === 0 ? others : { ...others, [name]: Object.fromEntries(changed) };
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === false || value === "" || (Array.isArray(value) && value.length === 0);
}
