/** A single byte range (RFC 9110) with an inclusive end; null when there is none or it may be ignored. */
export function parseRange(header: string | undefined, total: number): { start: number; end: number } | "outside" | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  const [, first = "", last = ""] = match ?? [];
  if (first === "" && last === "") return null;
  const start = first === "" ? Math.max(0, total - Number(last)) : Number(first);
  const end = first === "" || last === "" ? total - 1 : Math.min(Number(last), total - 1);
  return start >= total || start > end ? "outside" : { start, end };
}
