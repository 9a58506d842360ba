import type { App } from "../app.ts";
import type { Queryable } from "../database/query.ts";
import type { Reader } from "./compose.ts";
import { type Notice, noticeOf } from "./notices.ts";
import type { SendRow } from "./sends-store.ts";
import { findBrandTitle } from "./store.ts";

/** For whom words are put together. */
export async function readerOf(
  { config }: Pick<App, "config">,
  db: Queryable,
  { brandId, timezone }: { readonly brandId: number; readonly timezone: string | null },
): Promise<Reader> {
  const brand = await findBrandTitle(db, brandId);
  if (brand === null) throw new Error(`there is no brand ${brandId}`);
  return { brandId, brand, zone: timezone ?? "UTC", publicUrl: config.publicUrl };
}

/** The first of them in words, and how many more there are. */
export function noticesOf(
  sends: readonly SendRow[],
  { zone }: Pick<Reader, "zone">,
): { readonly notices: Notice[]; readonly leftOut: number } {
  const notices = sends.flatMap(({ type, body }) => (body === null ? [] : (noticeOf(type, body, zone) ?? [])));
  return { notices, leftOut: sends.length - notices.length };
}
