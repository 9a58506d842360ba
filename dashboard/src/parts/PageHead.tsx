import { Group, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect } from "react";

interface PageHeadProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** What can be done here: buttons. */
  readonly children?: ReactNode;
}

/** The heading of a page, which is also the title of the browser's tab. */
export function PageHead({ title, lead, children }: PageHeadProps) {
  useEffect(() => {
    document.title = `${title} · Rostrum`;
  }, [title]);
  return (
    <Group justify="space-between" align="flex-start" mb="lg">
      <Stack gap={4}>
        <Title order={1}>{title}</Title>
        {lead !== undefined && (
          <Text c="dimmed" maw={640}>
            {lead}
          </Text>
        )}
      </Stack>
      {children !== undefined && <Group>{children}</Group>}
    </Group>
  );
}
