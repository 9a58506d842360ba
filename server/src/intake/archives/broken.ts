/** The file is not an archive of a brand that this version can take in; the message says why, for people. */
export class BrokenArchive extends Error {
  override readonly name = "BrokenArchive";
}
