import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { ReactNode } from "react";
import css from "./rows.module.css";

/** Things of one kind below each other on one card. */
export function Rows({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul className={css.rows} aria-label={label}>
      {children}
    </ul>
  );
}

interface RowProps {
  /** What it looks like, where it has a face. */
  readonly picture?: ReactNode;
  readonly title: ReactNode;
  /** What else there is to know, in small lines below the title. */
  readonly children?: ReactNode;
  /** How it stands, in a column of its own. */
  readonly state?: ReactNode;
  /** What can be done with it: at most a switch, one button and a menu. */
  readonly actions?: ReactNode;
  /** Over the whole width below: trouble, or what is unfolded. */
  readonly below?: ReactNode;
  readonly id?: number | string;
}

/** One thing: its picture and name, how it stands, what can be done. On the phone, the parts stand below each other. */
export function Row({ picture, title, children, state, actions, below, id }: RowProps) {
  return (
    <li className={css.row} data-id={id}>
      {picture !== undefined && <div className={css.picture}>{picture}</div>}
      <div className={css.main}>
        <div className={css.title}>{title}</div>
        {children !== undefined && <div className={css.small}>{children}</div>}
      </div>
      {state !== undefined && <div className={css.state}>{state}</div>}
      {actions !== undefined && <div className={css.actions}>{actions}</div>}
      {below !== undefined && <div className={css.below}>{below}</div>}
    </li>
  );
}

/** What is done seldom with one thing; `label` names it, for it stands on every row. */
export function RowMenu({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" c="var(--text-2)" size={32} aria-label={label}>
          <IconDots size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
