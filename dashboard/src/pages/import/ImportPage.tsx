import { Button, FileButton, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconFileImport, IconUpload } from "@tabler/icons-react";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { has, useBrand } from "../../api/session.ts";
import { DropOverlay } from "../../parts/DropOverlay.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { useGivenFiles } from "../../parts/use-given-files.ts";
import { Earlier } from "./Earlier.tsx";
import { ImportView } from "./ImportView.tsx";
import { PreviewView } from "./PreviewView.tsx";
import { words } from "./words.ts";

/** Brings the posts of another tool into the brand: a file, what would become of it, and how far it is. */
export function ImportPage() {
  const { brandId } = useParams({ from: "/brands/$brandId" });
  const { id } = useSearch({ from: "/brands/$brandId/import" });
  const navigate = useNavigate({ from: "/brands/$brandId/import" });
  const brand = useBrand(brandId);
  const mayEdit = brand !== null && has(brand, "editor");
  const [file, setFile] = useState<File | null>(null);
  const take = (given: File | null | undefined) => {
    if (!mayEdit || given == null) return;
    setFile(given);
    void navigate({ search: {} });
  };
  const isOver = useGivenFiles(([first]) => take(first));
  if (!mayEdit) {
    return (
      <>
        <PageHead title={words.title} lead={words.lead} />
        <Text>{words.onlyEditors}</Text>
      </>
    );
  }
  const show = (importId: number) => {
    setFile(null);
    void navigate({ search: { id: importId } });
  };
  return (
    <>
      <PageHead title={words.title} lead={words.lead}>
        {file !== null && <ChooseFile label={words.other} variant="default" onFile={take} />}
      </PageHead>
      {id !== undefined && <ImportView key={id} brandId={brandId} importId={id} onAnother={() => void navigate({ search: {} })} />}
      {id === undefined && file !== null && (
        <PreviewView key={`${file.name} ${file.lastModified} ${file.size}`} brandId={brandId} file={file} onStarted={show} />
      )}
      {id === undefined && file === null && (
        <Stack gap="xl">
          <Paper withBorder p="xl" style={{ borderStyle: "dashed" }}>
            <Stack align="center" gap="sm">
              <IconFileImport size={40} aria-hidden />
              <Title order={2} size="h4">
                {words.drop}
              </Title>
              <Text c="dimmed" ta="center">
                {words.or}
              </Text>
              <ChooseFile label={words.choose} onFile={take} />
            </Stack>
          </Paper>
          <Earlier brandId={brandId} onShow={show} />
        </Stack>
      )}
      {isOver && <DropOverlay text={words.drop} />}
    </>
  );
}

const ACCEPTED = ".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain";

interface ChooseFileProps {
  readonly label: string;
  readonly variant?: "default" | "filled";
  readonly onFile: (file: File | null) => void;
}

function ChooseFile({ label, variant = "filled", onFile }: ChooseFileProps) {
  const forgetChoice = useRef<() => void>(null);
  const choose = (file: File | null) => {
    // So that the same file can be chosen again once it has been corrected.
    forgetChoice.current?.();
    onFile(file);
  };
  return (
    <Group>
      <FileButton accept={ACCEPTED} resetRef={forgetChoice} onChange={choose}>
        {(props) => (
          <Button {...props} variant={variant} leftSection={<IconUpload size={16} aria-hidden />}>
            {label}
          </Button>
        )}
      </FileButton>
    </Group>
  );
}
