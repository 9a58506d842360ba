import { execute, type Queryable, query } from "../../ground/database/query.ts";

/** Columns of sealed texts, each sealed for the place `<table>.<column>:<key>`. */
const SEALED = [
  { table: "channels", column: "credentials", key: "id", type: "bigint" },
  { table: "grants", column: "credentials", key: "id", type: "bigint" },
  { table: "platform_applications", column: "client_secret", key: "platform", type: "text" },
  { table: "brand_feeds", column: "token", key: "brand_id", type: "bigint" },
  { table: "derived_secrets", column: "secret", key: "purpose", type: "text" },
  { table: "mails", column: "content", key: "message_id", type: "text" },
  { table: "log_ins", column: "memory", key: "id", type: "bigint" },
  { table: "webhooks", column: "secrets", key: "id", type: "bigint" },
  { table: "notification_choices", column: "chat_url", key: "id", type: "bigint" },
  { table: "automation_logins", column: "sealed", key: "automation_id", type: "bigint" },
] as const;

interface SealedValue {
  /** What it is sealed for. */
  readonly place: string;
  readonly sealed: string;
  /** Stores it sealed anew, unless something else has been stored meanwhile; false then. */
  store(tx: Queryable, sealed: string): Promise<boolean>;
}

/** Enough for one statement to be short, in a table of any size. */
const ROWS_AT_ONCE = 200;

/** Every sealed text that begins with none of these, in portions. */
export async function* sealedOtherwise(db: Queryable, prefixes: readonly string[]): AsyncGenerator<readonly SealedValue[], void, void> {
  for (const place of SEALED) yield* sealedIn(db, place, prefixes);
  yield* sealedCheckpoints(db, prefixes);
}

type Place = (typeof SEALED)[number];

const OTHERWISE = "not (sealed ^@ any($1::text[]))";

async function* sealedIn(
  db: Queryable,
  { table, column, key, type }: Place,
  prefixes: readonly string[],
): AsyncGenerator<SealedValue[], void, void> {
  for (let last: number | string | null = null; ; ) {
    const rows: { key: number | string; sealed: string }[] = await query(db, {
      text: `select key, sealed from (select ${key} as key, ${column} as sealed from ${table}) as found
             where sealed is not null and ${OTHERWISE} and ($2::${type} is null or key > $2::${type}) order by key limit $3`,
      values: [prefixes, last, ROWS_AT_ONCE],
    });
    if (rows.length === 0) return;
    last = rows.at(-1)?.key ?? null;
    const text = `update ${table} set ${column} = $2 where ${key} = $1 and ${column} = $3`;
    yield rows.map(({ key, sealed }) => ({
      place: `${table}.${column}:${key}`,
      sealed,
      store: async (tx, anew) => (await execute(tx, { text, values: [key, anew, sealed] })) === 1,
    }));
  }
}

/** Progress of deliveries that gives access: one value of a JSON column. */
async function* sealedCheckpoints(db: Queryable, prefixes: readonly string[]): AsyncGenerator<SealedValue[], void, void> {
  const text = `update deliveries set checkpoints = checkpoints || jsonb_build_object($2::text, jsonb_build_object('sealed', $3::text))
                where id = $1 and checkpoints -> $2 ->> 'sealed' = $4`;
  for (let last = 0; ; ) {
    const rows = await query<{ id: number; name: string; sealed: string }>(db, {
      text: `select id, name, sealed from (
               select d.id, c.name, c.value ->> 'sealed' as sealed
               from (select id, checkpoints from deliveries where checkpoints @? '$.*.sealed' and id > $1 order by id limit $2) d
                 cross join lateral jsonb_each(d.checkpoints) as c (name, value)
               where jsonb_typeof(c.value) = 'object') as found
             where sealed is not null order by id, name`,
      values: [last, ROWS_AT_ONCE],
    });
    const newest = rows.at(-1)?.id;
    if (newest === undefined) return;
    last = newest;
    // Not in the statement: a portion that has none of them is not the end.
    const others = rows.filter(({ sealed }) => !prefixes.some((prefix) => sealed.startsWith(prefix)));
    yield others.map(({ id, name, sealed }) => ({
      place: `deliveries.checkpoints:${id}:${name}`,
      sealed,
      store: async (tx, anew) => (await execute(tx, { text, values: [id, name, anew, sealed] })) === 1,
    }));
  }
}
