import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { apart } from "../../decoding/apart.ts";
import { TEXTS } from "../../decoding/lanes.ts";
import { IdForm } from "../reply.ts";
import { isBefore, saidAt, windowFrom } from "../their-clock.ts";
import { type Answer, askOpenly, type Server } from "./api.ts";
import { notAskedSeconds, reasonOf } from "./errors.ts";
import type { wordsOfContent } from "./plain-text.ts";
import type { Created, Progress, UnderWay } from "./progress.ts";
import { comparable, likenessOfText } from "./text.ts";

const wordsApart = apart<typeof wordsOfContent>(TEXTS, import.meta, { file: "plain-text", name: "wordsOfContent" });

/** What identifies the status that a request with a lost response created. */
export interface Wanted {
  readonly accountId: string;
  /** Its part, by its name in the progress. */
  readonly name: string;
  readonly text: string;
  readonly mediaCount: number;
  readonly hasPoll: boolean;
  readonly inReplyToId: string | null;
  /** When the request was sent. */
  readonly sentAt: Instant;
  /** Statuses known to be other parts. */
  readonly except: readonly string[];
}

export type SearchResult =
  | { readonly kind: "found"; readonly status: Created }
  | { readonly kind: "absent" }
  | { readonly kind: "undecided"; readonly reason: string }
  | { readonly kind: "notAsked"; readonly reason: string; readonly retryAfterSeconds: number };

const PAGE_LENGTH = 40;
/** Per lookup; the next one continues from there. Stock instances allow 300 paging requests in 15 minutes. */
const PAGES_MAX = 25;
/** The server may still be processing the request, or its list may lag, so absence must persist this long. */
const SETTLED_SECONDS = 90;
const BETWEEN_LOOKS_SECONDS = 45;

const Status = z.object({
  id: IdForm,
  url: z.string().nullish(),
  created_at: z.string().refine((text) => !Number.isNaN(Date.parse(text))),
  content: z.string(),
  in_reply_to_id: IdForm.nullish(),
  reblog: z.unknown().optional(),
  media_attachments: z.array(z.unknown()).default([]),
  poll: z.unknown().optional(),
});
type Status = z.output<typeof Status>;

/**
 * Searches what the account has posted since the request was sent, skipping what belongs to other deliveries. Returns
 * `absent` only once the whole period is covered, and if the server would create the status twice, only after two searches
 * some time apart.
 */
export async function searchStatus(server: Server, progress: Progress, wanted: Wanted): Promise<SearchResult> {
  const { name } = wanted;
  const { underWay, absentAt } = progress.look(name);
  let look: UnderWay = underWay ?? { begunAt: server.call.now(), before: "", matches: [] };
  const keepPlace = async () => {
    if (look.before !== "") await progress.setLook(name, { underWay: look, absentAt });
  };
  const undecided = async (reason: string) => {
    await keepPlace();
    return { kind: "undecided", reason } as const;
  };
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await askStatuses(server, wanted.accountId, look.before);
    if (answer.kind !== "ok") {
      const waitSeconds = notAskedSeconds(answer, server.call.now());
      if (waitSeconds === null) return undecided(reasonOf(answer));
      await keepPlace();
      return { kind: "notAsked", reason: reasonOf(answer), retryAfterSeconds: waitSeconds };
    }
    const statuses = z.array(Status).safeParse(answer.body);
    if (!statuses.success) return undecided("Mastodon: the list of statuses cannot be read.");
    const last = statuses.data.at(-1);
    const since = windowFrom(wanted.sentAt, { headers: answer.headers, now: server.call.now() });
    const recent = statuses.data.filter(({ created_at }) => !isBefore(saidAt(created_at) ?? since, since));
    const matches = [...look.matches];
    for (const status of recent.filter((one) => mayBeWanted(one, wanted))) {
      const words = await wordsApart(status.content, { signal: server.call.signal });
      if (words.kind === "ended") return undecided("Mastodon: a status took too much time or memory to read.");
      const isExact = comparable(words.value.plain) === comparable(wanted.text);
      if (isExact || words.value.likeness === likenessOfText(wanted.text))
        matches.push({ status: status.id, url: status.url ?? null, isExact });
    }
    look = { ...look, before: last?.id ?? look.before, matches };
    if (last === undefined || recent.length < statuses.data.length) return conclude({ server, progress, wanted }, look, absentAt);
  }
  return undecided("Mastodon: there are many newer statuses; the search through them continues.");
}

interface Search {
  readonly server: Server;
  readonly progress: Progress;
  readonly wanted: Wanted;
}

/** Takes the oldest match: a later one is another post with the same text. */
async function conclude({ server, progress, wanted }: Search, look: UnderWay, absentAt: Instant | null): Promise<SearchResult> {
  const { name, sentAt } = wanted;
  const owned = await server.call.ownedByOthers(look.matches.map(({ status }) => status));
  const free = look.matches.filter(({ status }) => !owned.has(status));
  const match = free.findLast(({ isExact }) => isExact) ?? free.at(-1);
  const isLasting = absentAt !== null && look.begunAt >= addSeconds(absentAt, BETWEEN_LOOKS_SECONDS);
  const isBelieved = server.keepsKeys || (isLasting && look.begunAt >= addSeconds(sentAt, SETTLED_SECONDS));
  if (match === undefined && !isBelieved) {
    await progress.setLook(name, { underWay: null, absentAt: absentAt ?? look.begunAt });
    return {
      kind: "undecided",
      reason: "Mastodon: the status is not in the account's list; it may appear late, so the lookup will be repeated.",
    };
  }
  await progress.setLook(name, null);
  return match === undefined ? { kind: "absent" } : { kind: "found", status: { id: match.status, url: match.url } };
}

async function askStatuses(server: Server, accountId: string, before: string): Promise<Answer> {
  const cursor = before === "" ? "" : `&max_id=${encodeURIComponent(before)}`;
  return askOpenly(server, `/api/v1/accounts/${encodeURIComponent(accountId)}/statuses?limit=${PAGE_LENGTH}&exclude_reblogs=true${cursor}`);
}

/** Compares everything but the text. */
function mayBeWanted(status: Status, wanted: Wanted): boolean {
  return (
    !wanted.except.includes(status.id) &&
    !status.reblog &&
    (status.in_reply_to_id ?? null) === wanted.inReplyToId &&
    status.media_attachments.length === wanted.mediaCount &&
    Boolean(status.poll) === wanted.hasPoll
  );
}
