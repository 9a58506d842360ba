/** Deeper than any platform's documents; readers and writers of these recurse once per level. */
const DEPTH_MAX = 64;

/** Whether a parsed body is nested too deeply. Goes level by level without recursion, so any depth is safe. */
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
