import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The program's directory in one of the XDG base directories, or in its default in the home directory. */
export function xdgFolder(environment: Environment, name: "XDG_CONFIG_HOME" | "XDG_STATE_HOME", fallback: string): string {
  const given = environment[name];
  // XDG: relative paths are ignored.
  return join(given !== undefined && isAbsolute(given) ? given : join(environment.HOME || homedir(), fallback), "rostrum");
}
