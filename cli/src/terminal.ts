import type { WriteStream } from "node:tty";
import type { Environment } from "./folders.ts";

/** What a stream can show. */
export interface Terminal {
  /** In columns; null where nobody looks: what reads from a pipe or a file gets everything. */
  readonly width: number | null;
  readonly colours: boolean;
}

/** Colours on a terminal alone, and never with NO_COLOR (no-color.org: any text but the empty one). */
export function terminalOf(stream: Pick<WriteStream, "isTTY" | "columns">, environment: Environment): Terminal {
  if (!stream.isTTY) return { width: null, colours: false };
  const plain = Boolean(environment.NO_COLOR) || environment.TERM === "dumb";
  return { width: stream.columns > 0 ? stream.columns : WIDTH_DEFAULT, colours: !plain };
}

/** Some terminals do not tell their width. */
const WIDTH_DEFAULT = 80;
