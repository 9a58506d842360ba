/** Times as this API writes them: without fractions of a second. */
export function printTime(instant: string): string {
  return `${instant.slice(0, 19)}Z`;
}

/** ISO 8601, such as `PT1H2M3S`; `P0D` while nothing is known. */
export function printDuration(seconds: number | null): string {
  if (seconds === null) return "P0D";
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const words = parts.map((count, index) => (count > 0 ? `${count}${"HMS"[index]}` : "")).join("");
  return `PT${words === "" ? "0S" : words}`;
}
