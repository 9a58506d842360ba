import type { WriteStream } from "node:tty";
import type { Environment } from "./folders.ts";

/** The capabilities of an output stream. */
export interface Terminal {
  /** Width in columns; null if not a terminal: pipes and files get everything. */
  readonly width: number | null;
  readonly colours: boolean;
}

/** Colours only on terminals, and never with a non-empty NO_COLOR (no-color.org). */
export function terminalOf(stream: Pick<WriteStream, "isTTY" | "columns">, environment: Environment): Terminal {
  if (!stream.isTTY) return { width: null, colours: false };
  const plain = Boolean(environment.NO_COLOR) || environment.TERM === "dumb";
  return { width: stream.columns > 0 ? stream.columns : WIDTH_DEFAULT, colours: !plain };
}

/** Some terminals do not report their width. */
const WIDTH_DEFAULT = 80;
