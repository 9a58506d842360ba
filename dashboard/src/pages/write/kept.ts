import type { Draft } from "./state.ts";

/** What somebody has typed and not saved, in their browser. */
export interface Kept {
  readonly draft: Draft;
  /** The version of the post that they saw; null for a new one. */
  readonly version: string | null;
  /** Tells a new post from others that were begun in the same place; what an earlier version has kept has none. */
  readonly begun?: string;
}

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The form of what is kept; another one is not read. */
const FORM = 2;

/** Whose it is: several people may use one browser. */
export interface Owner {
  readonly userId: string;
  readonly brandId: number;
}

/**
 * Where posts that are no drafts yet are kept. What was shared from elsewhere takes nothing away that was begun before, and neither does
 * what is begun in another tab.
 */
const BEGUN = ["new", "shared", "earlier", "beside", "further"] as const;
type Begun = (typeof BEGUN)[number];

export function keptName({ userId, brandId }: Owner, postId: number | null, begun: Begun = "new"): string {
  return `rostrum.write.${FORM}.${userId}.${brandId}.${postId ?? begun}`;
}

/** A browser may refuse to store anything: then nothing is kept, and writing goes on. */
export function keep(store: Store, name: string, kept: Kept): void {
  try {
    store.setItem(name, JSON.stringify(kept));
  } catch {
    // Full, or switched off.
  }
}

export function readKept(store: Store, name: string): Kept | null {
  try {
    const text = store.getItem(name);
    const value: unknown = text === null ? null : JSON.parse(text);
    return isKept(value) ? withTexts(value) : null;
  } catch {
    return null;
  }
}

/** Where a post that was begun earlier is kept; null if there is none. */
export function nameOfBegun(store: Store, owner: Owner): string | null {
  return BEGUN.map((begun) => keptName(owner, null, begun)).find((name) => readKept(store, name) !== null) ?? null;
}

/** A place where nothing is kept, beside that of what is shared; null if there is none. */
export function freeName(store: Store, owner: Owner): string | null {
  const names = BEGUN.filter((begun) => begun !== "shared").map((begun) => keptName(owner, null, begun));
  return names.find((name) => readKept(store, name) === null) ?? null;
}

/** Anything that no other post begun in this browser has; not every page may ask for a random UUID. */
export function newBegun(): string {
  return Math.random().toString(36).slice(2);
}

/** Moves what was written on something shared, so that it is not lost to what is shared now. */
export function makeRoom(store: Store, owner: Owner): void {
  const from = keptName(owner, null, "shared");
  const kept = readKept(store, from);
  const to = freeName(store, owner);
  if (kept === null || to === null) return;
  keep(store, to, kept);
  forget(store, from);
}

/** What was kept before files and networks could have texts of their own has none, and goes to all channels. */
function withTexts(kept: Kept): Kept {
  const { draft } = kept;
  const media = draft.media.map((item) => ({ ...item, alt: item.alt ?? "" }));
  return { ...kept, draft: { ...draft, captions: draft.captions ?? {}, leftOut: draft.leftOut ?? [], media } };
}

export function forget(store: Store, name: string): void {
  try {
    store.removeItem(name);
  } catch {
    // As above.
  }
}

function isKept(value: unknown): value is Kept {
  return (
    typeof value === "object" &&
    value !== null &&
    "draft" in value &&
    typeof value.draft === "object" &&
    value.draft !== null &&
    "caption" in value.draft
  );
}
