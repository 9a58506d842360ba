import type { Kind } from "./changes.ts";

const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

/** Which part of a version a change raises, by semantic versioning: 0 the first, 2 the last. */
const PART: Readonly<Record<Kind, 0 | 1 | 2>> = { breaking: 0, added: 1, changed: 1, deprecated: 1, security: 2, fixed: 2 };

/**
 * The version after `current` with changes of these kinds. Below 1.0.0 a breaking change raises the second part, as the standard
 * leaves it open: `docs/stability.md#versions`.
 */
export function nextVersion(current: string, kinds: readonly Kind[]): string {
  const numbers = numbersOf(current);
  const highest = Math.min(...kinds.map((kind) => PART[kind]));
  const raised = numbers[0] === 0 ? Math.max(1, highest) : highest;
  return numbers.map((number, part) => (part < raised ? number : part === raised ? number + 1 : 0)).join(".");
}

export function isVersion(text: string): boolean {
  return VERSION.test(text);
}

/** Negative if the first version is the lower one. */
export function compareVersions(some: string, other: string): number {
  const [a, b] = [numbersOf(some), numbersOf(other)];
  const part = a.findIndex((number, index) => number !== b[index]);
  return part === -1 ? 0 : (a[part] ?? 0) - (b[part] ?? 0);
}

function numbersOf(version: string): number[] {
  const [, ...numbers] = VERSION.exec(version) ?? [];
  if (numbers.length === 0) throw new Error(`${version} is not a version such as 1.2.3`);
  return numbers.map(Number);
}
