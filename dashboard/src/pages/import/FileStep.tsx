import { Button, FileButton, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconArrowRight, IconFileImport, IconUpload } from "@tabler/icons-react";
import { useRef } from "react";
import { Earlier } from "./Earlier.tsx";
import { words } from "./words.ts";

interface FileStepProps {
  readonly brandId: number;
  /** The one that is chosen, if somebody has come back. */
  readonly file: File | null;
  readonly onFile: (file: File) => void;
  readonly onNext: () => void;
  readonly onShow: (importId: number) => void;
}

/** The first step: a file from this computer, or what came of an earlier one. */
export function FileStep({ brandId, file, onFile, onNext, onShow }: FileStepProps) {
  return (
    <Stack gap="xl">
      <Paper withBorder p="xl" style={{ borderStyle: "dashed" }}>
        <Stack align="center" gap="sm">
          <IconFileImport size={40} stroke={1.5} aria-hidden />
          <Title order={2} size="h4" ta="center" style={{ overflowWrap: "anywhere" }}>
            {file === null ? words.drop : file.name}
          </Title>
          <Text c="dimmed" ta="center">
            {file === null ? words.or : words.kept}
          </Text>
          <Group justify="center">
            <ChooseFile label={file === null ? words.choose : words.other} isFirst={file === null} onFile={onFile} />
            {file !== null && (
              <Button rightSection={<IconArrowRight size={16} aria-hidden />} onClick={onNext}>
                {words.next}
              </Button>
            )}
          </Group>
        </Stack>
      </Paper>
      <Earlier brandId={brandId} onShow={onShow} />
    </Stack>
  );
}

const ACCEPTED = ".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain";

interface ChooseFileProps {
  readonly label: string;
  readonly isFirst: boolean;
  readonly onFile: (file: File) => void;
}

function ChooseFile({ label, isFirst, onFile }: ChooseFileProps) {
  const forgetChoice = useRef<() => void>(null);
  const choose = (file: File | null) => {
    // So that the same file can be chosen again once it has been corrected.
    forgetChoice.current?.();
    if (file !== null) onFile(file);
  };
  return (
    <FileButton accept={ACCEPTED} resetRef={forgetChoice} onChange={choose}>
      {(props) => (
        <Button {...props} variant={isFirst ? "filled" : "default"} leftSection={<IconUpload size={16} aria-hidden />}>
          {label}
        </Button>
      )}
    </FileButton>
  );
}
