/** One range of RFC 9110, its last byte included; null for none or a form that a server may ignore. */
export function parseRange(header: string | undefined, total: number): { start: number; end: number } | "outside" | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  const [, first = "", last = ""] = match ?? [];
  if (first === "" && last === "") return null;
  const start = first === "" ? Math.max(0, total - Number(last)) : Number(first);
  const end = first === "" || last === "" ? total - 1 : Math.min(Number(last), total - 1);
  return start >= total || start > end ? "outside" : { start, end };
}
