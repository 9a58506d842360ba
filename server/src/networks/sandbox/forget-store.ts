import { execute, type Queryable, query } from "../../ground/database/query.ts";
import { belongingsOf, namesIn, type Thing } from "./belongings.ts";

interface Placed extends Thing {
  readonly position: number;
}

/** Of the network's own, not of an account: what an operator has asked it to do wrong. */
const NOBODYS = ["_fault"];

/**
 * Forgets all that the network had up to a position, and what refers to it: accounts with everything on them. Does nothing when one of
 * `kept`, which others still use, is among it.
 */
export async function forgetFirstAccounts(
  tx: Queryable,
  { network, position, kept }: { readonly network: string; readonly position: number; readonly kept: readonly string[] },
): Promise<void> {
  const things = await query<Placed>(tx, {
    text: "select kind, id, document, position from sandbox_objects where network = $1 and kind <> all($2)",
    values: [network, NOBODYS],
  });
  const gone = belongingsOf(things, (thing) => thing.position <= position);
  const ids = new Set(gone.map(({ id }) => id));
  if ([...namesIn(kept)].some((name) => ids.has(name))) return;
  await execute(tx, {
    text: `delete from sandbox_objects o using unnest($2::text[], $3::text[]) as g (kind, id)
           where o.network = $1 and o.kind = g.kind and o.id = g.id`,
    values: [network, gone.map(({ kind }) => kind), gone.map(({ id }) => id)],
  });
  const isGone = new Set(gone);
  const stays = namesIn(things.filter((thing) => !isGone.has(thing)).map(({ id, document }) => [id, document]));
  const files = [...namesIn(gone.map(({ id, document }) => [id, document]))].filter((name) => !stays.has(name));
  await execute(tx, { text: "delete from sandbox_files where network = $1 and id = any($2)", values: [network, files] });
}
