/**
 * PostgreSQL rejected the values of a statement: invalid text, a number out of range, a row that exists already or that refers to none
 * (classes 22 and 23, https://www.postgresql.org/docs/18/errcodes-appendix.html, November 2026). Nothing of its transaction is stored.
 */
export function isRejectionOfValues(error: unknown): boolean {
  return /^2[23][0-9A-Z]{3}$/.test(codeOf(error));
}

/** A row refers to another one that does not exist, or no longer. */
export function isDanglingReference(error: unknown): boolean {
  return codeOf(error) === "23503";
}

/** The server takes no writes any more: it has been fenced, or has become a replica. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === "25006";
}

/** Two or more waited for each other, and the server has ended and undone this one: it may be done again. */
export function isDeadlock(error: unknown): boolean {
  return codeOf(error) === "40P01";
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
