import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { offsetOf } from "../../ground/database/page.ts";
import { thumbnails } from "../media/thumbnail.ts";
import { rememberedSince } from "./rules.ts";
import { listDeleted } from "./store.ts";

export async function listDeletedPosts(app: App, input: PrivateInput<"listDeletedPosts">): Promise<PrivateOutput<"listDeletedPosts">> {
  const { brandId, perPage } = input;
  const since = rememberedSince(app.clock.now());
  const { total, rows } = await listDeleted(app.db, { brandId, since, limit: perPage, offset: offsetOf(input) });
  const thumbnailOf = await thumbnails(app);
  const posts = rows.map(({ isKept, picture, ...row }) => ({
    ...row,
    thumbnailUrl: picture === null ? null : thumbnailOf({ brandId, ...picture }),
    isRestorable: isKept,
  }));
  return { total, posts };
}
