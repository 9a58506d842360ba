import { AUDIT_ACTIONS } from "@rostrum/contract/private/audit.ts";
import { words } from "./words.ts";

export type Group = keyof typeof words.groups;

/** First words of the actions, in the order in which they are offered. */
export const GROUPS = Object.keys(words.groups) as readonly Group[];

/** Those of which a brand has entries. */
export const BRAND_GROUPS: readonly Group[] = [
  "member",
  "invitation",
  "channel",
  "collection",
  "automation",
  "import",
  "webhook",
  "post",
  "media",
  "brand",
];

/** What the address of the page says: which entries. */
export interface HistorySearch {
  readonly what?: Group;
  /** An e-mail address. */
  readonly who?: string;
  readonly page?: number;
}

/** Reads an address that anybody may have written; what makes no sense is left out. */
export function readHistorySearch({ what, who, page }: Readonly<Record<string, unknown>>): HistorySearch {
  const group = GROUPS.find((each) => each === what && AUDIT_ACTIONS.some((action) => action.startsWith(`${each}.`)));
  const number = Number(page);
  return {
    ...(group === undefined ? {} : { what: group }),
    ...(typeof who === "string" && /^[^\s@]+@[^\s@]+$/.test(who) && who.length <= 254 ? { who } : {}),
    ...(Number.isSafeInteger(number) && number > 1 ? { page: number } : {}),
  };
}
