/** What the address of the page says: which import is shown. */
export interface ImportSearch {
  readonly id?: number;
}

export function readImportSearch({ id }: Readonly<Record<string, unknown>>): ImportSearch {
  return Number.isSafeInteger(id) && (id as number) > 0 ? { id: id as number } : {};
}
