import { existsSync } from "node:fs";
import { join } from "node:path";

/** Vendors' contracts lie beside the repository where somebody develops; the tests of the project pass without them. */
const FOLDER = process.env.ROSTRUM_CONTRACTS ?? join(import.meta.dirname, "../../../../shared/contracts");

export interface VendorContract {
  /** A file or a folder. */
  readonly path: string;
  /** For the option of the same name of each test that needs it: why there is nothing to hold anything against, or false. */
  readonly skip: string | false;
}

export function vendorContract(name: string): VendorContract {
  const path = join(FOLDER, name);
  return { path, skip: existsSync(path) ? false : `the vendor's contract ${name} is not here: set ROSTRUM_CONTRACTS` };
}
