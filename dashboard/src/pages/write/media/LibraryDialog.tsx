import { Button, Checkbox, Group, Loader, NativeSelect, Pagination, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { LibraryFile } from "@rostrum/contract/private/media.ts";
import type { DescribedMedium } from "@rostrum/contract/private/writing.ts";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "../../../parts/Dialog.tsx";
import { SmallPicture } from "../../../parts/SmallPicture.tsx";
import { useAct } from "../../../parts/use-act.ts";
import { FILES_PER_PAGE, libraryQuery } from "../../media/queries.ts";
import { words as media } from "../../media/words.ts";
import { described } from "../queries.ts";
import { words } from "./words.ts";

const KINDS = ["all", "IMAGE", "VIDEO", "APPLICATION"] as const;
const PAUSE_MS = 250;

interface LibraryDialogProps {
  readonly brandId: number;
  readonly onClose: () => void;
  readonly onChoose: (media: readonly DescribedMedium[]) => void;
}

/** Files that the brand has already: found by name, with where each is used, to choose from. */
export function LibraryDialog({ brandId, onClose, onChoose }: LibraryDialogProps) {
  const [page, setPage] = useState(1);
  const [kind, setKind] = useState<(typeof KINDS)[number]>("all");
  const [typed, type] = useState("");
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { data, error } = useQuery(
    libraryQuery(brandId, { page, ...(kind === "all" ? {} : { type: kind }), ...(search === "" ? {} : { search }) }),
  );
  const add = useAct(async () => onChoose(await described(brandId, chosen)), { changes: [], showsFailures: true });
  const toggle = (id: string) => setChosen((known) => (known.includes(id) ? known.filter((one) => one !== id) : [...known, id]));
  const pages = Math.ceil((data?.total ?? 0) / FILES_PER_PAGE);
  return (
    <Dialog onClose={onClose} title={words.library} size="xl" closeButtonProps={{ "aria-label": words.cancel }}>
      <Stack>
        <Group align="flex-end" wrap="nowrap">
          <TextInput
            flex={1}
            data-autofocus
            label={media.search}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={typed}
            onChange={({ currentTarget: { value } }) => {
              type(value);
              setPage(1);
            }}
          />
          <NativeSelect
            label={media.type}
            value={kind}
            data={KINDS.map((value) => ({ value, label: media.types[value] }))}
            onChange={({ currentTarget: { value } }) => {
              setKind(KINDS.find((known) => known === value) ?? "all");
              setPage(1);
            }}
          />
        </Group>
        {error !== null && <Text c="var(--fail)">{error.message}</Text>}
        {add.error !== null && (
          <Text c="var(--fail)" role="alert">
            {add.error.message}
          </Text>
        )}
        {data === undefined && error === null && <Loader aria-label={words.library} />}
        {data?.files.length === 0 && <Text>{search === "" && kind === "all" ? words.libraryEmpty : media.noneFound.text}</Text>}
        <SimpleGrid cols={{ base: 2, xs: 3, sm: 4 }}>
          {data?.files.map((file) => (
            <LibraryChoice key={file.id} file={file} isChosen={chosen.includes(file.id)} onToggle={() => toggle(file.id)} />
          ))}
        </SimpleGrid>
        {pages > 1 && (
          <Group justify="center" component="nav" aria-label={media.pages}>
            <Pagination
              total={pages}
              value={page}
              onChange={setPage}
              getControlProps={(control) => ({ "aria-label": media.page[control] })}
            />
          </Group>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button disabled={chosen.length === 0} loading={add.isPending} onClick={() => add.mutate(undefined, { onSuccess: onClose })}>
            {words.addChosen({ count: chosen.length })}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface LibraryChoiceProps {
  readonly file: LibraryFile;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

function LibraryChoice({ file: { name, type, thumbnailUrl, useCount }, isChosen, onToggle }: LibraryChoiceProps) {
  return (
    <Checkbox.Card checked={isChosen} onClick={onToggle} aria-label={name} p="xs">
      <Stack gap={4}>
        <SmallPicture url={thumbnailUrl} mime={type} alt="" width="100%" height={104} />
        <Group gap={6} wrap="nowrap" w="100%">
          <Checkbox.Indicator />
          <Text size="xs" truncate title={name}>
            {name}
          </Text>
        </Group>
        <Text size="xs" c="var(--text-3)">
          {media.used({ count: useCount })}
        </Text>
      </Stack>
    </Checkbox.Card>
  );
}
