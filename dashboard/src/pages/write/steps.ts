import type { Draft } from "./state.ts";

/** What was written before, and after it what was taken back. */
export interface Steps {
  readonly past: readonly Draft[];
  readonly future: readonly Draft[];
  /** What the last step changed, and when, in Unix milliseconds. */
  readonly what: string | null;
  readonly at: number;
}

export const NO_STEPS: Steps = { past: [], future: [], what: null, at: 0 };

const STEPS_MAX = 100;
/** Changes of the same field with shorter pauses than this are one step. */
const PAUSE_MILLISECONDS = 1000;

/** The steps after another change. */
export function recorded(
  steps: Steps,
  { before, what, at }: { readonly before: Draft; readonly what: string; readonly at: number },
): Steps {
  if (steps.past.length > 0 && steps.what === what && at - steps.at < PAUSE_MILLISECONDS) return { ...steps, future: [], at };
  return { past: [...steps.past, before].slice(-STEPS_MAX), future: [], what, at };
}

/** Null: there is nothing to take back. */
export function undone(steps: Steps, now: Draft): { readonly steps: Steps; readonly draft: Draft } | null {
  const draft = steps.past.at(-1);
  if (draft === undefined) return null;
  return { draft, steps: { past: steps.past.slice(0, -1), future: [now, ...steps.future], what: null, at: 0 } };
}

/** Null: nothing has been taken back, or something else has been written since. */
export function redone(steps: Steps, now: Draft): { readonly steps: Steps; readonly draft: Draft } | null {
  const [draft, ...future] = steps.future;
  return draft === undefined ? null : { draft, steps: { past: [...steps.past, now], future, what: null, at: 0 } };
}
