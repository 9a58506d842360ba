import { readFileSync } from "node:fs";
import { join } from "node:path";

/** PostgreSQL's pid file: the process id is in the first line, the socket directory in the fifth. */
export function pidFileOf(dataDirectory: string): string {
  return join(dataDirectory, "postgres/cluster/postmaster.pid");
}

/** Kills the server without warning. If it is just being restarted, it has already been killed. */
export function killDatabase(pidFile: string): void {
  try {
    const pid = Number(lines(pidFile)[0]);
    // The file may be half-written; and pid 0 would mean this whole process group.
    if (Number.isInteger(pid) && pid > 1) process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** The server's first process, which all of its others belong to as a group; null while there is none. */
export function databasePid(pidFile: string): number | null {
  try {
    const pid = Number(lines(pidFile)[0]);
    return Number.isInteger(pid) && pid > 1 ? pid : null;
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

/** Connection URL of a running service's embedded database. */
export function embeddedUrl(dataDirectory: string): string {
  const folder = lines(pidFileOf(dataDirectory))[4] ?? "";
  return `postgresql://rostrum@localhost/rostrum?host=${encodeURIComponent(folder)}`;
}

function lines(pidFile: string): string[] {
  return readFileSync(pidFile, "utf8").split("\n");
}

function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ESRCH" || error.code === "ENOENT");
}
