import { IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import css from "./steps.module.css";

interface Step {
  readonly name: string;
  /** What was chosen there, in small letters. */
  readonly detail?: ReactNode;
  /** Leads back there; absent: nothing does, or not yet. */
  readonly onGo?: () => void;
}

interface StepsProps {
  readonly label: string;
  readonly steps: readonly Step[];
  /** The place of the one where somebody is. */
  readonly current: number;
  /** Beside each other, above what they are the steps of; else below each other, beside it. */
  readonly isRow?: boolean;
}

/** What is done one after the other, and how far somebody is. */
export function Steps({ label, steps, current, isRow = false }: StepsProps) {
  return (
    <ol className={css.steps} aria-label={label} data-row={isRow || undefined}>
      {steps.map(({ name, detail, onGo }, index) => {
        const isDone = index < current;
        const content = (
          <>
            <span className={css.number}>{isDone ? <IconCheck size={14} stroke={3} aria-hidden /> : index + 1}</span>
            <span className={css.name}>
              {name}
              {detail !== undefined && <small>{detail}</small>}
            </span>
          </>
        );
        return (
          <li key={name} aria-current={index === current ? "step" : undefined} data-done={isDone || undefined}>
            {onGo === undefined ? (
              <div className={css.step}>{content}</div>
            ) : (
              // On the phone its name is not drawn.
              <button type="button" className={css.step} aria-label={name} onClick={onGo}>
                {content}
              </button>
            )}
          </li>
        );
      })}
    </ol>
  );
}
