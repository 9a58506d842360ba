import { Button, Group, Progress, Stack, Text, Title } from "@mantine/core";
import type { ImportDetails } from "@rostrum/contract/private/imports.ts";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api, dataOf } from "../../api/client.ts";
import { Panel } from "../../parts/Panel.tsx";
import { Row, Rows } from "../../parts/Rows.tsx";
import { StateLine } from "../../parts/StateLine.tsx";
import { saveFile } from "../../parts/save-file.ts";
import { useAct } from "../../parts/use-act.ts";
import { importQuery } from "./queries.ts";
import { words } from "./words.ts";

interface ResultStepProps {
  readonly brandId: number;
  readonly importId: number;
  readonly onAnother: () => void;
}

/** The last step: how far an import is, what came of it, and the way back. */
export function ResultStep({ brandId, importId, onAnother }: ResultStepProps) {
  const own = useSuspenseQuery(importQuery(brandId, importId)).data;
  const changes = [["brand", brandId]];
  const undo = useAct(() => dataOf(api.undoImport({ importId })), { changes });
  const stop = useAct(() => dataOf(api.cancelImport({ importId })), { changes });
  const download = useAct(
    async () =>
      saveFile(words.downloadName({ file: own.fileName.replace(/\.csv$/i, "") }), (await dataOf(api.exportFailedRows({ importId }))).csv),
    {
      changes: [],
    },
  );
  const { state, failedRows, keptPosts } = own;
  const isAtWork = state === "RUNNING" || state === "UNDOING";
  return (
    <Stack gap="lg">
      <Panel title={own.fileName} lead={isAtWork ? (state === "RUNNING" ? words.importing : words.beingUndone) : undefined}>
        <Standing own={own} />
        <Group>
          {state === "RUNNING" && (
            <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate(undefined)}>
              {words.stop}
            </Button>
          )}
          {!isAtWork && (
            <Button variant="default" onClick={onAnother}>
              {words.another}
            </Button>
          )}
          {!isAtWork && own.failed > 0 && (
            <Button variant="default" loading={download.isPending} onClick={() => download.mutate(undefined)}>
              {words.download}
            </Button>
          )}
          {/* Not where Stop was a moment ago, which somebody may be about to press. */}
          {(state === "DONE" || state === "CANCELLED") && own.imported > 0 && (
            <Button
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              variant="default"
              loading={undo.isPending}
              onClick={() => undo.mutate(undefined)}
            >
              {words.undo}
            </Button>
          )}
          {!isAtWork && own.imported > 0 && (
            <Button ml="auto" renderRoot={(props) => <Link to="/brands/$brandId/calendar" params={{ brandId }} {...props} />}>
              {words.calendar}
            </Button>
          )}
        </Group>
      </Panel>
      {failedRows.length > 0 && (
        <Reasons title={words.failed({ count: own.failed })}>
          {failedRows.map(({ row, caption, problem }) => (
            <Row
              key={row}
              title={
                <Text component="div" inherit lineClamp={2}>
                  {caption === "" ? words.rowNumber({ row }) : caption}
                </Text>
              }
              state={<StateLine tone="bad" word={problem} />}
            >
              {caption !== "" && words.rowNumber({ row })}
            </Row>
          ))}
        </Reasons>
      )}
      {keptPosts.length > 0 && (
        <Reasons title={words.keptPosts({ count: own.kept })}>
          {keptPosts.map(({ row, reason }) => (
            <Row key={row} title={words.rowNumber({ row })} state={<StateLine tone="off" word={reason} />} />
          ))}
        </Reasons>
      )}
    </Stack>
  );
}

function Standing({ own }: { readonly own: ImportDetails }) {
  const { state, mode, rows, waiting, imported, removed, kept, skipped } = own;
  const undone = removed + kept;
  const share = state === "UNDOING" ? undone / Math.max(1, imported - kept + undone) : (rows - waiting) / Math.max(1, rows);
  return (
    <Stack gap="xs">
      {(state === "RUNNING" || state === "UNDOING") && <Progress value={share * 100} size="lg" animated aria-label={words.progress} />}
      <Text fw={600} role="status">
        {state === "RUNNING" && words.running({ done: rows - waiting, all: rows })}
        {state === "UNDOING" && words.undoing({ count: imported - kept })}
        {state === "DONE" && words.done[mode]({ count: imported })}
        {state === "CANCELLED" && `${words.cancelled} ${words.done[mode]({ count: imported })}`}
        {state === "UNDONE" && words.undone({ count: removed })}
      </Text>
      {skipped > 0 && <Text size="sm">{words.skipped({ count: skipped })}</Text>}
    </Stack>
  );
}

function Reasons({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Rows label={title}>{children}</Rows>
    </Stack>
  );
}
