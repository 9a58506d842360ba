import { spaceAt } from "../../ground/storage/space.ts";
import type { Storage } from "../../ground/storage/storage.ts";

/** The archive would not fit on the service's disk. */
export class NoRoom extends Error {
  override readonly name = "NoRoom";
}

/** For what is beside the media, and for everything else that the disk is needed for meanwhile: the database may be on it, too. */
const SPARE_BYTES = 256 * 1024 ** 2;

export const NO_DISK_LEFT = "The service's disk is full. Ask its operator to make room, then try again.";

/** Why an archive does not fit that takes so many bytes more on this machine's disk, for people; null if it does. */
export async function lackOfRoom({ incoming }: Pick<Storage, "incoming">, bytes: number): Promise<string | null> {
  const free = (await spaceAt(incoming))?.freeBytes ?? Number.POSITIVE_INFINITY;
  if (bytes + SPARE_BYTES <= free) return null;
  const mebibytes = (count: number) => `${Math.ceil(count / 1024 ** 2)} MiB`;
  if (bytes === 0)
    return (
      `Only ${mebibytes(free)} are free on the service's disk, and ${mebibytes(SPARE_BYTES)} are kept for everything else. ` +
      "Ask its operator to make room, then try again."
    );
  return (
    `The archive needs ${mebibytes(bytes + SPARE_BYTES)} on the service's disk, and ${mebibytes(free)} are free. ` +
    "Ask its operator to make room, then try again."
  );
}
