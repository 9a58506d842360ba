import type { CallOptions, Failure } from "../types.ts";
import type { Looked, Mutation, Sent } from "./settle.ts";

interface Entry {
  readonly id: string | number;
  readonly createdAt: string;
}

export type Listed<Row> = { readonly ok: true; readonly data: readonly Row[] } | Failure;

/** A creation, and the list in which its result would appear, newest first. */
export interface Creation<Row extends Entry, Data> {
  readonly key: string;
  /** Whether the service downloads something before it stores anything. */
  readonly fetches: boolean;
  readonly refusedAlike: boolean;
  send(call: CallOptions): Promise<Sent<Data>>;
  newest(call: CallOptions): Promise<Listed<Row>>;
  pages(call: CallOptions): AsyncIterable<Listed<Row>>;
  /** Whether an entry matches what this creation would make. */
  isMade(row: Row): boolean;
  dataOf(row: Row): Data;
}

/** The newest entry before the request. */
interface Newest {
  readonly ids: ReadonlySet<string | number>;
  readonly createdAt: string;
  readonly id: number;
}

/** An entry that is newer than the list's content before the request and matches what was sent is taken as its result. */
export function asMutation<Row extends Entry, Data>(creation: Creation<Row, Data>): Mutation<Data, Newest> {
  return {
    key: creation.key,
    status: 201,
    fetches: creation.fetches,
    refusedAlike: creation.refusedAlike,
    send: (call) => creation.send(call),
    mark: async (call) => {
      const list = await creation.newest(call);
      return list.ok ? { ok: true, value: newestOf(list.data) } : list;
    },
    find: async (mark, call) => {
      const found = await oldestMade(creation, mark, call);
      if (!found.ok || found.value === null) return found.ok ? { ok: true, value: null } : found;
      return { ok: true, value: { id: found.value.id, data: creation.dataOf(found.value) } };
    },
  };
}

function newestOf(rows: readonly Entry[]): Newest {
  return {
    ids: new Set(rows.map((row) => row.id)),
    createdAt: rows.reduce((newest, row) => (row.createdAt > newest ? row.createdAt : newest), ""),
    id: rows.reduce((newest, row) => (typeof row.id === "number" && row.id > newest ? row.id : newest), 0),
  };
}

/** The oldest match, in case others created the same elsewhere in the meantime. */
async function oldestMade<Row extends Entry, Data>(
  creation: Creation<Row, Data>,
  mark: Newest,
  call: CallOptions,
): Promise<Looked<Row | null>> {
  let found: Row | null = null;
  for await (const page of creation.pages(call)) {
    if (!page.ok) return page;
    for (const row of page.data) if (isNewer(row, mark) && creation.isMade(row)) found = row;
    if (page.data.some((row) => !isNewer(row, mark))) break;
  }
  return { ok: true, value: found };
}

/**
 * Numeric ids are compared directly. Opaque ids are ordered by the service's own timestamps and, if those are equal, by being new
 * to the list.
 */
function isNewer(row: Entry, mark: Newest): boolean {
  return typeof row.id === "number" ? row.id > mark.id : row.createdAt >= mark.createdAt && !mark.ids.has(row.id);
}
