import { type Instant, secondsBetween, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { comparableLines } from "../../connectors/comparable.ts";
import type { OutgoingComment } from "../../connectors/connector.ts";
import { commentsBy } from "../../connectors/once/deliver.ts";
import type { Halt, Looked, Looking, Send } from "../../connectors/once/visible.ts";
import { saidAt } from "../../connectors/their-clock.ts";
import { forgetCounts, isNotThere, refusalOf } from "./errors.ts";
import { readSince } from "./list.ts";
import { ask, type Page, pageOf } from "./page.ts";
import { namesOf } from "./progress.ts";
import { FACTS } from "./publish.ts";
import { STORY_ID } from "./story.ts";

const COMMENT = "comment";
/** A post that has just been made can be unknown for a while. */
const NEW_SECONDS = 15 * 60;
const AGAIN_SECONDS = 60;
const MISSING = "missing since";

const Created = z.object({ id: z.string().min(1) });

/** Comments as the Page. For a video or a reel, the id of the post is the video's. */
export const { comment, findComment } = commentsBy((order, account, call) => {
  if (order.remoteId.startsWith(STORY_ID)) return { kind: "unsuitable", reason: "Stories on Facebook take no comments." };
  const page = pageOf(account, call);
  return {
    startOver: () => forgetCounts(page, [COMMENT]),
    parts: [
      {
        names: namesOf(COMMENT),
        facts: FACTS,
        ready: async () => sendComment(page, order),
        look: (looking) => lookUp(page, order, looking),
      },
    ],
    present: ([made]) => ({ kind: "published", remoteId: made?.id ?? "", url: null }),
  };
});

function sendComment(page: Page, order: OutgoingComment): Send {
  return async ({ lastAt }) => {
    const reply = await ask(page, { method: "POST", path: pathOf(order), fields: { message: order.text } });
    if (reply.kind === "ok") {
      const id = Created.safeParse(reply.body).data?.id;
      if (id === undefined) return { kind: "doubtful", reason: "Facebook: the response to the comment has no id." };
      return { kind: "made", made: { id, url: null, at: lastAt } };
    }
    const refusal = await refusalOf(page, reply);
    if (refusal.kind !== "refused" || refusal.halt.kind !== "rejected" || !isNotThere(reply)) return refusal;
    return { kind: "refused", halt: await notThere(page, refusal.halt) };
  };
}

async function notThere(page: Page, rejected: Extract<Halt, { kind: "rejected" }>): Promise<Halt> {
  const isLong = secondsBetween(await missingSince(page), page.call.now()) >= NEW_SECONDS;
  return isLong ? rejected : { kind: "busy", reason: rejected.reason, retryAfterSeconds: AGAIN_SECONDS };
}

/** Since when Facebook has not known the post, which may have become visible long after it was due. */
async function missingSince({ progress, call }: Page): Promise<Instant> {
  const known = progress.note(MISSING);
  if (known !== null && !call.startsOver) return toInstant(known);
  const now = call.now();
  await progress.setNote(MISSING, now);
  return now;
}

const Entry = z.object({
  id: z.string(),
  message: z.string().nullish(),
  // Missing without a permission that comments of other people need (unverified).
  from: z.object({ id: z.string() }).nullish(),
  created_time: z.string().nullish(),
});

/** Looks a comment up below its post, by its text and the Page as its author. */
async function lookUp(page: Page, order: OutgoingComment, { since, unclaimed }: Looking): Promise<Looked> {
  const list = await readSince(page, {
    path: pathOf(order),
    fields: { filter: "stream", order: "reverse_chronological", fields: "id,message,from,created_time" },
    entry: Entry,
    timeOf: ({ created_time }) => saidAt(created_time),
    since,
  });
  if (list.kind === "unread") return list;
  const same = await unclaimed(list.entries.filter(({ message }) => comparableLines(message ?? "") === comparableLines(order.text)));
  const alike = same.filter(({ from }) => from?.id === page.id).map(({ id, created_time }) => ({ id, at: saidAt(created_time) }));
  return { kind: "read", alike, unless: same.some(({ from }) => !from) ? UNTOLD : undefined };
}

const UNTOLD = "Facebook shows comments that may be this one: look at the post.";

function pathOf({ remoteId }: OutgoingComment): string {
  return `/${encodeURIComponent(remoteId)}/comments`;
}
