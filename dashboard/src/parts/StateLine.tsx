import { IconAlertSquare, IconCircleCheck, IconCircleDashed, IconClock } from "@tabler/icons-react";
import type { ReactNode } from "react";
import css from "./state-line.module.css";

/** Told apart by shape, not by colour alone. */
const ICONS = { good: IconCircleCheck, bad: IconAlertSquare, wait: IconClock, off: IconCircleDashed } as const;

export type Tone = keyof typeof ICONS;

interface StateLineProps {
  readonly tone: Tone;
  readonly word: string;
  /** In small letters below. */
  readonly children?: ReactNode;
}

/** How something that is set up stands: a sign, a word, and what there is to know. */
export function StateLine({ tone, word, children }: StateLineProps) {
  const Icon = ICONS[tone];
  return (
    <div className={css.line} data-tone={tone}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <div>
        <b>{word}</b>
        {children !== undefined && <div className={css.small}>{children}</div>}
      </div>
    </div>
  );
}
