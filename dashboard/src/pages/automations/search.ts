/** What is open on the page, as the address says it. */
export interface AutomationsSearch {
  readonly open?: "new";
  /** The automation that is being changed. */
  readonly edit?: number;
  /** The automation whose runs are shown. */
  readonly runs?: number;
}

export function readAutomationsSearch({ open, edit, runs }: Readonly<Record<string, unknown>>): AutomationsSearch {
  if (open === "new") return { open };
  if (isId(edit)) return { edit };
  return isId(runs) ? { runs } : {};
}

function isId(given: unknown): given is number {
  return Number.isSafeInteger(given) && Number(given) > 0;
}
