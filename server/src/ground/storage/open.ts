import { join } from "node:path";
import type { Config } from "../config.ts";
import { diskStorage } from "./disk.ts";
import { s3Storage } from "./s3.ts";
import type { Storage } from "./storage.ts";

/** The media storage chosen by the settings: a bucket if one is set, else a folder in the data directory. */
export function openStorage({ dataDirectory, s3 }: Pick<Config, "dataDirectory" | "s3">): Promise<Storage> {
  const directory = join(dataDirectory, "media");
  return s3 === null ? diskStorage(directory) : s3Storage(s3, { directory });
}
