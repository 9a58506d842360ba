/** What the address says of what is shared: from another page, or that the service worker keeps it. */
export interface ShareSearch {
  readonly title?: string;
  readonly text?: string;
  readonly url?: string;
  readonly from?: "device";
  /** The service worker could not keep it. */
  readonly problem?: "kept";
}

const NAMES = ["title", "text", "url"] as const;
const LENGTH_MAX = 10_000;

/** Anything else in the address is ignored. A text that looks like a number is one to the router. */
export function readShareSearch(search: Readonly<Record<string, unknown>>): ShareSearch {
  const texts = NAMES.flatMap((name) => {
    const value = search[name];
    const text = typeof value === "string" ? value : typeof value === "number" || typeof value === "boolean" ? String(value) : "";
    return text === "" ? [] : [[name, text.slice(0, LENGTH_MAX)]];
  });
  return {
    ...Object.fromEntries(texts),
    ...(search.from === "device" ? { from: "device" as const } : {}),
    ...(search.problem === "kept" ? { problem: "kept" as const } : {}),
  };
}
