import { type Instant, secondsBetween, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Account, Call, FindOutcome, OutgoingComment, PublishOutcome } from "../../connectors/connector.ts";
import { earliestFirst, saidAt } from "../../connectors/their-clock.ts";
import { isNotThere } from "./errors.ts";
import { readSince } from "./lists.ts";
import { type Page, pageOf } from "./page.ts";
import { beganAt } from "./progress.ts";
import { forgetRefusals, notFound, reveal } from "./reveal.ts";
import { comparable } from "./search.ts";
import { STORY_ID } from "./story.ts";

const COMMENT = "comment";
/** A post that has just been made can be unknown for a while. */
const NEW_SECONDS = 15 * 60;
const AGAIN_SECONDS = 60;
const MISSING = "missing since";

const Created = z.object({ id: z.string().min(1) });

/** Comments as the Page. For a video or a reel, the id of the post is the video's. */
export async function comment(order: OutgoingComment, account: Account, call: Call): Promise<PublishOutcome> {
  if (order.remoteId.startsWith(STORY_ID)) return { kind: "unsuitable", reason: "Stories on Facebook take no comments." };
  const page = pageOf(account, call);
  const known = page.progress.made(COMMENT);
  if (known !== null) return { kind: "published", remoteId: known.id, url: null };
  await forgetRefusals(page, [COMMENT]);
  const result = await reveal(page, COMMENT, { method: "POST", path: pathOf(order), fields: { message: order.text } });
  if (result.kind === "ended") {
    const { failure, outcome } = result;
    if (failure === null || !isNotThere(failure) || outcome.kind !== "rejected") return outcome;
    if (secondsBetween(await missingSince(page, call), call.now()) >= NEW_SECONDS) return outcome;
    return { kind: "busy", reason: outcome.reason, retryAfterSeconds: AGAIN_SECONDS };
  }
  const created = Created.safeParse(result.body).data;
  if (created === undefined) return { kind: "unknown", reason: "Facebook: the response to the comment has no id." };
  return store(page, created.id);
}

/** Since when Facebook has not known the post, which may have become visible long after it was due. */
async function missingSince({ progress }: Page, call: Call): Promise<Instant> {
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
export async function findComment(order: OutgoingComment, account: Account, call: Call): Promise<FindOutcome> {
  const page = pageOf(account, call);
  const known = page.progress.made(COMMENT);
  if (known !== null) return { kind: "published", remoteId: known.id, url: null };
  const attempt = page.progress.attempt(COMMENT);
  if (attempt.at === null) return { kind: "absent" };
  const list = await readSince(page, {
    path: pathOf(order),
    fields: { filter: "stream", order: "reverse_chronological", fields: "id,message,from,created_time" },
    entry: Entry,
    timeOf: ({ created_time }) => saidAt(created_time),
    since: beganAt(attempt) ?? attempt.at,
  });
  if (list.kind === "broken") return { kind: "undecided", reason: list.reason };
  const alike = list.entries.filter(({ message }) => comparable(message ?? "") === comparable(order.text));
  const owned = await call.ownedByOthers(alike.map(({ id }) => id));
  const free = alike.filter(({ id, from }) => !owned.has(id) && (!from || from.id === page.id));
  const [match, ...others] = earliestFirst(free, ({ created_time }) => saidAt(created_time));
  if (match === undefined) return notFound(page, COMMENT);
  // As many as there were calls in doubt are all ours; the first of them counts.
  if (others.length >= Math.max(1, attempt.doubts) || [match, ...others].some(({ from }) => !from)) {
    return { kind: "undecided", reason: "Facebook shows comments that may be this one: look at the post." };
  }
  return store(page, match.id);
}

function pathOf({ remoteId }: OutgoingComment): string {
  return `/${encodeURIComponent(remoteId)}/comments`;
}

async function store({ progress }: Page, id: string) {
  await progress.setMade(COMMENT, { id, url: null });
  return { kind: "published", remoteId: id, url: null } as const;
}
