import { readFileSync } from "node:fs";

/** The service's own version. */
export const VERSION: string = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;
