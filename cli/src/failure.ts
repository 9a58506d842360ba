/** Exit codes of the command line: `docs/command-line.md#what-is-printed`. */
export const REFUSED = 1;
export const USAGE = 2;
export const NOT_SIGNED_IN = 3;
export const NOT_FOUND = 4;
export const RATE_LIMITED = 5;
export const UNREACHABLE = 6;
/** 128 plus the number of SIGINT, as in shells. */
export const INTERRUPTED = 130;

/** Ends a command with an exit code and a message for standard error. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly exitCode: number;
  /** Whether a change that was asked for may have been carried out all the same. */
  readonly isInDoubt: boolean;

  constructor(exitCode: number, message: string, { isInDoubt = false } = {}) {
    super(message);
    this.exitCode = exitCode;
    this.isInDoubt = isInDoubt;
  }
}

/** The exit code for an error reply. */
export function exitCodeOf(status: number): number {
  if (status === 401) return NOT_SIGNED_IN;
  if (status === 404) return NOT_FOUND;
  return status === 429 ? RATE_LIMITED : REFUSED;
}
