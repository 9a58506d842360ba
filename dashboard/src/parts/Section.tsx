import { Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import css from "./section.module.css";

interface SectionProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page of settings: its heading at the side, what is set beside it, in one narrow column. */
export function Section({ title, lead, children }: SectionProps) {
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={id}>
      <div className={css.head}>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {lead !== undefined && <p className={css.lead}>{lead}</p>}
      </div>
      <div className={css.content}>{children}</div>
    </section>
  );
}

/** The sections of a page of settings below each other. */
export function Sections({ children }: { readonly children: ReactNode }) {
  return <div className={css.sections}>{children}</div>;
}
