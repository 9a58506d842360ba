import { z } from "zod";
import type { Account, Call, FindOutcome, OutgoingComment, PublishOutcome } from "../connector.ts";
import { IdForm } from "../reply.ts";
import { isBefore, windowFrom } from "../their-clock.ts";
import { TO_BE_FOUND } from "../to-be-found.ts";
import { type Answer, ask, encoded, type Failure, reasonOf } from "./api.ts";
import { busy, signOf } from "./errors.ts";
import type { Calls, Created } from "./progress.ts";
import { asPublished } from "./publish.ts";
import { lacks } from "./scopes.ts";
import { setback } from "./setback.ts";
import { momentOf, partial, type Search, settle, unclaimed } from "./settle.ts";
import { comparable } from "./text.ts";
import { isOpen, make } from "./visible.ts";
import { type Work, workOf } from "./work.ts";

const NO_ACTIVITY_SECONDS = 30;
const NOT_PERMITTED = "This log-in may not write comments (/help/networks/linkedin). The post is published.";
const SHOWN_MAX = 100;

const Answered = z.object({ commentUrn: z.string().nullish() });

/**
 * Comments as the author on the published post: https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/comments-api
 * (2026-01). Trap: a comment is plain text, and escapes would show.
 */
export async function comment(order: OutgoingComment, account: Account, call: Call): Promise<PublishOutcome> {
  const work = workOf(account, call);
  if (call.startsOver) await work.progress.forgetStrikes();
  const known = work.progress.created("comment");
  if (known !== null) return asPublished(known, null);
  if (isOpen(work.progress.calls("comment"))) return TO_BE_FOUND;
  const result = await make(work, {
    what: "comment",
    path: `/rest/socialActions/${encoded(order.remoteId)}/comments`,
    body: { actor: work.author, object: order.remoteId, message: { text: order.text } },
    madeOf,
  });
  if (result.kind === "made") return asPublished(result.made, null);
  return result.kind === "unknown" ? result : refused(work, result.failure);
}

export async function findComment(order: OutgoingComment, account: Account, call: Call): Promise<FindOutcome> {
  const work = workOf(account, call);
  const canRead = !lacks(account.grant, "r_organization_social_feed");
  const settled = await settle(work, { what: "comment", canRead, search: (calls) => search(work, order, calls) });
  return settled.kind === "created" ? asPublished(settled.created, null) : settled;
}

function madeOf({ headers, body }: Answer): Created | null {
  const id = Answered.safeParse(body).data?.commentUrn ?? headers["x-restli-id"];
  return id === undefined || id === "" ? null : { id, url: null };
}

/** Without the permission to comment the channel still publishes. */
async function refused(work: Work, failure: Failure): Promise<PublishOutcome> {
  const sign = signOf(failure);
  if (sign === "no permission" || sign === "forbidden media") return { kind: "rejected", reason: `${reasonOf(failure)}. ${NOT_PERMITTED}` };
  if (sign === "no activity") return busy(reasonOf(failure), NO_ACTIVITY_SECONDS);
  const stop = await setback(work, failure);
  return stop.kind === "notAsked" ? busy(stop.reason, stop.retryAfterSeconds) : stop;
}

const Comments = z.object({
  elements: z.array(
    z.object({
      id: IdForm,
      commentUrn: z.string().nullish(),
      actor: z.string().nullish(),
      created: z.object({ time: z.number() }).nullish(),
      message: z.object({ text: z.string() }).nullish(),
    }),
  ),
});

/** Whether the first or the latest come first is not written anywhere: only a list that is whole says that a comment is missing. */
async function search(work: Work, { remoteId, text }: OutgoingComment, calls: Calls): Promise<Search> {
  const answer = await ask(work.server, { method: "GET", path: `/rest/socialActions/${encoded(remoteId)}/comments?count=${SHOWN_MAX}` });
  if (answer.kind !== "ok") return partial(answer);
  const read = Comments.safeParse(answer.body);
  if (!read.success) return { kind: "partial", reason: "LinkedIn: the comments of the post cannot be read." };
  const { elements } = read.data;
  const since = windowFrom(calls.firstAt, { headers: answer.headers, now: work.call.now() });
  const matches = elements.filter(
    ({ actor, created, message }) =>
      (actor ?? work.author) === work.author &&
      !isBefore((created ? momentOf(created.time) : null) ?? since, since) &&
      comparable(message?.text ?? "") === comparable(text),
  );
  if (matches.length === 0 && elements.length >= SHOWN_MAX) return { kind: "partial", reason: "LinkedIn: the post has too many comments." };
  return unclaimed(
    work,
    matches.map(({ id, commentUrn }) => ({ id: commentUrn ?? id, url: null })),
  );
}
