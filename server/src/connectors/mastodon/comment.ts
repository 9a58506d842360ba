import type { Account, Call, FindOutcome, OutgoingComment, PublishOutcome } from "../connector.ts";
import { languageOf } from "../language.ts";
import { serverOf } from "./api.ts";
import { accountIdOf } from "./connect.ts";
import { keyHolds } from "./keys.ts";
import { limitsFrom, readInstance } from "./limits.ts";
import { type Created, progressOf } from "./progress.ts";
import { searchStatus } from "./search.ts";
import { makeStatus } from "./status.ts";
import { textLength } from "./text.ts";

const NAME = "comment";

/** Replies to the published status; a comment is a status like any other. */
export async function comment(order: OutgoingComment, account: Account, call: Call): Promise<PublishOutcome> {
  const server = serverOf(account, call);
  const progress = progressOf(call.checkpoint);
  const stored = limitsFrom(account.settings);
  const isLong = textLength(order.text, stored.charactersPerUrl) > stored.maxCharacters;
  const { maxCharacters, charactersPerUrl } = isLong ? ((await readInstance(server))?.limits ?? stored) : stored;
  const length = textLength(order.text, charactersPerUrl);
  if (length > maxCharacters) {
    return { kind: "rejected", reason: `The comment has ${length} characters; this Mastodon instance takes ${maxCharacters}.` };
  }
  const language = languageOf(account.preferences);
  const said = language === null ? {} : { language };
  const form = { status: order.text, in_reply_to_id: order.remoteId, visibility: "unlisted", ...said } as const;
  const result = await makeStatus({ server, progress, name: NAME, key: order.key, form });
  return "kind" in result ? result : publishedComment(result);
}

/** Looks up a comment whose attempt ended `unknown`. */
export async function findComment(order: OutgoingComment, account: Account, call: Call): Promise<FindOutcome> {
  const progress = progressOf(call.checkpoint);
  const created = progress.created(NAME);
  if (created !== null) return publishedComment(created);
  const sentAt = progress.sentAt(NAME);
  if (sentAt === null) return { kind: "absent" };
  const server = serverOf(account, call);
  const result = await searchStatus(server, progress, {
    name: NAME,
    accountId: accountIdOf(account.remoteId),
    text: order.text,
    mediaCount: 0,
    hasPoll: false,
    inReplyToId: order.remoteId,
    sentAt,
    except: [],
  });
  if (result.kind === "undecided" || result.kind === "notAsked") return result;
  if (result.kind === "absent") {
    if (keyHolds(server, sentAt, call.now())) return result;
    await progress.setSent(NAME, null);
    return result;
  }
  progress.setCreated(NAME, result.status);
  return publishedComment(result.status);
}

function publishedComment(status: Created) {
  return { kind: "published", remoteId: status.id, url: status.url } as const;
}
