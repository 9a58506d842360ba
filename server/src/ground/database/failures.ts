/** The embedded database cannot start until something is fixed. The message is one line for the operator. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = "EmbeddedDatabaseError";
}

/** Ends every message for which an external server may be the solution. */
export const USE_DATABASE_URL = "set DATABASE_URL to use a PostgreSQL server of your own";

/** `initdb` under a user id without a name. */
export const NAMELESS = /could not look up effective user ID|user does not exist/i;

/** Output of `initdb` and `postgres` with a known cause, and what to do about it. */
const KNOWN_CAUSES: readonly (readonly [pattern: RegExp, sentence: string])[] = [
  [/No space left on device|disk is full|ENOSPC|Disk quota exceeded|EDQUOT/i, "no space is left on the device: free some and start again"],
  [
    NAMELESS,
    `this process runs under a user id without an entry in the user database (/etc/passwd), which PostgreSQL needs: add one with \`useradd --uid ${process.geteuid?.()} rostrum\`, or ${USE_DATABASE_URL}`,
  ],
  [/Read-only file system|EROFS/i, "the file system is read-only: choose another ROSTRUM_DATA_DIR"],
  [
    /has wrong ownership/i,
    "the data directory belongs to another user: start as that user, or change the owner of the directory and its contents to this one",
  ],
  [
    /Permission denied|EACCES|Operation not permitted|EPERM/i,
    `access is denied (another owner, or a file system mounted noexec?): correct it, choose another ROSTRUM_DATA_DIR, or ${USE_DATABASE_URL}`,
  ],
  [
    /\bENOENT\b|failed to execute .*No such file/,
    `its program cannot be run: this system's C library is not glibc (Alpine?): ${USE_DATABASE_URL}`,
  ],
];

/**
 * One line that says why a step failed and what to do.
 * @param output what the program printed, or the message of a failed system call
 */
export function explainFailure(step: string, output: string): EmbeddedDatabaseError {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const telling = lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? "no message";
  const cause = KNOWN_CAUSES.find(([pattern]) => pattern.test(output));
  const sentence = cause === undefined ? telling.trim() : `${cause[1]} (${telling.trim()})`;
  return new EmbeddedDatabaseError(`The embedded database cannot ${step}: ${sentence}`);
}

/** The text of a thrown value. That nobody answers at any of a host's addresses has no text of its own. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "" && error.errors.length > 0) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
