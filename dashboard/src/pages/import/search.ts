export const STEPS = ["file", "check", "result"] as const;

/** What the address of the page says: which import is shown, or that the posts of the chosen file are. */
export interface ImportSearch {
  readonly id?: number;
  readonly step?: "check";
}

export function readImportSearch({ id, step }: Readonly<Record<string, unknown>>): ImportSearch {
  if (Number.isSafeInteger(id) && (id as number) > 0) return { id: id as number };
  return step === "check" ? { step } : {};
}
