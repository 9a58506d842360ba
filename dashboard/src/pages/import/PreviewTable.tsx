import { Badge, Stack, Table, Text } from "@mantine/core";
import type { ImportPreview, PreviewedRow } from "@rostrum/contract/private/imports.ts";
import { printLocal } from "../../parts/moments.ts";
import { words } from "./words.ts";

const COLORS: Readonly<Record<PreviewedRow["outcome"], string>> = { READY: "green", PROBLEM: "red", BEFORE: "gray", TWICE: "gray" };

/** The rows of a page of the preview as posts. */
export function PreviewTable({ preview: { rows } }: { readonly preview: ImportPreview }) {
  if (rows.length === 0) return null;
  return (
    <Table.ScrollContainer minWidth={640} type="native" tabIndex={0}>
      <Table verticalSpacing="xs" aria-label={words.preview}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{words.row}</Table.Th>
            <Table.Th scope="col">{words.when}</Table.Th>
            <Table.Th scope="col">{words.text}</Table.Th>
            <Table.Th scope="col">{words.more}</Table.Th>
            <Table.Th scope="col">{words.outcome}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Row key={row.row} row={row} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Row({ row }: { readonly row: PreviewedRow }) {
  const { outcome, publishMode, localDate, caption, title, media, link, comment, problems } = row;
  const more = [
    media.length > 0 ? words.media({ count: media.length }) : null,
    link !== null ? words.link : null,
    comment !== null ? words.comment : null,
  ];
  return (
    <Table.Tr>
      <Table.Td>{row.row}</Table.Td>
      <Table.Td>
        <Text size="sm">{localDate === null ? words.noDate : printLocal(localDate)}</Text>
        <Text size="xs" c="dimmed">
          {words.publishModes[publishMode]}
        </Text>
      </Table.Td>
      <Table.Td maw={320}>
        {title !== null && (
          <Text size="sm" fw={600} lineClamp={1}>
            {title}
          </Text>
        )}
        <Text size="sm" lineClamp={2} style={{ overflowWrap: "anywhere" }}>
          {caption}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{more.filter((part) => part !== null).join(", ")}</Text>
      </Table.Td>
      <Table.Td maw={280}>
        <Stack gap={4} align="flex-start">
          <Badge variant="outline" color={COLORS[outcome]} styles={{ label: { color: "var(--mantine-color-text)" } }}>
            {words.outcomes[outcome]}
          </Badge>
          {outcome === "PROBLEM" &&
            problems.map(({ column, sentence }) => (
              <Text key={`${column} ${sentence}`} size="xs" style={{ overflowWrap: "anywhere" }}>
                {column === null ? sentence : `${column}: ${sentence}`}
              </Text>
            ))}
        </Stack>
      </Table.Td>
    </Table.Tr>
  );
}
