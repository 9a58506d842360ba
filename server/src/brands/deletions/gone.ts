import type { App } from "../../app.ts";
import { refuse } from "../../ground/refusal.ts";
import { deletionSentence, rememberedSince } from "./rules.ts";
import { findDeletedPost } from "./store.ts";

/** Refuses to show a post that is not there; of one that was deleted it says by whom, when, and where it was. */
export async function refuseGonePost(app: Pick<App, "db" | "clock">, postId: number): Promise<never> {
  const row = await findDeletedPost(app.db, postId, rememberedSince(app.clock.now()));
  const what = `There is no post with the id ${postId}.`;
  return refuse(404, "post_id", row === null ? what : `${what} ${deletionSentence(row, row.timezone)}`);
}
