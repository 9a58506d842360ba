import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { IMPORT_COLUMNS_MAX, IMPORT_ROW_BYTES_MAX, IMPORT_ROWS_MAX } from "@rostrum/contract/private/imports.ts";
import { CsvError, type Options, parse } from "csv-parse";
import { textOf } from "./encoding.ts";

/** A row of a table with its number as a spreadsheet counts. */
export interface TableRow {
  readonly number: number;
  readonly cells: readonly string[];
}

/** What the parser gets in one turn of the event loop: a few milliseconds of work. */
const PIECE_BYTES = 32_768;

const SEPARATORS = [",", ";", "\t"] as const;
/** For a table of one column, in which all others are text. */
const NONE = "\u001f";
type Separator = (typeof SEPARATORS)[number] | typeof NONE;

/** The rows of a file that are not empty, or, in a sentence, why it cannot be read. Other work goes on between the pieces. */
export async function readTable(file: Uint8Array): Promise<readonly TableRow[] | { readonly problem: string }> {
  if (isZip(file)) return { problem: "This is not CSV but a file of a spreadsheet. Save it as CSV and import that." };
  const text = textOf(file);
  const bytes = Buffer.from(text);
  const rows: TableRow[] = [];
  let number = 0;
  try {
    for await (const record of parserOf(bytes, separatorOf(text))) {
      const cells = record as string[];
      number += 1;
      if (cells.length > IMPORT_COLUMNS_MAX) return { problem: `Row ${number} has more than ${IMPORT_COLUMNS_MAX} columns.` };
      if (cells.every((cell) => cell.trim() === "")) continue;
      if (rows.length > IMPORT_ROWS_MAX) return { problem: `The file has more than ${IMPORT_ROWS_MAX} rows. Split it into several.` };
      rows.push({ number, cells });
    }
  } catch (error) {
    if (error instanceof CsvError) return { problem: sentenceOf(error, number + 1) };
    throw error;
  }
  return rows;
}

/** Spreadsheets save their own files as ZIP archives. */
function isZip(file: Uint8Array): boolean {
  return file[0] === 0x50 && file[1] === 0x4b && file[2] === 0x03 && file[3] === 0x04;
}

function parserOf(bytes: Uint8Array, delimiter: Separator) {
  const options: Options = {
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    // Otherwise the first one counts, and rows that end in another are lost.
    record_delimiter: ["\r\n", "\n", "\r"],
    max_record_size: IMPORT_ROW_BYTES_MAX,
  };
  const source = Readable.from(piecesOf(bytes), { objectMode: false });
  const parser = parse(options);
  source.on("error", (error) => parser.destroy(error));
  parser.on("close", () => source.destroy());
  return source.pipe(parser);
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let begin = 0; begin < bytes.length; begin += PIECE_BYTES) {
    yield bytes.subarray(begin, begin + PIECE_BYTES);
    await nextTurn();
  }
}

function sentenceOf({ code }: CsvError, row: number): string {
  switch (code) {
    case "CSV_MAX_RECORD_SIZE":
      return `Row ${row} is longer than ${IMPORT_ROW_BYTES_MAX} bytes, so this is hardly a table of posts.`;
    case "CSV_QUOTE_NOT_CLOSED":
      return `A quotation mark in row ${row} or below is not closed. Save the file as CSV from a spreadsheet again.`;
    default:
      return `Row ${row} cannot be read. Save the file as CSV from a spreadsheet again.`;
  }
}

/** As much of a file as shows what separates its columns. */
const SAMPLE_LENGTH = 65_536;
const SAMPLE_ROWS = 50;

/** The separator by which most rows have the same number of columns; of equal ones, that with the most columns. None if the first row has none. */
function separatorOf(text: string): Separator {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const scored = SEPARATORS.map((separator) => ({ separator, ...evennessOf(columnCounts(sample, separator)) }));
  scored.sort((a, b) => b.share - a.share || b.columns - a.columns);
  const [best] = scored;
  return best === undefined || best.columns === 1 ? NONE : best.separator;
}

/** How many columns the rows of a sample have. Separators and line breaks in quotation marks are text. */
function columnCounts(sample: string, separator: Separator): number[] {
  const counts: number[] = [];
  let columns = 1;
  let isQuoted = false;
  for (const letter of sample) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (letter === separator) columns += 1;
    else if (letter === "\n") {
      if (counts.push(columns) === SAMPLE_ROWS) return counts;
      columns = 1;
    }
  }
  return counts.length === 0 ? [columns] : counts;
}

function evennessOf(counts: readonly number[]): { readonly share: number; readonly columns: number } {
  const first = counts[0] ?? 1;
  if (first === 1) return { share: 0, columns: 1 };
  return { share: counts.filter((count) => count === first).length / counts.length, columns: first };
}
