import { Alert, Button, FileButton, Group, List, Pagination, Paper, SimpleGrid, Text } from "@mantine/core";
import { IconAlertTriangle, IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCallback, useRef, useState } from "react";
import { has, useBrand } from "../../api/session.ts";
import { ConfirmButton } from "../../parts/ConfirmButton.tsx";
import { GIVEN_TYPES } from "../../parts/convert/kinds.ts";
import { DropOverlay } from "../../parts/DropOverlay.tsx";
import { Empty } from "../../parts/Empty.tsx";
import { LeaveGuard } from "../../parts/LeaveGuard.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { WithPanel } from "../../parts/SidePanel.tsx";
import { useAct } from "../../parts/use-act.ts";
import { useGivenFiles } from "../../parts/use-given-files.ts";
import { usePagesBack } from "../../parts/use-pages-back.ts";
import { FileCard } from "./FileCard.tsx";
import { FilePanel } from "./FilePanel.tsx";
import { Filters } from "./Filters.tsx";
import { sumUp } from "./facts.ts";
import { deleteAll, FILES_PER_PAGE, libraryQuery, totalsQuery } from "./queries.ts";
import { type MediaSearch, readMediaSearch } from "./search.ts";
import { UploadList } from "./UploadList.tsx";
import { useUploads } from "./use-uploads.ts";
import { words } from "./words.ts";

/** The files of a brand. */
export function MediaPage() {
  const { brandId } = useParams({ from: "/brands/$brandId" });
  const search = useSearch({ from: "/brands/$brandId/media" });
  const navigate = useNavigate({ from: "/brands/$brandId/media" });
  const brand = useBrand(brandId);
  const mayEdit = brand !== null && has(brand, "editor");
  const zone = brand?.timezone ?? "UTC";
  const forgetChoice = useRef<() => void>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { data: library, error } = useQuery(libraryQuery(brandId, search));
  const { data: totals } = useQuery(totalsQuery(brandId));
  const uploads = useUploads(brandId);
  const isOver = useGivenFiles((files) => mayEdit && uploads.add(files));
  const remove = useAct((ids: readonly string[]) => deleteAll(brandId, ids), {
    changes: [["brand", brandId, "media"]],
  });

  const show = (change: MediaSearch) => void navigate({ search: (before) => readMediaSearch({ ...before, ...change }) });
  const filter = (change: MediaSearch) => show({ page: 1, ...change });
  const open = (file: string | null) =>
    void navigate({ search: ({ file: _, ...before }) => (file === null ? before : { ...before, file }) });
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((one) => one !== id)));
  const deleteFiles = (ids: readonly string[]) =>
    remove.mutate(ids, {
      onSuccess: () => {
        setChosen((before) => new Set([...before].filter((id) => !ids.includes(id))));
        // Another file may be open by now, with something typed.
        void navigate({ search: ({ file, ...before }) => (file === undefined || ids.includes(file) ? before : { ...before, file }) });
      },
    });

  const files = library?.files ?? [];
  // The last file of the last page may be gone.
  const back = useCallback(
    (page: number) => void navigate({ search: (before) => readMediaSearch({ ...before, page }), replace: true }),
    [navigate],
  );
  const goesBack = usePagesBack({ length: files.length, total: library?.total, perPage: FILES_PER_PAGE }, back);
  const isNarrowed = search.search !== undefined || search.type !== undefined || search.use !== undefined;
  const panel = search.file !== undefined && (
    <FilePanel
      key={search.file}
      brandId={brandId}
      zone={zone}
      id={search.file}
      mayEdit={mayEdit}
      onClose={() => open(null)}
      onDelete={({ id }) => deleteFiles([id])}
    />
  );
  return (
    <WithPanel panel={panel}>
      <PageHead title={words.title} lead={totals === undefined ? undefined : sumUp(totals)}>
        {mayEdit && (
          <FileButton
            multiple
            accept={GIVEN_TYPES}
            resetRef={forgetChoice}
            onChange={(given) => {
              // So that a file whose upload was dismissed can be chosen again.
              forgetChoice.current?.();
              uploads.add(given);
            }}
          >
            {(props) => (
              <Button {...props} leftSection={<IconUpload size={16} aria-hidden />}>
                {words.upload}
              </Button>
            )}
          </FileButton>
        )}
      </PageHead>
      {mayEdit && (
        <Text size="sm" c="dimmed" mb="md">
          {words.hint}
        </Text>
      )}
      <UploadList {...uploads} />
      <LeaveGuard
        isNeeded={uploads.uploads.some(({ state }) => state.kind !== "failed")}
        question={words.leavingQuestion}
        consequence={words.leavingConsequence}
      />
      <Kept kept={remove.data?.kept ?? []} deleted={remove.data?.deleted.length ?? 0} onClose={remove.reset} />
      <Filters search={search} onChange={filter} />
      {error !== null && <Alert color="red" title={error.message} role="alert" />}
      {library !== undefined && files.length === 0 && !goesBack && (
        <Empty {...(isNarrowed ? words.noneFound : words.none)}>
          {isNarrowed && (
            <Button variant="default" onClick={() => void navigate({ search: {} })}>
              {words.clear}
            </Button>
          )}
        </Empty>
      )}
      {mayEdit && files.length > 0 && (
        <Chosen
          count={chosen.size}
          onNone={() => setChosen(new Set())}
          onPage={() => setChosen(new Set([...chosen, ...files.map(({ id }) => id)]))}
          onDelete={() => deleteFiles([...chosen])}
        />
      )}
      <SimpleGrid
        component="ul"
        aria-label={words.list}
        type="container"
        cols={{ base: 2, "600px": 3, "900px": 4 }}
        p={0}
        m={0}
        style={{ listStyle: "none" }}
      >
        {files.map((file) => (
          <FileCard
            key={file.id}
            file={file}
            isChosen={mayEdit ? chosen.has(file.id) : null}
            onChoose={(isChosen) => choose(file.id, isChosen)}
            onOpen={() => open(file.id)}
          />
        ))}
      </SimpleGrid>
      <Pages total={library?.total ?? 0} page={search.page ?? 1} onPage={(page) => show({ page })} />
      {isOver && mayEdit && <DropOverlay text={words.drop} />}
    </WithPanel>
  );
}

interface ChosenProps {
  readonly count: number;
  readonly onNone: () => void;
  readonly onPage: () => void;
  readonly onDelete: () => void;
}

/** What can be done with the files that are chosen. */
function Chosen({ count, onNone, onPage, onDelete }: ChosenProps) {
  const choosePage = (
    <Button variant={count > 0 ? "default" : "subtle"} onClick={onPage}>
      {words.choosePage}
    </Button>
  );
  if (count === 0)
    return (
      <Group justify="flex-end" mb="xs">
        {choosePage}
      </Group>
    );
  return (
    <Paper withBorder p="xs" mb="md" pos="sticky" top={68} style={{ zIndex: 10 }}>
      <Group gap="xs">
        <Text size="sm" role="status" flex={1} miw={120}>
          {words.chosen({ count })}
        </Text>
        {choosePage}
        <Button variant="default" onClick={onNone}>
          {words.chooseNone}
        </Button>
        <ConfirmButton
          label={words.delete}
          question={words.deleteQuestion({ count })}
          consequence={words.deleteConsequence}
          onConfirm={onDelete}
        />
      </Group>
    </Paper>
  );
}

interface KeptProps {
  readonly kept: readonly { readonly id: string; readonly name: string; readonly reason: string }[];
  readonly deleted: number;
  readonly onClose: () => void;
}

/** Files that could not be deleted, each with the reason. */
function Kept({ kept, deleted, onClose }: KeptProps) {
  if (kept.length === 0) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle aria-hidden />}
      title={words.kept({ count: kept.length })}
      withCloseButton
      closeButtonLabel={words.close}
      onClose={onClose}
      mb="md"
      role="alert"
    >
      {deleted > 0 && <Text size="sm">{words.deleted({ count: deleted })}</Text>}
      <List size="sm">
        {kept.map(({ id, name, reason }) => (
          <List.Item key={id}>
            <strong>{name}</strong>: {reason}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

function Pages({ total, page, onPage }: { readonly total: number; readonly page: number; readonly onPage: (page: number) => void }) {
  const pages = Math.ceil(total / FILES_PER_PAGE);
  if (pages <= 1) return null;
  return (
    <Group component="nav" aria-label={words.pages} justify="center" mt="xl">
      <Pagination total={pages} value={page} onChange={onPage} getControlProps={(control) => ({ "aria-label": words.page[control] })} />
    </Group>
  );
}
