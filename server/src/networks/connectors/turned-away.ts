/**
 * Whether the answer says that nobody was there to take the call: 503 (https://www.rfc-editor.org/rfc/rfc9110#name-503-service-unavailable).
 * What it was to make may exist all the same, so that it is looked up before it is sent again. But it was no silence, after which a call is
 * repeated once only: a network can be away for hours.
 */
export function isTurnedAway(failure: { readonly kind: string; readonly status?: number }): boolean {
  return failure.kind === "refused" && failure.status === 503;
}
