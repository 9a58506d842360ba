import { Anchor, Button, Group, Progress, Stack, Table, Text } from "@mantine/core";
import type { ImportDetails } from "@rostrum/contract/private/imports.ts";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api, dataOf } from "../../api/client.ts";
import { Panel } from "../../parts/Panel.tsx";
import { saveFile } from "../../parts/save-file.ts";
import { useAct } from "../../parts/use-act.ts";
import { importQuery } from "./queries.ts";
import { words } from "./words.ts";

interface ImportViewProps {
  readonly brandId: number;
  readonly importId: number;
  readonly onAnother: () => void;
}

/** How far an import is, what came of it, and the way back. */
export function ImportView({ brandId, importId, onAnother }: ImportViewProps) {
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
        </Group>
        {!isAtWork && own.imported > 0 && (
          <Anchor renderRoot={(props) => <Link to="/brands/$brandId/calendar" params={{ brandId }} {...props} />}>{words.calendar}</Anchor>
        )}
      </Panel>
      {failedRows.length > 0 && (
        <Panel title={words.failed({ count: own.failed })}>
          <Reasons
            heads={[words.row, words.text, words.reason]}
            rows={failedRows.map(({ row, caption, problem }) => [row, caption, problem])}
          />
        </Panel>
      )}
      {keptPosts.length > 0 && (
        <Panel title={words.kept({ count: own.kept })}>
          <Reasons heads={[words.row, words.why]} rows={keptPosts.map(({ row, reason }) => [row, reason])} />
        </Panel>
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

function Reasons({ heads, rows }: { readonly heads: readonly string[]; readonly rows: readonly (readonly (string | number)[])[] }) {
  return (
    <Table.ScrollContainer minWidth={480} type="native" tabIndex={0}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head} scope="col">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((cells) => (
            <Table.Tr key={cells[0]}>
              {cells.map((cell, index) => (
                <Table.Td key={heads[index]} style={{ overflowWrap: "anywhere" }}>
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
