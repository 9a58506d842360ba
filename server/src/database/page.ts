/** How many rows come before a page. Capped for far empty pages to the largest offset the database accepts. */
export function offsetOf(place: { readonly page: number; readonly perPage: number }): number {
  return Math.min((place.page - 1) * place.perPage, Number.MAX_SAFE_INTEGER);
}
