import { z } from "zod";
import type { Ok } from "../../connectors/api.ts";
import { comparableLines } from "../../connectors/comparable.ts";
import type { Account, Call, OutgoingComment } from "../../connectors/connector.ts";
import { commentsBy } from "../../connectors/once/deliver.ts";
import type { Deliverable, Halt, Looked, Looking } from "../../connectors/once/visible.ts";
import { IdForm } from "../../connectors/reply.ts";
import { busy } from "../../connectors/signs.ts";
import { isBefore } from "../../connectors/their-clock.ts";
import { ask, encoded, type Failure, reasonOf } from "./api.ts";
import { signOf, stopAfter, unreadAfter } from "./errors.ts";
import { asPublished } from "./publish.ts";
import { FACTS, lookBy, momentOf, sendBy } from "./visible.ts";
import { type Work, workOf } from "./work.ts";

const NO_ACTIVITY_SECONDS = 30;
const NOT_PERMITTED = "This log-in may not write comments (/help/networks/linkedin). The post is published.";
const SHOWN_MAX = 100;

const Answered = z.object({ commentUrn: z.string().nullish() });

/** Comments as the author on the published post. */
export const { comment, findComment } = commentsBy(deliverableOf);

/**
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/comments-api (2026-01). Trap: a comment is plain text, and
 * escapes would show.
 */
function deliverableOf(order: OutgoingComment, account: Account, call: Call): Deliverable {
  const work = workOf(account, call);
  const path = `/rest/socialActions/${encoded(order.remoteId)}/comments`;
  const body = { actor: work.author, object: order.remoteId, message: { text: order.text } };
  return {
    parts: [
      {
        names: { calls: "calls comment", made: "comment" },
        facts: FACTS,
        ready: async () => sendBy(work, { path, body, madeOf, refused: (failure) => refused(work, failure) }),
        look: lookBy(work, "r_organization_social_feed", (looking) => search(work, order, looking)),
      },
    ],
    present: ([made]) => asPublished(made, null),
    startOver: () => work.progress.forgetStrikes(),
  };
}

function madeOf({ headers, body }: Ok) {
  const id = Answered.safeParse(body).data?.commentUrn ?? headers["x-restli-id"];
  return id === undefined || id === "" ? null : { id, url: null };
}

/** Without the permission to comment the channel still publishes. */
async function refused(work: Work, failure: Failure): Promise<Halt> {
  const sign = signOf(failure);
  if (sign === "no permission" || sign === "forbidden media") return { kind: "rejected", reason: `${reasonOf(failure)}. ${NOT_PERMITTED}` };
  if (sign === "no activity") return busy(reasonOf(failure), NO_ACTIVITY_SECONDS);
  const stop = await stopAfter(work, failure);
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
async function search({ server, author }: Work, { remoteId, text }: OutgoingComment, { since, unclaimed }: Looking): Promise<Looked> {
  const answer = await ask(server, { method: "GET", path: `/rest/socialActions/${encoded(remoteId)}/comments?count=${SHOWN_MAX}` });
  if (answer.kind !== "ok") return unreadAfter(answer, server.reach);
  const read = Comments.safeParse(answer.body);
  if (!read.success) return { kind: "unread", reason: "LinkedIn: the comments of the post cannot be read." };
  const { elements } = read.data;
  const earliest = since(answer.headers);
  const alike = elements
    .filter(({ actor, message }) => (actor ?? author) === author && comparableLines(message?.text ?? "") === comparableLines(text))
    .map(({ id, commentUrn, created }) => ({ id: commentUrn ?? id, at: momentOf(created?.time) }))
    .filter(({ at }) => !isBefore(at ?? earliest, earliest));
  const isWhole = elements.length < SHOWN_MAX;
  if (!isWhole && (await unclaimed(alike)).length === 0) return { kind: "unread", reason: "LinkedIn: the post has too many comments." };
  return { kind: "read", alike };
}
