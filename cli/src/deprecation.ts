import type { DeprecationNotice } from "@rostrum/contract/client/facts.ts";

let isTold = false;

/**
 * Says on standard error that what the command calls will go away, as the service says it: once, however many requests the command
 * makes. So a command line that is older than the deprecation warns, too.
 */
export function warnOnce(notice: Omit<DeprecationNotice, "operation"> | null): void {
  if (notice === null || isTold) return;
  isTold = true;
  process.stderr.write(`${warningText(notice)}\n`);
}

function warningText({ since, sunset, link }: Omit<DeprecationNotice, "operation">): string {
  const began = since === null ? "is deprecated" : `is deprecated since ${since}`;
  const end = sunset === null ? "" : ` and may be gone from ${sunset} on`;
  return `Warning: what this command uses of the service ${began}${end}.${link === null ? "" : ` What to use instead: ${link}`}`;
}
