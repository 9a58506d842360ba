import { randomBytes } from "node:crypto";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { Refusal } from "../../sandbox/kit/refusals.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Asked } from "./calls.ts";
import { mediaForPost } from "./media.ts";
import { type Attached, find, insert, known, LIST_MAX, list, newId, type Stored } from "./model.ts";
import { usualNames, VOCABULARY } from "./names.ts";
import { shownText } from "./present.ts";
import {
  CLIENT_FORBIDDEN,
  DUPLICATE,
  forbidden,
  INTERNAL_ERROR,
  invalidRequest,
  NOT_PERMITTED,
  notFound,
  SUSPENDED,
  UNKNOWN_AUTHENTICATION,
} from "./refusals.ts";
import { mayPostLong, type Settings } from "./settings.ts";
import { cashtagsIn, hasInvalidCharacters, mentionsIn, TEXT_WEIGHT_MAX, urlsIn, weightOf } from "./text.ts";
import { type NewPost, readNewPost } from "./wanted.ts";

/** `POST /2/tweets`. */
export async function createPost(asked: Asked): Promise<unknown> {
  const { world, request, settings, account } = asked;
  await requireOpen(asked);
  const wanted = readNewPost(request.body);
  requirePlain(wanted, settings);
  const text = readText(asked, wanted);
  const media = await mediaForPost(asked, wanted.media?.media_ids ?? []);
  const parent = await parentOf(asked, wanted);
  await requireNew(asked, text);
  const mention = settings.reply_mentions && parent !== null ? `@${await usernameOf(world, parent)} ` : "";
  const post = await storePost(world, { accountId: account.id, text: mention + text, media, wanted, parent });
  if (settings.answers_without_id) return { errors: [INTERNAL_ERROR] };
  const { history } = VOCABULARY[usualNames(settings)];
  return { data: { id: post.id, text: shownText(post, account.username).text, [history]: [post.id] } };
}

export interface Draft {
  readonly accountId: string;
  readonly text: string;
  readonly media: readonly Attached[];
  readonly wanted: Pick<NewPost, "poll" | "quote_tweet_id" | "reply_settings" | "made_with_ai" | "paid_partnership">;
  readonly parent: Stored<"post"> | null;
}

export async function storePost(world: SandboxWorld, { accountId, text, media, wanted, parent }: Draft): Promise<Stored<"post">> {
  const id = await newId(world);
  const { poll } = wanted;
  await insert(world, "post", id, {
    account_id: accountId,
    text,
    links: urlsIn(text).map(newCode),
    media_link: media.length === 0 ? "" : newCode(),
    media: [...media],
    poll:
      poll === undefined
        ? null
        : {
            id: await newId(world),
            options: poll.options,
            ends_at: addSeconds(world.now(), poll.duration_minutes * 60),
          },
    parent: parent?.id ?? "",
    parent_author: parent?.account_id ?? "",
    root: parent?.root ?? id,
    quoted: wanted.quote_tweet_id ?? "",
    reply_settings: wanted.reply_settings ?? "everyone",
    made_with_ai: wanted.made_with_ai,
    paid_partnership: wanted.paid_partnership,
  });
  for (const one of media) await insert(world, "media_use", one.id, { post: id });
  return known(world, "post", id);
}

/** Ten characters, as t.co has them. */
function newCode(): string {
  return randomBytes(20).toString("base64").replace(/\W/g, "").slice(0, 10);
}

/** Throws what the network is set to refuse every new post with. */
async function requireOpen({ world, account, settings: { posting } }: Asked): Promise<void> {
  if (posting === "open") return;
  if (posting === "unknown-authentication") {
    if (await insert(world, "refused_once", account.id, {})) throw new Refusal(UNKNOWN_AUTHENTICATION);
    return;
  }
  throw new Refusal({ "not-permitted": NOT_PERMITTED, "client-forbidden": CLIENT_FORBIDDEN, suspended: SUSPENDED }[posting]);
}

/** Accounts here have no communities, super followers or promotions, and do not edit. */
function requirePlain(wanted: NewPost, { quotes }: Settings): void {
  const special = [wanted.community_id, wanted.edit_options, wanted.for_super_followers_only, wanted.nullcast, wanted.card_uri];
  const isQuote = wanted.quote_tweet_id !== undefined && !quotes;
  if (isQuote || special.some((value) => value !== undefined && value !== false)) throw new Refusal(NOT_PERMITTED);
}

function readText({ settings, account }: Asked, wanted: NewPost): string {
  const text = wanted.text.normalize("NFC").trim();
  if (text === "" && wanted.media === undefined) throw invalidRequest({ text: [wanted.text] }, "A Tweet must have text or media.");
  const max = mayPostLong(settings, account.username) ? settings.long_text_weight : TEXT_WEIGHT_MAX;
  if (weightOf(text) > max) throw invalidRequest({ text: [text.slice(0, TEXT_WEIGHT_MAX)] }, "Your Tweet text is too long.");
  if (hasInvalidCharacters(text)) throw invalidRequest({ text: [text] }, "Your Tweet text has invalid characters.");
  if (cashtagsIn(text).length > 1) throw forbidden("Your Tweet can include a maximum of one cashtag.");
  return text;
}

/** What the post replies to; null if it starts a conversation. Throws if that is not there, too fresh, or not to be replied to. */
async function parentOf({ world, account, settings }: Asked, { reply, quote_tweet_id }: NewPost): Promise<Stored<"post"> | null> {
  if (quote_tweet_id !== undefined && (await find(world, "post", quote_tweet_id)) === null) {
    throw notFound({ type: "tweet", parameter: "quote_tweet_id", id: quote_tweet_id });
  }
  if (reply === undefined) return null;
  const parent = await find(world, "post", reply.in_reply_to_tweet_id);
  const isReady = parent !== null && addSeconds(parent.createdAt, settings.parent_ready_seconds) <= world.now();
  if (!isReady) throw forbidden("You attempted to reply to a Tweet that is deleted or not visible to you.");
  if (!mayReply(parent, account, settings.replies)) {
    throw forbidden("You can only reply to or quote posts where you are mentioned or are the author of the post.");
  }
  return parent;
}

/** https://docs.x.com/x-api/posts/manage-tweets/introduction (2026-08): who replies to one has mentioned one. */
function mayReply(parent: Stored<"post">, account: Stored<"account">, replies: Settings["replies"]): boolean {
  if (replies !== "summoned") return replies === "anyone";
  return [parent.account_id, parent.parent_author].includes(account.id) || mentionsIn(parent.text).includes(account.username);
}

async function requireNew({ world, account, settings }: Asked, text: string): Promise<void> {
  if (settings.duplicates === "falsely") throw new Refusal(DUPLICATE);
  if (settings.duplicates === "off" || text === "") return;
  const from = addSeconds(world.now(), -settings.duplicate_hours * 3600);
  const earlier = await list(world, "post", { where: { account_id: account.id }, limit: LIST_MAX });
  if (earlier.some((post) => post.text === text && post.createdAt > from)) throw new Refusal(DUPLICATE);
}

async function usernameOf(world: SandboxWorld, { account_id }: Stored<"post">): Promise<string> {
  return (await find(world, "account", account_id))?.username ?? "";
}
