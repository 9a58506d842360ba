/** How many rows come before a page. Far pages of nothing stay within what the database takes as an offset. */
export function offsetOf(place: { readonly page: number; readonly perPage: number }): number {
  return Math.min((place.page - 1) * place.perPage, Number.MAX_SAFE_INTEGER);
}
