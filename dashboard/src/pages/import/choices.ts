import type { ImportField } from "@rostrum/contract/private/imports.ts";

/** What the person has chosen; absent: what the service suggests. */
export interface Choices {
  readonly fields?: readonly (ImportField | null)[];
  readonly dates?: "DAY_FIRST" | "MONTH_FIRST";
  readonly mode: "SCHEDULED" | "QUEUED" | "DRAFTS";
  readonly undated: "DRAFT" | "QUEUE";
  readonly again: "SKIP" | "IMPORT";
  readonly collectionId?: number;
  /** Collections by the number of the place. */
  readonly places: Readonly<Record<number, number>>;
}

export const FIRST_CHOICES: Choices = { mode: "SCHEDULED", undated: "DRAFT", again: "SKIP", places: {} };

/** For one import. `randomUUID` is missing where the dashboard has no https. */
export function newMark(): string {
  return `import-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

/** The choices as the operations take them. */
export function inputOf({ fields, dates, collectionId, places, ...rest }: Choices) {
  const columns = fields === undefined ? "" : columnsText(fields);
  const chosen = Object.entries(places)
    .map(([place, collection]) => `${place}:${collection}`)
    .join(",");
  return {
    ...rest,
    ...(columns === "" ? {} : { columns }),
    ...(dates === undefined ? {} : { dates }),
    ...(collectionId === undefined ? {} : { collectionId }),
    ...(chosen === "" ? {} : { places: chosen }),
  };
}

/** `caption:1,media:2+3`. */
export function columnsText(fields: readonly (ImportField | null)[]): string {
  const numbers = new Map<ImportField, number[]>();
  for (const [index, field] of fields.entries()) if (field !== null) numbers.set(field, [...(numbers.get(field) ?? []), index + 1]);
  return [...numbers].map(([field, columns]) => `${field}:${columns.join("+")}`).join(",");
}

/** A column becomes a field. Another one that was it is nothing any more; only media can be in several. */
export function withField(
  fields: readonly (ImportField | null)[],
  index: number,
  field: ImportField | null,
): readonly (ImportField | null)[] {
  return fields.map((own, at) => (at === index ? field : own === field && field !== "media" ? null : own));
}
