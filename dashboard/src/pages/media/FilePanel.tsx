import { Anchor, Badge, Button, Group, Loader, Stack, Table, Text, Textarea, TextInput, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { LibraryFile, MediaUse } from "@rostrum/contract/private/media.ts";
import { IconCrop, IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api, CallFailed, dataOf } from "../../api/client.ts";
import { ConfirmButton } from "../../parts/ConfirmButton.tsx";
import { later } from "../../parts/later.tsx";
import { printMoment } from "../../parts/moments.ts";
import { SidePanel } from "../../parts/SidePanel.tsx";
import { useAct } from "../../parts/use-act.ts";
import { useSeen } from "../../parts/use-seen.ts";
import { useRail } from "../../shell/frame.ts";
import { printDuration, printSize, printType } from "./facts.ts";
import { Preview } from "./Preview.tsx";
import { fileQuery } from "./queries.ts";
import { words } from "./words.ts";

const CropDialog = later(async () => (await import("../../parts/crop/CropDialog.tsx")).CropDialog);

interface FilePanelProps {
  readonly brandId: number;
  readonly zone: string;
  readonly id: string;
  readonly mayEdit: boolean;
  readonly onClose: () => void;
  readonly onDelete: (file: LibraryFile) => void;
}

/** One file in full, beside the others. */
export function FilePanel({ brandId, id, onClose, ...rest }: FilePanelProps) {
  const { data: file, error } = useQuery(fileQuery(brandId, id));
  const name = file?.name ?? words.title;
  useRail();
  return (
    <SidePanel
      label={name}
      head={
        <Title order={2} size="h4" lineClamp={1} title={name}>
          {name}
        </Title>
      }
      onClose={onClose}
    >
      {error !== null && file === undefined ? (
        <Text role="alert">{error.message}</Text>
      ) : file === undefined ? (
        <Loader aria-label={words.title} />
      ) : file === null ? (
        <Text>{words.gone}</Text>
      ) : (
        <FileInFull key={file.id} brandId={brandId} file={file} {...rest} />
      )}
    </SidePanel>
  );
}

function FileInFull({ brandId, zone, file, mayEdit, onDelete }: Omit<FilePanelProps, "id" | "onClose"> & { readonly file: LibraryFile }) {
  const [isCropping, setCropping] = useState(false);
  return (
    <Stack>
      <Preview file={file} height={280} />
      <Facts file={file} zone={zone} />
      {mayEdit && <Rename brandId={brandId} file={file} />}
      {mayEdit ? <Description brandId={brandId} file={file} /> : file.description !== null && <Text size="sm">{file.description}</Text>}
      <Uses brandId={brandId} zone={zone} file={file} />
      {isCropping && (
        <CropDialog
          brandId={brandId}
          medium={file}
          types={[]}
          isStory={false}
          onClose={() => setCropping(false)}
          onCropped={({ name }) => {
            setCropping(false);
            notifications.show({ message: words.cropped({ name }) });
          }}
        />
      )}
      <Group justify="space-between">
        <Button component="a" href={file.url} download={file.name} variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
          {words.download}
        </Button>
        {mayEdit && file.type.startsWith("image/") && (
          <Button variant="default" leftSection={<IconCrop size={16} aria-hidden />} onClick={() => setCropping(true)}>
            {words.crop}
          </Button>
        )}
        {mayEdit && (
          <ConfirmButton
            label={words.delete}
            question={words.deleteOne({ name: file.name })}
            consequence={words.deleteConsequence}
            onConfirm={() => onDelete(file)}
          />
        )}
      </Group>
    </Stack>
  );
}

function Facts({ file, zone }: { readonly file: LibraryFile; readonly zone: string }) {
  const { type, size, width, height, durationSeconds, createdAt } = file;
  const facts: readonly (readonly [string, string] | null)[] = [
    [words.facts.kind, printType(type)],
    [words.facts.size, printSize(size)],
    width === null || height === null ? null : [words.facts.dimensions, words.pixels({ width, height })],
    durationSeconds === null ? null : [words.facts.duration, printDuration(durationSeconds)],
    [words.facts.added, `${printMoment(createdAt, zone)} (${zone})`],
  ];
  return (
    <Table withRowBorders={false} verticalSpacing={4} horizontalSpacing={0}>
      <Table.Tbody>
        {facts.map(
          (fact) =>
            fact !== null && (
              <Table.Tr key={fact[0]}>
                <Table.Th w={130} fw={500}>
                  {fact[0]}
                </Table.Th>
                <Table.Td>{fact[1]}</Table.Td>
              </Table.Tr>
            ),
        )}
      </Table.Tbody>
    </Table>
  );
}

function Rename({ brandId, file }: { readonly brandId: number; readonly file: LibraryFile }) {
  const [name, setName] = useState(file.name);
  const { seen, onError, renew } = useSeen(file.name);
  const rename = useAct((given: string) => dataOf(api.renameMedium({ brandId, id: file.id, name: given, seen: { name: seen } })), {
    done: ({ name: given }) => words.renamed({ name: given }),
    changes: [["brand", brandId, "media"]],
    showsFailures: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate(name, { onSuccess: (stored) => renew(stored.name), onError });
  };
  const { error } = rename;
  return (
    <form onSubmit={submit}>
      <Group align="flex-start">
        <TextInput
          label={words.name}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={error === null ? null : error instanceof CallFailed ? (error.fields.name ?? error.message) : error.message}
          flex="1 1 200px"
        />
        <Button type="submit" variant="default" mt={25} loading={rename.isPending} disabled={name === file.name}>
          {words.rename}
        </Button>
      </Group>
    </form>
  );
}

/** Offered to those who write posts with the file. */
function Description({ brandId, file }: { readonly brandId: number; readonly file: LibraryFile }) {
  const [text, setText] = useState(file.description ?? "");
  const { seen, onError, renew } = useSeen(file.description ?? "");
  const { error, isPending, mutate } = useAct(
    (description: string) => dataOf(api.setMediumDescription({ brandId, id: file.id, description, seen: { description: seen } })),
    { done: () => words.described, changes: [["brand", brandId, "media"]], showsFailures: true },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate(text, { onSuccess: (stored) => renew(stored.description ?? ""), onError });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs" align="flex-start">
        <Textarea
          label={words.description}
          description={words.descriptionHint}
          autosize
          minRows={1}
          w="100%"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          error={error === null ? null : error instanceof CallFailed ? (error.fields.description ?? error.message) : error.message}
        />
        <Button type="submit" variant="default" loading={isPending} disabled={text.trim() === (file.description ?? "")}>
          {words.describe}
        </Button>
      </Stack>
    </form>
  );
}

function Uses({ brandId, zone, file }: { readonly brandId: number; readonly zone: string; readonly file: LibraryFile }) {
  const { uses, useCount } = file;
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {words.whereUsed}
      </Title>
      {uses.length === 0 && <Text size="sm">{words.nowhere}</Text>}
      <Stack component="ul" gap={6} p={0} m={0} style={{ listStyle: "none" }}>
        {uses.map((use) => (
          <Group component="li" key={use.postId} gap="xs" wrap="nowrap">
            <Badge variant="light" color="gray" c="var(--mantine-color-text)" tt="none" miw="fit-content">
              {words.states[use.state]}
            </Badge>
            <Anchor href={addressOf(brandId, use)} size="sm" truncate>
              {use.text.trim() || words.withoutText}
            </Anchor>
            {use.at !== null && (
              <Text size="sm" c="dimmed" style={{ whiteSpace: "nowrap" }}>
                {printMoment(use.at, zone)}
              </Text>
            )}
          </Group>
        ))}
      </Stack>
      {useCount > uses.length && <Text size="sm">{words.more({ count: useCount - uses.length })}</Text>}
    </Stack>
  );
}

/** Where the post can be changed, or what became of it. */
function addressOf(brandId: number, { postId, state }: MediaUse): string {
  const isOver = state === "PUBLISHED" || state === "LEAVING";
  return isOver ? `/brands/${brandId}/published?post=${postId}` : `/brands/${brandId}/posts/${postId}/edit`;
}
