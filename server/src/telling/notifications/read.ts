import type { App } from "../../app.ts";
import type { Queryable } from "../../ground/database/query.ts";
import type { Reader } from "./compose.ts";
import { type Listener, type Notice, noticeOf } from "./notices.ts";
import type { SendRow } from "./sends-store.ts";
import { findBrandTitle, type MemberRow } from "./store.ts";

/** For whom words are put together. */
export async function readerOf(
  { config }: Pick<App, "config">,
  db: Queryable,
  { brandId, member }: { readonly brandId: number; readonly member: Pick<MemberRow, "timezone" | "language"> },
): Promise<Reader> {
  const brand = await findBrandTitle(db, brandId);
  if (brand === null) throw new Error(`there is no brand ${brandId}`);
  return { brandId, brand, zone: member.timezone ?? "UTC", language: member.language ?? "en", publicUrl: config.publicUrl };
}

/** The first of them in words, and how many more there are. */
export function noticesOf(sends: readonly SendRow[], listener: Listener): { readonly notices: Notice[]; readonly leftOut: number } {
  const notices = sends.flatMap(({ type, body }) => (body === null ? [] : (noticeOf(type, body, listener) ?? [])));
  return { notices, leftOut: sends.length - notices.length };
}
