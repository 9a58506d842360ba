/** The form in which published text is searched: case and composition folded, independent of the database's locale. */
export function searchText(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
