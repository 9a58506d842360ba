/** All zones that the browser knows, UTC first, and the given one if it knows it under another name only. */
export function zonesWith(own: string | null): string[] {
  return [...new Set(["UTC", ...(own === null ? [] : [own]), ...Intl.supportedValuesOf("timeZone")])];
}
