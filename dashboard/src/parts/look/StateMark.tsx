import type { ReactNode } from "react";
import { words } from "../words.ts";
import css from "./look.module.css";
import type { State } from "./state.ts";

export type { State };

/** A shape each, so that they can be told apart without colours. */
const SHAPES: Readonly<Record<State, ReactNode>> = {
  planned: (
    <>
      <circle cx="8" cy="8" r="6.1" fill="none" stroke="currentColor" strokeWidth="1.8" />
      <path d="M8 4.8V8l2.2 1.5" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" />
    </>
  ),
  waiting: (
    <>
      <path d="M2 3.6h12v8H8.4L5.4 14v-2.4H2Z" fill="none" stroke="currentColor" strokeWidth="1.7" strokeLinejoin="round" />
      <path d="M5.4 7.6h.1M8 7.6h.1M10.6 7.6h.1" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </>
  ),
  leaving: (
    <>
      <path d="M8 1.9a6.1 6.1 0 1 1-6.1 6.1" fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
      <path
        d="M8 11V5.4M5.6 7.6 8 5.2l2.4 2.4"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  sent: (
    <>
      <circle cx="8" cy="8" r="7" fill="currentColor" />
      <path
        d="M4.9 8.3 7 10.4l4.2-4.6"
        fill="none"
        stroke="var(--bg, var(--surface))"
        strokeWidth="1.9"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  failed: (
    <>
      <rect x="1.2" y="1.2" width="13.6" height="13.6" rx="3.4" fill="currentColor" />
      <path d="m5.4 5.4 5.2 5.2m0-5.2-5.2 5.2" stroke="var(--bg, var(--surface))" strokeWidth="1.9" strokeLinecap="round" />
    </>
  ),
  skipped: (
    <>
      <circle cx="8" cy="8" r="6.1" fill="none" stroke="currentColor" strokeWidth="1.8" strokeDasharray="2.4 2" />
      <path d="M5.2 8h5.6" stroke="currentColor" strokeWidth="1.9" strokeLinecap="round" />
    </>
  ),
  draft: <path d="M3 13l.7-2.8L10.6 3.3l2.1 2.1-6.9 6.9Z" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinejoin="round" />,
};

interface StateMarkProps {
  readonly state: State;
  /** In pixels. */
  readonly size?: number;
  /** Whether the word stands beside it: then it is not read twice. */
  readonly isNamed?: boolean;
}

export function StateMark({ state, size = 14, isNamed = false }: StateMarkProps) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it is hidden, or has a label
    <svg
      className={css.state}
      data-state={state}
      viewBox="0 0 16 16"
      width={size}
      height={size}
      {...(isNamed ? { "aria-hidden": true } : { role: "img", "aria-label": words.states[state] })}
    >
      {SHAPES[state]}
    </svg>
  );
}

/** The state as a mark and a word; `children` in place of the usual word. */
export function StatePill({ state, children }: { readonly state: State; readonly children?: ReactNode }) {
  return (
    <span className={css.pill} data-state={state}>
      <StateMark state={state} isNamed />
      {children ?? words.states[state]}
    </span>
  );
}
