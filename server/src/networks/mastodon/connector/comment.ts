import type { Account, Call, FindOutcome, OutgoingComment, PublishOutcome } from "../../connectors/connector.ts";
import { languageOf } from "../../connectors/language.ts";
import { commentsBy } from "../../connectors/once/deliver.ts";
import type { Deliverable } from "../../connectors/once/visible.ts";
import { serverOf } from "./api.ts";
import { limitsFrom, readInstance } from "./limits.ts";
import { searchStatus } from "./look.ts";
import { namesOf, progressOf } from "./progress.ts";
import { textLength } from "./text.ts";
import { factsOf, type StatusForm, sendStatus } from "./visible.ts";

const NAME = "comment";
const steps = commentsBy(replyOf);

/** Replies to the published status; a comment is a status like any other. */
export async function comment(order: OutgoingComment, account: Account, call: Call): Promise<PublishOutcome> {
  const stored = limitsFrom(account.settings);
  const isLong = textLength(order.text, stored.charactersPerUrl) > stored.maxCharacters;
  const { maxCharacters, charactersPerUrl } = isLong ? ((await readInstance(serverOf(account, call)))?.limits ?? stored) : stored;
  const length = textLength(order.text, charactersPerUrl);
  if (length <= maxCharacters) return steps.comment(order, account, call);
  return { kind: "rejected", reason: `The comment has ${length} characters; this Mastodon instance takes ${maxCharacters}.` };
}

/** Looks up a comment whose attempt ended `unknown`. */
export function findComment(order: OutgoingComment, account: Account, call: Call): Promise<FindOutcome> {
  return steps.findComment(order, account, call);
}

function replyOf({ text, remoteId, key }: OutgoingComment, account: Account, call: Call): Deliverable {
  const server = serverOf(account, call);
  const progress = progressOf(call.checkpoint);
  const language = languageOf(account.preferences);
  const said = language === null ? {} : { language };
  const form: StatusForm = { status: text, in_reply_to_id: remoteId, visibility: "unlisted", ...said };
  const wanted = { text, mediaCount: 0, hasPoll: false, inReplyToId: remoteId };
  return {
    parts: [
      {
        names: namesOf(NAME),
        facts: factsOf(server),
        ready: async () => sendStatus({ server, progress, name: NAME, key, form }),
        look: ({ since }) => searchStatus({ server, progress, account, name: NAME }, wanted, since),
      },
    ],
    present: ([made]) => ({ kind: "published", remoteId: made?.id ?? "", url: made?.url ?? null }),
  };
}
