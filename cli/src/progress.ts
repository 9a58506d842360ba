import { stripVTControlCharacters } from "node:util";
import { cut, textWidth } from "./width.ts";

/** Shows upload progress. */
export interface Progress {
  /** Adds bytes that have been sent. */
  add(bytes: number): void;
  /** Starts over, for a retry. */
  restart(): void;
  /** Clears the bar. */
  clear(): void;
}

interface Screen {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

const REDRAW_MILLISECONDS = 100;
const CLEAR_LINE = "\r\x1b[K";

/** A bar on a terminal; otherwise nothing is shown. */
export function progressOn(screen: Screen, { name, bytes }: { readonly name: string; readonly bytes: number }): Progress {
  let sent = 0;
  let drawnAt = 0;
  const draw = () => {
    if (screen.isTTY !== true || (performance.now() - drawnAt < REDRAW_MILLISECONDS && sent < bytes)) return;
    drawnAt = performance.now();
    screen.write(`${CLEAR_LINE}${barText({ name, sent, bytes, width: screen.columns ?? 80 })}`);
  };
  return {
    add: (more) => {
      sent += more;
      draw();
    },
    restart: () => {
      sent = 0;
    },
    clear: () => {
      if (screen.isTTY === true && drawnAt > 0) screen.write(CLEAR_LINE);
    },
  };
}

/**
 * `croissant.jpg [#######.....] 58 % of 12.3 MB`, never wider than the line. Capped at 100 %, because the bytes of the form around the file count too.
 */
export function barText({ name, sent, bytes, width }: { name: string; sent: number; bytes: number; width: number }): string {
  const share = bytes === 0 ? 1 : Math.min(1, sent / bytes);
  const facts = `${Math.floor(share * 100)} % of ${(bytes / 1e6).toFixed(1)} MB`;
  const label = cut(stripVTControlCharacters(name).replace(/\p{Cc}+/gu, " "), Math.max(8, Math.floor(width / 3)));
  const room = width - textWidth(label) - facts.length - 5;
  if (room < 4) return facts.slice(0, Math.max(0, width - 1));
  const full = Math.round(share * room);
  return `${label} [${"#".repeat(full)}${".".repeat(room - full)}] ${facts}`;
}
