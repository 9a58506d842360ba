import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useLayer } from "./layers.ts";
import css from "./SidePanel.module.css";
import { words } from "./words.ts";

interface SidePanelProps {
  /** What it is about, for screen readers. */
  readonly label: string;
  /** Left of the button that closes it. */
  readonly head?: ReactNode;
  /** Always in sight below the content: the buttons. */
  readonly foot?: ReactNode;
  readonly onClose: () => void;
  /** Where the focus goes once it is closed, if not to where it was: what it shows may have moved or been drawn anew. */
  readonly returnTo?: (() => HTMLElement | null) | undefined;
  readonly children: ReactNode;
}

/**
 * A panel beside a page's content, which stays in use: nothing is covered but on the phone, where it is a sheet over the page. Exists while
 * it is open; Escape closes it, and the focus returns to where it was.
 */
export function SidePanel({ label, head, foot, onClose, returnTo, children }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null);
  useLayer(true, onClose);
  const find = useRef(returnTo);
  useEffect(() => {
    find.current = returnTo;
  });
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus({ preventScroll: true });
    return () => {
      const target = find.current?.() ?? before;
      if (target instanceof HTMLElement && target.isConnected) target.focus({ preventScroll: true });
    };
  }, []);
  return (
    <aside className={css.panel} aria-label={label} tabIndex={-1} ref={panel}>
      <header className={css.head}>
        <div className={css.headContent}>{head}</div>
        <ActionIcon variant="subtle" color="gray" c="var(--text-2)" size="lg" aria-label={words.close} onClick={onClose}>
          <IconX size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </header>
      <div className={css.body}>{children}</div>
      {foot !== undefined && <footer className={css.foot}>{foot}</footer>}
    </aside>
  );
}

/** A page's content with its panel, if one is open, at its side up to the edges of the window. */
export function WithPanel({ panel, children }: { readonly panel: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={css.both}>
      <div className={css.content}>{children}</div>
      {panel}
    </div>
  );
}
