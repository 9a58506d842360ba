import { Alert, Button, Group, Progress, Stack, Text } from "@mantine/core";
import type { Archive } from "@rostrum/contract/private/archives.ts";
import type { SessionBrand } from "@rostrum/contract/private/session.ts";
import { IconDownload, IconPackageExport } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import { ConfirmButton } from "../../parts/ConfirmButton.tsx";
import { printMoment } from "../../parts/moments.ts";
import { printBytes } from "../../parts/numbers.ts";
import { Section } from "../../parts/Section.tsx";
import { useAct } from "../../parts/use-act.ts";
import { archivesQuery } from "./queries.ts";
import { words } from "./words.ts";

/** Everything of the brand as a file, for another installation or a spreadsheet. */
export function ArchivePanel({ brand }: { readonly brand: SessionBrand }) {
  const archives = useSuspenseQuery(archivesQuery(brand.id)).data;
  const changes = [archivesQuery(brand.id).queryKey];
  const start = useAct(() => dataOf(api.startBrandArchive({ brandId: brand.id })), { changes });
  const remove = useAct((archiveId: number) => dataOf(api.deleteBrandArchive({ brandId: brand.id, archiveId })), {
    changes,
    done: () => words.archiveDeleted,
  });
  const isMaking = archives.some(({ status }) => status === "making");
  return (
    <Section title={words.archive} lead={words.archiveLead}>
      {archives.map((archive) => (
        <OneArchive
          key={archive.id}
          brandId={brand.id}
          timezone={brand.timezone ?? "UTC"}
          archive={archive}
          onDelete={() => remove.mutate(archive.id)}
        />
      ))}
      {!isMaking && (
        <Group>
          <Button
            variant="default"
            leftSection={<IconPackageExport size={16} aria-hidden />}
            loading={start.isPending}
            onClick={() => start.mutate()}
          >
            {archives.length === 0 ? words.makeArchive : words.makeNewArchive}
          </Button>
        </Group>
      )}
    </Section>
  );
}

interface OneArchiveProps {
  /** By whose days the brand is shown. */
  readonly timezone: string;
  readonly brandId: number;
  readonly archive: Archive;
  readonly onDelete: () => void;
}

function OneArchive({ brandId, timezone, archive, onDelete }: OneArchiveProps) {
  const { id, status, askedAt, doneBytes, totalBytes, sizeBytes, endsAt, problem } = archive;
  if (status === "failed") {
    return (
      <Alert color="red" role="alert">
        {words.archiveFailed} {problem}
      </Alert>
    );
  }
  if (status === "making") {
    const share = totalBytes === null || totalBytes === 0 ? null : Math.floor((doneBytes / totalBytes) * 100);
    return (
      <Stack gap="xs">
        <Text role="status">{share === null ? words.archiveBegins : words.archiveRuns({ percent: share })}</Text>
        <Progress value={share ?? 0} aria-label={words.archiveProgress} />
        <Text size="sm" c="dimmed">
          {words.archiveGoesOn}
        </Text>
        <Group>
          <Button variant="default" onClick={onDelete}>
            {words.archiveGiveUp}
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Group justify="space-between">
      <Text>
        {words.archiveReady({
          madeAt: printMoment(askedAt, timezone),
          size: printBytes(sizeBytes ?? 0),
          endsAt: endsAt === null ? "" : printMoment(endsAt, timezone),
          zone: timezone,
        })}
      </Text>
      <Group gap="xs">
        <Button
          component="a"
          href={`/app/api/brands/${brandId}/archives/${id}/file`}
          download
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {words.archiveDownload}
        </Button>
        <ConfirmButton
          label={words.archiveDelete}
          name={words.archiveDeleteLabel}
          question={words.archiveDeleteQuestion}
          consequence={words.archiveDeleteText}
          onConfirm={onDelete}
        />
      </Group>
    </Group>
  );
}
