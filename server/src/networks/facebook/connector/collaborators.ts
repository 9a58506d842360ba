import { z } from "zod";
import { reasonOf } from "../../connectors/meta/graph.ts";
import { ask, type Page } from "./page.ts";

const Answer = z.object({ success: z.boolean().default(true) });

/**
 * Invites Pages to a reel before it is published, each once: what a second invitation answers is unverified. An invitation that
 * fails never stops the reel. https://developers.facebook.com/documentation/video-api/guides/reels-publishing (2026-07).
 */
export async function inviteCollaborators(page: Page, videoId: string, pageIds: readonly string[]): Promise<void> {
  const { progress } = page;
  const refusals: string[] = [];
  for (const target of pageIds) {
    // To this reel: one that was uploaded anew has not invited anybody.
    const invited = `invited ${videoId} ${target}`;
    if (progress.count(invited) > 0) continue;
    await progress.setCount(invited, 1);
    const reply = await ask(page, {
      method: "POST",
      path: `/${encodeURIComponent(videoId)}/collaborators`,
      fields: { target_id: target },
    });
    if (reply.kind !== "ok") refusals.push(`${target} (${reasonOf("Facebook", reply)})`);
    else if (!Answer.safeParse(reply.body).data?.success) refusals.push(target);
  }
  if (refusals.length > 0) await progress.setNote("collaborators", `Not invited as collaborators: ${refusals.join(", ")}.`);
}
