import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The program's folder below one of the XDG base directories, or below its default in the home directory. */
export function xdgFolder(environment: Environment, name: "XDG_CONFIG_HOME" | "XDG_STATE_HOME", fallback: string): string {
  const given = environment[name];
  // The XDG rules: a relative path is ignored.
  return join(given !== undefined && isAbsolute(given) ? given : join(environment.HOME || homedir(), fallback), "rostrum");
}
