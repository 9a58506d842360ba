import type { FetchFailure } from "./net.ts";

/**
 * How trouble travels through undici's callbacks and streams to the edge of this folder, where it becomes a value. It
 * never carries an undici error code: undici reconnects by itself on some of those.
 */
export class Trouble extends Error {
  readonly kind: FetchFailure["cause"];

  constructor(kind: FetchFailure["cause"], reason: string) {
    super(reason);
    this.kind = kind;
  }
}

/** Whatever was thrown on the way as Trouble; `fallback` is the kind of what this folder did not throw itself. */
export function asTrouble(error: unknown, fallback: FetchFailure["cause"]): Trouble {
  if (error instanceof Trouble) return error;
  return new Trouble(fallback, describe(error));
}

/** The error's code, else its name: messages of the runtime hold addresses, which do not belong into logs. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return "unknown error";
  if (error instanceof AggregateError && error.errors.length > 0) return describe(error.errors[0]);
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
