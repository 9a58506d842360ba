/** What posts can be dropped on: a day, `2026-11-23`, or an hour of one, `2026-11-23T09`. */

const HOURS_PER_DAY = 24;

export function hourCell(day: string, hour: number): string {
  return `${day}T${String(hour).padStart(2, "0")}`;
}

/** The time of a post that is dropped there, `Y-m-d H:i:s`: on a day it keeps its time, on an hour its minutes. Null: it has none yet. */
export function timeAt(cell: string, local: string | null): string | null {
  const [day = "", hour] = cell.split("T");
  if (hour !== undefined) return `${day} ${hour}:${local === null ? "00" : local.slice(14, 16)}:00`;
  return local === null ? null : `${day} ${local.slice(11)}`;
}

/** The cell in which a post stands. */
export function cellOf(local: string, isHours: boolean): string {
  return isHours ? hourCell(local.slice(0, 10), Number(local.slice(11, 13))) : local.slice(0, 10);
}

/** Where an arrow key leads: a day or a week, with hours an hour or a day. Null for other keys. */
export function cellBeside(cell: string, key: string): string | null {
  const [day = "", hour] = cell.split("T");
  const date = Temporal.PlainDate.from(day);
  const across = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
  const along = key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : 0;
  if (across === 0 && along === 0) return null;
  if (hour === undefined) return date.add({ days: across + along * 7 }).toString();
  const next = Number(hour) + along;
  if (next < 0 || next >= HOURS_PER_DAY) return null;
  return hourCell(date.add({ days: across }).toString(), next);
}
