import { Failure, REFUSED } from "./failure.ts";

/**
 * A module of the server; null if it is not there. It is no dependency: the command line is installed alongside it, is part of the
 * same package, or is alone. Where it is differs between packages: their `package.json` says so, under `imports`.
 */
export async function findServerModule<T>(name: "main" | "doctor"): Promise<T | null> {
  try {
    return (await import(`#server/${name}`)) as T;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

export async function serverModule<T>(name: "main" | "doctor"): Promise<T> {
  const found = await findServerModule<T>(name);
  if (found !== null) return found;
  throw new Failure(
    REFUSED,
    "This command needs the server package, which is not installed: this is only the command line. Run npx rostrum serve where Rostrum itself is installed.",
  );
}

/** The server package itself is missing, not one of its dependencies. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND" && error.message.includes("'@rostrum/server'");
}
