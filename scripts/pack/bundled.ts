import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** A package whose code is part of another's file. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX identifier or expression. */
  readonly licence: string;
}

/** Between the licences in the command line's `LICENSES.txt`. Each begins with a line that is the package's name. */
export const LICENCE_RULE = `\n${"-".repeat(72)}\n\n`;

/** The packages in the bundled command line, which are those whose licences it comes with. */
export async function bundledInCommandLine(root: string): Promise<readonly BundledPackage[]> {
  const text = await readFile(join(root, "cli/dist/LICENSES.txt"), "utf8");
  const names = text.split(LICENCE_RULE).map((part) => part.slice(0, part.indexOf("\n")));
  return await Promise.all(
    names.map(async (name) => {
      const manifest = JSON.parse(await readFile(join(root, "node_modules", name, "package.json"), "utf8")) as {
        version: string;
        license: string;
      };
      return { name, version: manifest.version, licence: manifest.license };
    }),
  );
}
