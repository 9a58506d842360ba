import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rowsOf } from "./abilities/cells.ts";
import { MISSING } from "./abilities/missing.ts";
import { present } from "./abilities/present.ts";
import { readTags } from "./abilities/tags.ts";

/** `npm run abilities`: writes the table of what each network can do into its page, from the tags above the tests that show it. */

const ROOT = join(import.meta.dirname, "..");
export const ABILITIES_FILE = join(ROOT, "docs/networks/README.md");

const BEGIN = "<!-- Written by `npm run abilities` from the tags above the tests. -->";
const END = "<!-- End of what is written. -->";

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
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin === -1 || end < begin) throw new Error(`docs/networks/README.md needs "${BEGIN}" and, below it, "${END}".`);
  return `${page.slice(0, begin)}${BEGIN}\n\n${present(abilityRows(), "../../")}\n\n${page.slice(end)}`;
}

if (import.meta.main) writeFileSync(ABILITIES_FILE, abilitiesPage(readFileSync(ABILITIES_FILE, "utf8")));
