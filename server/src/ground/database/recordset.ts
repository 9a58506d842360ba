/** One column of the rows passed to a statement: its PostgreSQL type, and how to read its value from a row. */
export interface Column<Row> {
  readonly type: string;
  of(row: Row): unknown;
}

/**
 * Rows passed to a statement as a set to select from, with one array parameter per column: the statement's text, and so its
 * plan, is the same for any number of rows. Column names come from the column table, so they are written once.
 */
export interface Recordset<Row> {
  /** `unnest($4::bigint[], …) as name (id, …)`, for a `from` clause. */
  readonly sql: string;
  /** One array per column, in the order of `sql`'s parameters. */
  values(rows: readonly Row[]): unknown[][];
}

/** `firstPlace`: the number of the parameter that the first column is bound to. */
export function recordset<Row>(name: string, columns: Readonly<Record<string, Column<Row>>>, firstPlace: number): Recordset<Row> {
  const entries = Object.entries(columns);
  const arrays = entries.map(([, { type }], index) => `$${firstPlace + index}::${type}[]`);
  return {
    sql: `unnest(${arrays.join(", ")}) as ${name} (${entries.map(([column]) => column).join(", ")})`,
    values: (rows) => entries.map(([, { of }]) => rows.map(of)),
  };
}
