/** How many rows come before a page. Capped, so that a page far past the end stays a valid offset. */
export function offsetOf(place: { readonly page: number; readonly perPage: number }): number {
  return Math.min((place.page - 1) * place.perPage, Number.MAX_SAFE_INTEGER);
}
