/** An object of a network, with all that it says about others. */
export interface Thing {
  readonly kind: string;
  readonly id: string;
  readonly document: unknown;
}

/** Shorter texts name too much: a count, a kind, a year. */
const NAME_LENGTH_MIN = 5;

/**
 * The things at the beginning and all that refer to them, directly or by way of others: the posts of an account, the comments on
 * those. A reference is a value that is the id of a thing, or a path or URN with it: a text that mentions it is none.
 */
export function belongingsOf<T extends Thing>(things: readonly T[], isBeginning: (thing: T) => boolean): T[] {
  const referring = new Map<string, T[]>();
  for (const thing of things) {
    // An id may be made of several; a text of several words in a document is prose.
    for (const name of namesIn([thing.id, ...thing.id.split(/[ .]/), thing.document]))
      referring.set(name, [...(referring.get(name) ?? []), thing]);
  }
  const found = new Set(things.filter(isBeginning));
  // Grows while it is walked through.
  for (const { id } of found) for (const thing of referring.get(id) ?? []) found.add(thing);
  return [...found];
}

/** Everything in a document that could be the id of something. */
export function namesIn(document: unknown): Set<string> {
  if (typeof document === "string") {
    if (document.length < NAME_LENGTH_MIN || /\s/.test(document)) return new Set();
    const urn = /^urn:(?:\w+:)+/.exec(document)?.[0].length ?? 0;
    const names = [document, document.slice(urn), ...document.split(/[/?#&=|]/)];
    return new Set(names.filter((name) => name.length >= NAME_LENGTH_MIN));
  }
  if (typeof document !== "object" || document === null) return new Set();
  return new Set(Object.values(document).flatMap((inner) => [...namesIn(inner)]));
}
