import type { ReactNode } from "react";
import css from "./fold.module.css";

/** What few want to know, folded away behind its title. */
export function Fold({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details className={css.fold}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
