import { withFilesOfNow } from "./pictures.ts";
import type { Base } from "./saving.ts";
import { type Draft, type DraftMedium, isSame, type When } from "./state.ts";

/** One's own version, but for the collection and the time where only they have chosen others. */
export function mineBeside({ draft: theirs }: Base, { base, draft }: { readonly base: Base | null; readonly draft: Draft }): Draft {
  if (base === null) return draft;
  const before = base.draft;
  return {
    ...draft,
    collectionId: draft.collectionId === before.collectionId ? theirs.collectionId : draft.collectionId,
    when: whenBeside({ draft: theirs }, { base, when: draft.when }),
  };
}

/** Where one wants it, or where they have put it if one wants it to stay where it was. */
export function whenBeside(
  { draft: theirs }: Pick<Base, "draft">,
  { base, when }: { readonly base: Base | null; readonly when: When },
): When {
  return base !== null && isSameWhen(when, base.draft.when) ? theirs.when : when;
}

/** Whether both are the same wish. */
export function isSameWhen(one: When, other: When): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

interface Saved {
  readonly sent: Draft;
  readonly next: Draft;
  readonly when: When;
  readonly channelIds: readonly number[];
}

/** What was typed during the save stays. Files that the service fetched are its own now; values for channels not reached are gone. */
export function afterSave(known: Draft, { sent, next, when, channelIds }: Saved): Draft {
  const media = JSON.stringify(known.media) === JSON.stringify(sent.media) ? next.media : fetched(known.media, { sent, next });
  const reached = Object.entries(known.preferences).filter(([id]) => channelIds.includes(Number(id)));
  const isThere = known.collectionId === sent.collectionId;
  const preferences = isThere ? Object.fromEntries(reached) : known.preferences;
  const leftOut = isThere ? known.leftOut.filter((id) => channelIds.includes(id)) : known.leftOut;
  return { ...known, media, preferences, leftOut, when: isSameWhen(known.when, when) ? next.when : known.when };
}

/** The files with those in place of addresses that the service has fetched from there: it need not do so again. */
export function fetched(media: readonly DraftMedium[], { sent, next }: Pick<Saved, "sent" | "next">): readonly DraftMedium[] {
  if (sent.media.length !== next.media.length) return media;
  const left = new Set(sent.media.keys());
  return media.map((item) => {
    if (item.kind === "file") return item;
    // One address given twice is two files.
    const at = [...left].find((index) => isAddress(sent.media[index], item.url));
    const stored = at === undefined ? undefined : next.media[at];
    if (at === undefined || stored?.kind !== "file") return item;
    left.delete(at);
    return { ...stored, alt: item.alt };
  });
}

/** What was sent, and where to, without an answer that says what has become of it. */
export interface Unanswered {
  readonly draft: Draft;
  readonly when: When;
}

/**
 * Which of one's own saves has left the post as it is `now`, place and all; null: none, or one cannot be sure. What was to be published at
 * once, or went into a queue and is `wanted` out now, may have gone out and come back, so that is to be asked about.
 */
export function carriedOut(
  lost: readonly Unanswered[],
  { now, wanted }: { readonly now: Draft; readonly wanted: When },
): Unanswered | null {
  if (lost.some(({ when }) => when.mode === "IMMEDIATE")) return null;
  const own = lost.find((one) => isSame(now, asStored(one, now))) ?? null;
  const isWantedNow = wanted.mode === "IMMEDIATE" || (wanted.mode === "QUEUE" && wanted.position === "FRONT");
  return own?.when.mode === "QUEUE" && isWantedNow ? null : own;
}

/** What was sent, as the service shows it: with what it has fetched, and a place in a queue as one that is had. */
function asStored({ draft, when }: Unanswered, now: Draft): Draft {
  const place: When = when.mode === "QUEUE" ? { mode: "QUEUE", position: "STAY" } : when;
  return { ...draft, media: fetched(draft.media, { sent: draft, next: now }), when: place };
}

function isAddress(item: DraftMedium | undefined, url: string): boolean {
  return item?.kind === "address" && item.url === url;
}

/** The files as they are stored now; of those that were asked about, the ones that are gone are left out. */
export function refreshed(
  media: readonly DraftMedium[],
  asked: readonly string[],
  found: ReadonlyMap<string, Extract<DraftMedium, { kind: "file" }>["medium"]>,
): readonly DraftMedium[] {
  return media.flatMap((item): DraftMedium[] => {
    if (item.kind === "address") return [item];
    const now = withFilesOfNow(item, (medium) => found.get(medium.id) ?? (asked.includes(medium.id) ? null : medium));
    return now === null ? [] : [now];
  });
}
