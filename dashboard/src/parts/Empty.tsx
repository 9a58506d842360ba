import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

/** A list without rows: what would be here, and how to make the first one. */
export function Empty({ title, text, children }: { readonly title: string; readonly text: string; readonly children?: ReactNode }) {
  return (
    <Stack align="flex-start" gap="xs" py="xl">
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text c="dimmed" maw={560}>
        {text}
      </Text>
      {children}
    </Stack>
  );
}
