import { IconPlus } from "@tabler/icons-react";
import type { ComponentPropsWithRef } from "react";
import { words } from "../words.ts";
import css from "./look.module.css";

interface GhostSlotProps extends Omit<ComponentPropsWithRef<"button">, "children"> {
  /** The hour as the brand's clock shows it. */
  readonly hour: string;
  /** Day and hour, for who cannot see in which column it stands. */
  readonly when: string;
  /** Whether the word “free” is shown beside the hour. */
  readonly isWordy?: boolean;
}

/** A slot that no post takes yet: a click writes for it. */
export function GhostSlot({ hour, when, isWordy = false, ...button }: GhostSlotProps) {
  return (
    <button type="button" {...button} className={css.ghost}>
      <span className="figures">{hour}</span>
      {isWordy && <span>{words.free}</span>}
      <span className="unseen">. {words.writeFor({ when })}</span>
      <IconPlus size={14} stroke={1.75} aria-hidden />
    </button>
  );
}
