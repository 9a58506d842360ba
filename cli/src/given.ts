/** A command's flags as parsed by commander: lists of texts by name, and the command line's own options. */
export interface Given {
  readonly [name: string]: unknown;
  readonly json?: true;
  readonly all?: true;
  readonly dryRun?: true;
  readonly payload?: string;
  readonly payloadLines?: string;
  readonly url?: string;
}
