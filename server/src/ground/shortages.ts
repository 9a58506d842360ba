/**
 * What the service itself lacks for a while: room on its disk, its database, the store of its media, files and connections that it may
 * have open. Nobody who sent a request is to
 * blame, and until somebody acts, every request that needs it fails in the same way.
 */
export type Shortage = "disk" | "database" | "storage" | "descriptors";

/** What an error says is lacking; null for every other error. Looks into its causes. */
export function shortageOf(error: unknown): Shortage | null {
  for (let at = error, depth = 0; at instanceof Error && depth < CAUSES_MAX; at = at.cause, depth += 1) {
    const code = "code" in at ? String(at.code) : "";
    if (isDiskFull(at)) return "disk";
    if (code === "EMFILE" || code === "ENFILE") return "descriptors";
    if (at.name === "StorageTrouble") return "storage";
    if (at.name === "NotPrimary" || DATABASE_CODES.test(code) || DRIVER_MESSAGES.test(at.message)) return "database";
    // Calls to networks tell their own failures; what reaches the service's own hands unexplained is its database.
    if (SOCKET_CODES.has(code) && "syscall" in at) return "database";
  }
  return null;
}

/** A file system or the database server has no room left: `disk_full` is 53100. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && ["ENOSPC", "EDQUOT", "53100"].includes(String(error.code));
}

const CAUSES_MAX = 4;

/**
 * Connections that fail (class 08), too many of them, a server that starts or stops, one that has become a replica
 * (https://www.postgresql.org/docs/18/errcodes-appendix.html, November 2026).
 */
const DATABASE_CODES = /^(08[0-9A-Z]{3}|53300|57P0[1-5]|25006)$/;
/** The driver's errors without a code: a connection that was lost, or that nobody had free in time. */
const DRIVER_MESSAGES = /^(Connection terminated|timeout exceeded when trying to connect)/;
const SOCKET_CODES = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"]);
