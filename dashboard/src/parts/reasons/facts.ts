/** What a file or text has, and what the network takes. */
export interface Facts {
  readonly has: string;
  readonly takes: string;
}

/** `12.4 MB`, `1 min 30 s`, `1080 × 1920`, `484`: amounts that every language writes alike. */
const AMOUNT = /\d[\d.,]*(?: (?:MB|Mbit\/s|min(?: \d+ s)?|s)\b| × \d+)?/;

/**
 * The amounts in a sentence of `preflight.ts`: “The file a.jpg has 9 MB; X takes 8 MB.” Null where it has none, such as in what a network
 * itself said.
 */
export function factsIn(message: string | null): Facts | null {
  const parts = /.*(?:^|\s)(?:has|is) (\S.*?); .*? takes (.+?)\.(?:\s|$)/.exec(message ?? "");
  const has = AMOUNT.exec(parts?.[1] ?? "")?.[0];
  const takes = AMOUNT.exec(parts?.[2] ?? "")?.[0];
  return has === undefined || takes === undefined ? null : { has, takes };
}

/** Which kind of post a network does not take, as `preflight.ts` says it; null where it says something else. */
export function unsuitableKind(message: string | null): "text" | "documents" | "videos" | "images" | "polls" | "comments" | "mixed" | null {
  if (message === null) return null;
  if (/takes no text alone/.test(message)) return "text";
  if (/takes images or a video/.test(message)) return "mixed";
  const kind = /takes no (documents|videos|images|polls|comments)\b/.exec(message)?.[1];
  return (kind ?? null) as "documents" | "videos" | "images" | "polls" | "comments" | null;
}
