/** What commander makes of a command's flags: lists of texts by name, and what the command line keeps for itself. */
export interface Given {
  readonly [name: string]: unknown;
  readonly json?: true;
  readonly all?: true;
  readonly dryRun?: true;
  readonly payload?: string;
  readonly url?: string;
}
