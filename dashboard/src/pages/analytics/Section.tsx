import { Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import css from "./analytics.module.css";

/** A part of the page with its heading. */
export function Section({ title, lead, children }: { readonly title: string; readonly lead?: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={id}>
      <div>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {lead !== undefined && (
          <Text size="sm" c="dimmed">
            {lead}
          </Text>
        )}
      </div>
      {children}
    </section>
  );
}
