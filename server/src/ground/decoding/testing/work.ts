import { setTimeout as sleep } from "node:timers/promises";

/** Work that tests give a decoder. */
export function echo(value: unknown): unknown {
  return value;
}

export function spin(): never {
  for (;;);
}

export async function rest(seconds: number): Promise<number> {
  await sleep(seconds * 1000);
  return seconds;
}

/** A palette of four billion colours, as a bitmap may claim to have. */
export function fillHeap(): number {
  const all = new Array(2 ** 32 - 1);
  for (let index = 0; index < all.length; index += 1) all[index] = { red: index };
  return all.length;
}

/** Memory that V8's heap limit does not count. */
export function fillBuffers(): number {
  const all: Buffer[] = [];
  for (;;) all.push(Buffer.alloc(50_000_000, 1));
}

export function crash(): never {
  process.abort();
}

export function leave(): void {
  process.exit(0);
}

export function fail(): never {
  throw new Error("no such picture");
}

export async function failLater(): Promise<never> {
  setTimeout(() => {
    throw new Error("nobody catches this");
  });
  await sleep(60_000);
  throw new Error("too late");
}

export function surroundings(): { readonly names: readonly string[]; readonly pid: number } {
  return { names: Object.keys(process.env), pid: process.pid };
}
