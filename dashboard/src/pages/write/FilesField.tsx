import { Button, FileButton, Group, Paper, Stack, Text } from "@mantine/core";
import { UPLOAD_TYPES } from "@rostrum/contract/media.ts";
import { IconLibraryPhoto, IconLink, IconUpload } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { UploadList } from "../media/UploadList.tsx";
import { AddressForm } from "./AddressForm.tsx";
import { AltTexts } from "./AltTexts.tsx";
import { FileList } from "./FileList.tsx";
import { words } from "./files-words.ts";
import { LibraryDialog } from "./LibraryDialog.tsx";
import { draftMedium } from "./state.ts";
import type { Composer } from "./use-composer.ts";
import { useCrop } from "./use-crop.tsx";
import type { Files } from "./use-files.ts";

interface FilesFieldProps {
  readonly composer: Composer;
  readonly files: Files;
  /** An address that is being typed; null: none is asked for. */
  readonly address: string | null;
  readonly onAddress: (address: string | null) => void;
}

/** The post's files: chosen, dropped, pasted, from the library or by address, in their order, with their alternative text. */
export function FilesField({ composer, files, address, onAddress }: FilesFieldProps) {
  const { draft, changeMedia, problems } = composer;
  const crop = useCrop(composer);
  const forgetChoice = useRef<() => void>(null);
  const [isLibrary, setLibrary] = useState(false);
  const say = words.files;
  return (
    <Stack gap="sm" role="group" aria-label={say.title}>
      <Paper withBorder p="md" style={{ borderStyle: "dashed", borderColor: "var(--app-edge)" }}>
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
              aria-expanded={address !== null}
              onClick={() => onAddress(address === null ? "" : null)}
            >
              {say.byAddress}
            </Button>
          </Group>
          {address !== null && (
            <AddressForm
              url={address}
              onChange={onAddress}
              onAdd={(url) => {
                changeMedia((media) => [...media, { kind: "address", url, alt: "" }]);
                onAddress(null);
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
