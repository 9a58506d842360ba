import { Button, FileButton, Group, Paper, Stack, Text } from "@mantine/core";
import { UPLOAD_TYPES } from "@rostrum/contract/media.ts";
import { IconLibraryPhoto, IconLink, IconUpload } from "@tabler/icons-react";
import { type DragEvent, useRef, useState } from "react";
import { UploadList } from "../media/UploadList.tsx";
import { AddressForm } from "./AddressForm.tsx";
import { AltTexts } from "./AltTexts.tsx";
import { FileList } from "./FileList.tsx";
import { LibraryDialog } from "./LibraryDialog.tsx";
import { draftMedium } from "./state.ts";
import type { Composer } from "./use-composer.ts";
import { useCrop } from "./use-crop.tsx";
import type { Files } from "./use-files.ts";
import { words } from "./words.ts";

/** The post's files: chosen, dropped, pasted, from the library or by address, in their order, with their alternative text. */
export function FilesField({ composer, files }: { readonly composer: Composer; readonly files: Files }) {
  const { draft, changeMedia, problems } = composer;
  const crop = useCrop(composer);
  const forgetChoice = useRef<() => void>(null);
  const [isOver, setOver] = useState(false);
  const [isLibrary, setLibrary] = useState(false);
  const [isAddress, setAddress] = useState(false);
  const say = words.files;
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
          <FileList media={draft.media} alt={draft.alt} onChange={changeMedia} onCrop={crop.open} />
          {crop.view}
          <UploadList {...files} />
          <Text size="sm" c="dimmed">
            {say.drop}
          </Text>
          <Group gap="xs">
            <FileButton
              multiple
              accept={UPLOAD_TYPES.join(",")}
              resetRef={forgetChoice}
              onChange={(chosen) => {
                // So that a file that was removed can be chosen again.
                forgetChoice.current?.();
                files.add(chosen);
              }}
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
                changeMedia((media) => [...media, { kind: "address", url, alt: "" }]);
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
      <AltTexts composer={composer} />
      {isLibrary && (
        <LibraryDialog
          brandId={composer.brandId}
          onClose={() => setLibrary(false)}
          onChoose={(media) => changeMedia((known) => [...known, ...media.map(draftMedium)])}
        />
      )}
    </Stack>
  );
}
