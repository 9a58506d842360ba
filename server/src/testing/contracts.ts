import { existsSync } from "node:fs";
import { join } from "node:path";

/** Vendors' API contracts are kept beside the repository on development machines; the tests pass without them. */
const FOLDER = process.env.ROSTRUM_CONTRACTS ?? join(import.meta.dirname, "../../../../shared/contracts");

export interface VendorContract {
  /** Path of a file or folder. */
  readonly path: string;
  /** The `skip` option for each test that needs the contract: why it is missing, or false. */
  readonly skip: string | false;
}

export function vendorContract(name: string): VendorContract {
  const path = join(FOLDER, name);
  return { path, skip: existsSync(path) ? false : `the vendor's contract ${name} is not here: set ROSTRUM_CONTRACTS` };
}
