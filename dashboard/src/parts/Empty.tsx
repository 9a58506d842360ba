import { Group, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import css from "./empty.module.css";

interface EmptyProps {
  readonly title: string;
  readonly text: string;
  /** What would be here, drawn: three tiles, side by side. */
  readonly tiles?: readonly ReactNode[];
  /** How to make the first one. */
  readonly children?: ReactNode;
}

/** A list without rows: what would be here, and how to make the first one. */
export function Empty({ title, text, tiles = [], children }: EmptyProps) {
  return (
    <div className={css.card}>
      {tiles.length > 0 && (
        <div className={css.fan} aria-hidden>
          {tiles.map((tile, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are drawn once and never change places
            <span key={index}>{tile}</span>
          ))}
        </div>
      )}
      <Title order={2}>{title}</Title>
      <Text c="dimmed" maw={440}>
        {text}
      </Text>
      {children && (
        <Group mt="sm" justify="center">
          {children}
        </Group>
      )}
    </div>
  );
}
