import { Text } from "@mantine/core";
import type { PreviewedRow } from "@rostrum/contract/private/imports.ts";
import { printLocal } from "../../parts/moments.ts";
import { Row, Rows } from "../../parts/Rows.tsx";
import { StateLine, type Tone } from "../../parts/StateLine.tsx";
import { words } from "./words.ts";

const TONES: Readonly<Record<PreviewedRow["outcome"], Tone>> = { READY: "good", PROBLEM: "bad", BEFORE: "off", TWICE: "off" };

/** The rows of a page of the preview as posts, each with what becomes of it. */
export function PreviewRows({ rows }: { readonly rows: readonly PreviewedRow[] }) {
  if (rows.length === 0) return null;
  return (
    <Rows label={words.preview}>
      {rows.map((row) => (
        <PreviewRow key={row.row} row={row} />
      ))}
    </Rows>
  );
}

function PreviewRow({ row }: { readonly row: PreviewedRow }) {
  const { outcome, publishMode, localDate, caption, title, media, link, comment, problems } = row;
  const facts = [
    words.rowNumber({ row: row.row }),
    localDate === null ? words.noDate : printLocal(localDate),
    words.publishModes[publishMode],
    media.length > 0 ? words.media({ count: media.length }) : null,
    link !== null ? words.link : null,
    comment !== null ? words.comment : null,
  ];
  return (
    <Row
      title={
        <Text component="div" inherit lineClamp={2}>
          {title ?? caption}
        </Text>
      }
      state={
        <StateLine tone={TONES[outcome]} word={words.outcomes[outcome]}>
          {outcome === "PROBLEM" &&
            problems.map(({ column, sentence }) => (
              <div key={`${column} ${sentence}`}>{column === null ? sentence : `${column}: ${sentence}`}</div>
            ))}
        </StateLine>
      }
    >
      {title !== null && (
        <Text component="div" inherit lineClamp={2}>
          {caption}
        </Text>
      )}
      <div>{facts.filter((fact) => fact !== null).join(" · ")}</div>
    </Row>
  );
}
