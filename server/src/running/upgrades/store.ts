import { one, type Queryable } from "../../ground/database/query.ts";

export async function readDatabaseSize(db: Queryable): Promise<number> {
  const { bytes } = await one<{ bytes: number }>(db, { text: "select pg_database_size(current_database()) as bytes" });
  return bytes;
}
