import { Paper, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";

interface PanelProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page of settings, with a heading of its own. */
export function Panel({ title, lead, children }: PanelProps) {
  const id = useId();
  return (
    <Paper component="section" withBorder p={{ base: "md", sm: "lg" }} aria-labelledby={id}>
      <Stack>
        <Stack gap={4}>
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          {lead !== undefined && (
            <Text size="sm" c="dimmed" maw={640}>
              {lead}
            </Text>
          )}
        </Stack>
        {children}
      </Stack>
    </Paper>
  );
}
