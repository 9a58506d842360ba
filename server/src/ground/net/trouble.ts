import type { FetchFailure } from "./net.ts";

/**
 * How errors travel through undici's callbacks and streams to the edge of this folder, where they become values. Never
 * carries an undici error code, because undici reconnects by itself on some of those.
 */
export class Trouble extends Error {
  readonly kind: FetchFailure["cause"];

  constructor(kind: FetchFailure["cause"], reason: string) {
    super(reason);
    this.kind = kind;
  }
}

/** Converts any thrown value to Trouble; `fallback` is the kind for errors not thrown by this folder. */
export function asTrouble(error: unknown, fallback: FetchFailure["cause"]): Trouble {
  if (error instanceof Trouble) return error;
  return new Trouble(fallback, describe(error));
}

/** The error's code, else its name: runtime messages contain addresses, which do not belong in logs. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return "unknown error";
  if (error instanceof AggregateError && error.errors.length > 0) return describe(error.errors[0]);
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
