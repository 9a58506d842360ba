import { Button, Stack, Title } from "@mantine/core";
import type { ImportState } from "@rostrum/contract/private/imports.ts";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useBrand } from "../../api/session.ts";
import { printMoment } from "../../parts/moments.ts";
import { Row, Rows } from "../../parts/Rows.tsx";
import { StateLine, type Tone } from "../../parts/StateLine.tsx";
import { importsQuery } from "./queries.ts";
import { words } from "./words.ts";

interface EarlierProps {
  readonly brandId: number;
  readonly onShow: (importId: number) => void;
}

const TONES: Readonly<Record<ImportState["state"], Tone>> = {
  RUNNING: "wait",
  DONE: "good",
  CANCELLED: "off",
  UNDOING: "wait",
  UNDONE: "off",
};

/** The imports of the brand, newest first. */
export function Earlier({ brandId, onShow }: EarlierProps) {
  const zone = useBrand(brandId)?.timezone ?? "UTC";
  const imports = useSuspenseQuery(importsQuery(brandId)).data;
  if (imports.length === 0) return null;
  return (
    <Stack component="section" gap="sm" aria-labelledby="earlier">
      <Title order={2} size="h4" id="earlier">
        {words.earlier}
      </Title>
      <Rows label={words.earlier}>
        {imports.map((own) => (
          <Row
            key={own.id}
            title={own.fileName}
            state={
              <StateLine tone={TONES[own.state]} word={words.states[own.state]}>
                {resultOf(own)}
              </StateLine>
            }
            actions={
              <Button size="compact-md" variant="default" aria-label={words.showOne({ file: own.fileName })} onClick={() => onShow(own.id)}>
                {words.show}
              </Button>
            }
          >
            {words.started({ at: printMoment(own.startedAt, zone), person: own.person ?? words.operator })}
          </Row>
        ))}
      </Rows>
    </Stack>
  );
}

function resultOf({ state, mode, imported, removed }: ImportState): string | undefined {
  if (state === "DONE") return words.done[mode]({ count: imported });
  return state === "UNDONE" ? words.undone({ count: removed }) : undefined;
}
