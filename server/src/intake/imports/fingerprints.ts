interface Row {
  /** Of its text, date and media. */
  readonly fingerprint: string;
  /** What the file says of where it goes; empty if nothing. */
  readonly place: string;
  readonly collectionId: number | null;
}

/**
 * By what a row is known again: its post, and where the file itself says where that goes, the collection, too. A file has a row for each of the
 * profiles that get the same post.
 */
export function knownAs({ fingerprint, place, collectionId }: Row): string {
  return place === "" ? fingerprint : fingerprintIn(fingerprint, collectionId);
}

/** The other of the two names by which a row that was imported is known. */
export function fingerprintIn(fingerprint: string, collectionId: number | null): string {
  return `${fingerprint} ${collectionId}`;
}
