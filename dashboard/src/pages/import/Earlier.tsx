import { Button, Group, Stack, Text } from "@mantine/core";
import type { ImportState } from "@rostrum/contract/private/imports.ts";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useBrand } from "../../api/session.ts";
import { printMoment } from "../../parts/moments.ts";
import { Panel } from "../../parts/Panel.tsx";
import { importsQuery } from "./queries.ts";
import { words } from "./words.ts";

interface EarlierProps {
  readonly brandId: number;
  readonly onShow: (importId: number) => void;
}

/** The imports of the brand, newest first. */
export function Earlier({ brandId, onShow }: EarlierProps) {
  const zone = useBrand(brandId)?.timezone ?? "UTC";
  const imports = useSuspenseQuery(importsQuery(brandId)).data;
  if (imports.length === 0) return null;
  return (
    <Panel title={words.earlier}>
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: "none" }}>
        {imports.map((own) => (
          <Group key={own.id} component="li" justify="space-between">
            <Stack gap={0}>
              <Text>{own.fileName}</Text>
              <Text size="sm" c="dimmed">
                {words.started({ at: printMoment(own.startedAt, zone), person: own.person ?? words.operator })}. {resultOf(own)}
              </Text>
            </Stack>
            <Button variant="default" aria-label={words.showOne({ file: own.fileName })} onClick={() => onShow(own.id)}>
              {words.show}
            </Button>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}

function resultOf({ state, mode, imported, removed }: ImportState): string {
  if (state === "DONE") return words.done[mode]({ count: imported });
  if (state === "UNDONE") return words.undone({ count: removed });
  return `${words.states[state]}.`;
}
