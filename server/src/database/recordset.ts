/** One column of rows that a statement is given: its PostgreSQL type, and what it holds of a row. */
export interface Column<Row> {
  readonly type: string;
  of(row: Row): unknown;
}

/**
 * Rows as a set that a statement selects from, each column one array parameter: the statement's text, and so its plan, is the
 * same for any number of rows. The names of the columns are those of the table of columns, written once.
 */
export interface Recordset<Row> {
  /** `unnest($4::bigint[], …) as name (id, …)`, to be selected from. */
  readonly sql: string;
  /** One array for each column, in the places of `sql`. */
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
