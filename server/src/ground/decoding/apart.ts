import { extname } from "node:path";
import type { Decoded } from "./decoder.ts";
import type { Lane } from "./lane.ts";

export interface Waiting {
  /** Aborts the work and rejects. */
  readonly signal?: AbortSignal;
  /** Rejects only while the work is still waiting for its turn. */
  readonly giveUp?: AbortSignal;
}

type Work = (input: never) => unknown;

/**
 * Makes a function run in a process of a lane; its argument and result are copied. `from` is the caller's `import.meta`;
 * `file` is the module next to it, without extension, which the caller imports only as a type.
 */
export function apart<W extends Work>(lane: Lane, from: ImportMeta, { file, name }: { readonly file: string; readonly name: string }) {
  const module = new URL(`./${file}${extname(from.filename)}`, from.url);
  return async (input: Parameters<W>[0], { signal, giveUp }: Waiting = {}): Promise<Decoded<Awaited<ReturnType<W>>>> =>
    (await lane({ module, name, input, signal, giveUp })) as Decoded<Awaited<ReturnType<W>>>;
}
