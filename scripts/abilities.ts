import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rowsOf } from "./abilities/cells.ts";
import { MISSING } from "./abilities/missing.ts";
import { present } from "./abilities/present.ts";
import { readTags } from "./abilities/tags.ts";
import { NETWORKS_PAGE, rewritten } from "./networks-page.ts";

/** `npm run abilities`: writes the table of what each network can do into its page, from the tags above the tests that show it. */

const ROOT = join(import.meta.dirname, "..");
const BEGIN = "<!-- Written by `npm run abilities` from the tags above the tests. -->";

/** What each network can do, by the tests of this repository. Throws with all mistakes in the tags. */
export function abilityRows() {
  const tags = globSync(["{contract,server,cli}/src/**/*.ts", "{scripts,tests}/**/*.ts"], {
    cwd: ROOT,
    exclude: (path) => path.endsWith("node_modules"),
  })
    .toSorted()
    .map((file) => readTags(file, readFileSync(join(ROOT, file), "utf8")));
  const { rows, mistakes } = rowsOf(
    tags.flatMap(({ shown }) => shown),
    MISSING,
  );
  const all = [...tags.flatMap((one) => one.mistakes), ...mistakes];
  if (all.length > 0) throw new Error(`The table of abilities has mistakes:\n${all.join("\n")}`);
  return rows;
}

/** The committed page with the part between the two markers written anew. */
export function abilitiesPage(page: string): string {
  return rewritten(page, BEGIN, present(abilityRows(), "../../"));
}

if (import.meta.main) writeFileSync(NETWORKS_PAGE, abilitiesPage(readFileSync(NETWORKS_PAGE, "utf8")));
