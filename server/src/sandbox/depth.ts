/** No platform's documents are nested as deeply; what reads and writes them goes down by one call a level. */
const DEPTH_MAX = 64;

/** Whether a parsed body is nested deeper than any platform's: found level by level, whatever its depth. */
export function isTooDeep(body: unknown): boolean {
  let level = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEPTH_MAX) return true;
    level = level.flatMap((value) =>
      typeof value === "object" && value !== null && !ArrayBuffer.isView(value) ? Object.values(value) : [],
    );
  }
  return false;
}
