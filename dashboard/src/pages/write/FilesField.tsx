import { Alert, Button, CloseButton, FileButton, Group, Paper, Stack, Text, TextInput, VisuallyHidden } from "@mantine/core";
import { UPLOAD_TYPES } from "@rostrum/contract/media.ts";
import { IconLibraryPhoto, IconLink, IconUpload } from "@tabler/icons-react";
import { type DragEvent, useState } from "react";
import { AddressForm } from "./AddressForm.tsx";
import { FileList } from "./FileList.tsx";
import { LibraryDialog } from "./LibraryDialog.tsx";
import type { Composer } from "./use-composer.ts";
import type { Files } from "./use-files.ts";
import { words } from "./words.ts";

const MEGABYTE = 1_000_000;

/** The post's files: chosen, dropped, pasted, from the library or by address, in their order, with their alternative text. */
export function FilesField({ composer, files }: { readonly composer: Composer; readonly files: Files }) {
  const { draft, change, changeMedia, problems } = composer;
  const [isOver, setOver] = useState(false);
  const [isLibrary, setLibrary] = useState(false);
  const [isAddress, setAddress] = useState(false);
  const say = words.files;
  const hasPictures = draft.media.some((item) => item.kind === "address" || item.medium.mime.startsWith("image/"));
  const drop = (event: DragEvent) => {
    setOver(false);
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    files.add([...event.dataTransfer.files]);
  };
  return (
    <Stack gap="sm" role="group" aria-label={say.title}>
      <Paper
        withBorder
        p="md"
        style={{ borderStyle: "dashed", borderColor: isOver ? "var(--mantine-primary-color-filled)" : "var(--app-edge)" }}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes("Files")) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Stack gap="sm">
          <Text fw={500}>{say.title}</Text>
          <FileList media={draft.media} alt={draft.alt} onChange={changeMedia} />
          {files.uploads.map(({ key, name, sizeBytes, problem }) =>
            problem === null ? (
              <Text key={key} role="status" size="sm">
                {say.uploading(name, `${(sizeBytes / MEGABYTE).toFixed(1)} MB`)}
              </Text>
            ) : (
              <Alert key={key} color="red" role="alert" p="xs">
                <Group justify="space-between" wrap="nowrap">
                  <Text size="sm">{say.failed(name, problem)}</Text>
                  <CloseButton aria-label={say.dismiss} onClick={() => files.dismiss(key)} />
                </Group>
              </Alert>
            ),
          )}
          <Text size="sm" c="dimmed">
            {say.drop}
          </Text>
          <Group gap="xs">
            <FileButton
              multiple
              accept={UPLOAD_TYPES.join(",")}
              onChange={(chosen) => files.add(chosen)}
              inputProps={{ "aria-label": say.add }}
            >
              {(props) => (
                <Button {...props} variant="default" leftSection={<IconUpload size={16} aria-hidden />}>
                  {say.add}
                </Button>
              )}
            </FileButton>
            <Button variant="default" leftSection={<IconLibraryPhoto size={16} aria-hidden />} onClick={() => setLibrary(true)}>
              {say.library}
            </Button>
            <Button
              variant="default"
              leftSection={<IconLink size={16} aria-hidden />}
              aria-expanded={isAddress}
              onClick={() => setAddress(!isAddress)}
            >
              {say.byAddress}
            </Button>
          </Group>
          {isAddress && (
            <AddressForm
              onAdd={(url) => {
                changeMedia((media) => [...media, { kind: "address", url }]);
                setAddress(false);
              }}
            />
          )}
          {problems.media !== undefined && (
            <Text role="alert" size="sm" c="var(--mantine-color-error)">
              {problems.media}
            </Text>
          )}
        </Stack>
      </Paper>
      {(hasPictures || draft.alt !== "") && (
        <TextInput
          label={say.alt}
          description={say.altHint}
          value={draft.alt}
          error={problems.alt}
          onChange={({ currentTarget: { value } }) => change({ alt: value })}
        />
      )}
      {isLibrary && (
        <LibraryDialog
          brandId={composer.brandId}
          onClose={() => setLibrary(false)}
          onChoose={(media) => changeMedia((known) => [...known, ...media.map((medium) => ({ kind: "file", medium }) as const)])}
        />
      )}
      <VisuallyHidden>{hasPictures && draft.alt.trim() === "" ? say.altMissing : ""}</VisuallyHidden>
    </Stack>
  );
}
