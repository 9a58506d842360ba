import { Alert, Button, Checkbox, Group, Loader, Pagination, Stack, Text, Title } from "@mantine/core";
import type { ImportPreview } from "@rostrum/contract/private/imports.ts";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import { FormProblem } from "../../parts/FormProblem.tsx";
import { printLocal } from "../../parts/moments.ts";
import { Panel } from "../../parts/Panel.tsx";
import { useAct } from "../../parts/use-act.ts";
import { useOwnFoot } from "../../shell/frame.ts";
import { ChoicesForm } from "./ChoicesForm.tsx";
import { ColumnsForm } from "./ColumnsForm.tsx";
import { type Choices, FIRST_CHOICES, inputOf } from "./choices.ts";
import type { Draft } from "./draft.ts";
import css from "./import.module.css";
import { PreviewRows } from "./PreviewRows.tsx";
import { previewQuery, ROWS_PER_PAGE } from "./queries.ts";
import { SOURCES, words } from "./words.ts";

interface CheckStepProps {
  readonly brandId: number;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
  readonly onBack: () => void;
  readonly onStarted: (importId: number) => void;
}

/** The second step: what would become of a file, with what can be chosen. Nothing is stored before it is started. */
export function CheckStep({ brandId, draft, onDraft, onBack, onStarted }: CheckStepProps) {
  const { file, choices, page, onlyProblems, mark } = draft;
  const {
    data: preview,
    error,
    isPlaceholderData,
    isFetching,
    refetch,
  } = useQuery(previewQuery({ brandId, file, choices, page, onlyProblems }));
  const start = useAct(() => dataOf(api.startImport({ brandId, file, mark, ...inputOf(choices) })), {
    changes: [["brand", brandId, "imports"]],
    showsFailures: true,
  });
  // Takes the place of the phone's tabs.
  useOwnFoot();
  const change = (changed: Partial<Draft>) => onDraft({ ...draft, page: 1, ...changed });
  const choose = (changed: Partial<Choices>) => change({ choices: { ...choices, ...changed } });
  const back = (
    <Button variant="default" onClick={onBack}>
      {words.back}
    </Button>
  );
  if (error !== null) {
    return (
      <Stack align="flex-start">
        <FormProblem text={error.message} />
        <Group>
          {back}
          <Button loading={isFetching} onClick={() => void refetch()}>
            {words.tryAgain}
          </Button>
          {JSON.stringify(choices) !== JSON.stringify(FIRST_CHOICES) && (
            <Button variant="default" onClick={() => change({ choices: FIRST_CHOICES })}>
              {words.firstChoices}
            </Button>
          )}
        </Group>
      </Stack>
    );
  }
  if (preview === undefined) {
    return (
      <Group role="status">
        <Loader size="sm" aria-hidden />
        <Text>{words.reading}</Text>
      </Group>
    );
  }
  const { counts, questions } = preview;
  const shown = onlyProblems ? counts.rows - counts.ready : counts.rows;
  const isOpen = questions.length > 0;
  return (
    <Stack gap="lg">
      <Panel
        title={preview.source === "OTHER" ? words.notRecognised : words.recognised({ source: SOURCES[preview.source] })}
        lead={words.found({ count: counts.rows, file: file.name })}
      >
        {questions.map(({ field, sentence }) => (
          <Alert key={field} color="yellow" icon={<IconAlertTriangle aria-hidden />} title={sentence} />
        ))}
        <Facts preview={preview} />
      </Panel>
      <Panel title={words.choices}>
        <ChoicesForm brandId={brandId} preview={preview} choices={choices} choose={choose} />
        <ColumnsForm preview={preview} isChanged={choices.fields !== undefined} choose={choose} />
      </Panel>
      <Stack component="section" gap="sm" aria-labelledby="posts">
        <Group justify="space-between">
          <Title order={2} size="h4" id="posts">
            {words.preview}
          </Title>
          <Checkbox
            label={words.onlyProblems}
            checked={onlyProblems}
            onChange={({ currentTarget: { checked } }) => change({ onlyProblems: checked })}
          />
        </Group>
        <PreviewRows rows={preview.rows} />
        {shown > ROWS_PER_PAGE && (
          <Group component="nav" aria-label={words.pages} justify="center">
            <Pagination
              total={Math.ceil(shown / ROWS_PER_PAGE)}
              value={page}
              onChange={(next) => change({ page: next })}
              getControlProps={(control) => ({ "aria-label": words.toPage[control] })}
            />
          </Group>
        )}
      </Stack>
      <Stack className={css.foot ?? ""} gap="sm">
        <FormProblem text={start.error?.message ?? null} />
        <Group justify="space-between">
          {back}
          <Button
            disabled={counts.ready === 0 || isOpen || isPlaceholderData}
            loading={start.isPending}
            onClick={() => start.mutate(undefined, { onSuccess: ({ id }) => onStarted(id) })}
          >
            {counts.ready === 0 ? words.nothing : words.start({ count: counts.ready })}
          </Button>
        </Group>
      </Stack>
    </Stack>
  );
}

function Facts({ preview: { counts, becomes, timezone } }: { readonly preview: ImportPreview }) {
  const parts = (["scheduled", "queued", "drafts"] as const)
    .filter((kind) => becomes[kind] > 0)
    .map((kind) => words.becomes[kind]({ count: becomes[kind] }))
    .join(", ");
  return (
    <Stack gap={4}>
      <Text fw={600} role="status">
        {words.ready({ count: counts.ready })}
        {parts !== "" && ` ${parts}.`}
      </Text>
      {becomes.firstDate !== null && becomes.lastDate !== null && (
        <Text size="sm">{words.between({ first: printLocal(becomes.firstDate), last: printLocal(becomes.lastDate), zone: timezone })}</Text>
      )}
      {counts.problems > 0 && <Text size="sm">{words.problems({ count: counts.problems })}</Text>}
      {counts.before > 0 && <Text size="sm">{words.before({ count: counts.before })}</Text>}
      {counts.twice > 0 && <Text size="sm">{words.twice({ count: counts.twice })}</Text>}
    </Stack>
  );
}
