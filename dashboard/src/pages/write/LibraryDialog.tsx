import { Button, Checkbox, Group, Loader, NativeSelect, SimpleGrid, Stack, Text } from "@mantine/core";
import type { DescribedMedium } from "@rostrum/contract/private/writing.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "../../parts/Dialog.tsx";
import { words } from "./files-words.ts";
import { libraryQuery } from "./queries.ts";
import { Thumbnail } from "./Thumbnails.tsx";

const KINDS = ["ALL", "IMAGE", "VIDEO", "DOCUMENT"] as const;

interface LibraryDialogProps {
  readonly brandId: number;
  readonly onClose: () => void;
  readonly onChoose: (media: readonly DescribedMedium[]) => void;
}

/** Files that the brand has already, to choose from. */
export function LibraryDialog({ brandId, onClose, onChoose }: LibraryDialogProps) {
  const say = words.library;
  const [page, setPage] = useState(1);
  const [kind, setKind] = useState<(typeof KINDS)[number]>("ALL");
  const [chosen, setChosen] = useState<readonly DescribedMedium[]>([]);
  const { data, error } = useQuery(libraryQuery(brandId, { page, type: kind === "ALL" ? null : kind }));
  const toggle = (medium: DescribedMedium) =>
    setChosen((known) => (known.some(({ id }) => id === medium.id) ? known.filter(({ id }) => id !== medium.id) : [...known, medium]));
  return (
    <Dialog onClose={onClose} title={say.title} size="lg" closeButtonProps={{ "aria-label": say.cancel }}>
      <Stack>
        <NativeSelect
          label={say.kind}
          value={kind}
          data={KINDS.map((value) => ({ value, label: say.kinds[value] }))}
          onChange={({ currentTarget: { value } }) => {
            setKind(KINDS.find((known) => known === value) ?? "ALL");
            setPage(1);
          }}
        />
        {error !== null && <Text c="var(--mantine-color-error)">{error.message}</Text>}
        {data === undefined && error === null && <Loader aria-label={say.title} />}
        {data?.media.length === 0 && <Text>{say.empty}</Text>}
        <SimpleGrid cols={{ base: 2, xs: 3, sm: 4 }}>
          {data?.media.map((medium) => (
            <Checkbox.Card
              key={medium.id}
              checked={chosen.some(({ id }) => id === medium.id)}
              onClick={() => toggle(medium)}
              aria-label={medium.name}
              p="xs"
            >
              <Stack gap={4} align="center">
                <Thumbnail medium={medium} alt="" size={96} />
                <Group gap={6} wrap="nowrap" w="100%">
                  <Checkbox.Indicator />
                  <Text size="xs" truncate>
                    {medium.name}
                  </Text>
                </Group>
              </Stack>
            </Checkbox.Card>
          ))}
        </SimpleGrid>
        {data !== undefined && data.pages > 1 && (
          <Group justify="center">
            <Button variant="default" disabled={page <= 1} onClick={() => setPage(page - 1)}>
              {say.later}
            </Button>
            <Text>{say.page(page, data.pages)}</Text>
            <Button variant="default" disabled={page >= data.pages} onClick={() => setPage(page + 1)}>
              {say.earlier}
            </Button>
          </Group>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {say.cancel}
          </Button>
          <Button
            disabled={chosen.length === 0}
            onClick={() => {
              onChoose(chosen);
              onClose();
            }}
          >
            {say.add(chosen.length)}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
