import { extname } from "node:path";
import type { Decoded } from "./decoder.ts";
import type { Lane } from "./lane.ts";

export interface Waiting {
  /** Ends the work, and rejects. */
  readonly signal?: AbortSignal;
  /** Rejects while the work has no turn yet. */
  readonly giveUp?: AbortSignal;
}

type Work = (input: never) => unknown;

/**
 * A function that runs in a process of a lane: what it takes and answers is copied. `from` is the caller's
 * `import.meta`, `file` the module beside it, without its ending, which the caller imports as a type alone.
 */
export function apart<W extends Work>(lane: Lane, from: ImportMeta, { file, name }: { readonly file: string; readonly name: string }) {
  const module = new URL(`./${file}${extname(from.filename)}`, from.url);
  return async (input: Parameters<W>[0], { signal, giveUp }: Waiting = {}): Promise<Decoded<Awaited<ReturnType<W>>>> =>
    (await lane({ module, name, input, signal, giveUp })) as Decoded<Awaited<ReturnType<W>>>;
}
