/** Normalizes published text for searching: folds case and composition, independent of the database's locale. */
export function searchText(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
