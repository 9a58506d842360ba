/**
 * For requests to a server that somebody names, so that it cannot be one of the operator's own: an address that the operator has set is not
 * trusted for it. Where the operator has replaced the network itself (`baseUrl`), that is the server.
 */
export function guardOf({ baseUrl }: { readonly baseUrl: string | null }): { readonly guarded?: true; readonly isNetwork?: true } {
  return baseUrl === null ? { guarded: true, isNetwork: true } : {};
}
