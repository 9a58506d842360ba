import { addSeconds, type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { apart } from "../../decoding/apart.ts";
import { TEXTS } from "../../decoding/lanes.ts";
import { type Answer, ask, type Server } from "./api.ts";
import { reasonOf } from "./errors.ts";
import type { wordsOfContent } from "./plain-text.ts";
import type { Created, Progress, UnderWay } from "./progress.ts";
import { comparable, likenessOfText } from "./text.ts";

const wordsApart = apart<typeof wordsOfContent>(TEXTS, import.meta, { file: "plain-text", name: "wordsOfContent" });

/** What a status has to be like to be the one that a lost request made. */
export interface Wanted {
  readonly accountId: string;
  /** Its part, as the progress names it. */
  readonly name: string;
  readonly text: string;
  readonly mediaCount: number;
  readonly hasPoll: boolean;
  readonly inReplyToId: string | null;
  /** When the request left. */
  readonly sentAt: Instant;
  /** Statuses that are known to be other parts. */
  readonly except: readonly string[];
}

export type SearchResult =
  | { readonly kind: "found"; readonly status: Created }
  | { readonly kind: "absent" }
  | { readonly kind: "undecided"; readonly reason: string };

const PAGE_LENGTH = 40;
/** Of one look; the next one goes on from there. Stock instances take 300 paging requests in a quarter of an hour. */
const PAGES_MAX = 25;
/** Clocks of instances and ours differ. */
const CLOCK_SKEW_SECONDS = 600;
/** A request that its server still works on, or a list that is behind: absence is believed when it has lasted. */
const SETTLED_SECONDS = 90;
const BETWEEN_LOOKS_SECONDS = 45;

const Status = z.object({
  id: z.coerce.string(),
  url: z.string().nullish(),
  created_at: z.string().refine((text) => !Number.isNaN(Date.parse(text))),
  content: z.string(),
  in_reply_to_id: z.coerce.string().nullish(),
  reblog: z.unknown().optional(),
  media_attachments: z.array(z.unknown()).default([]),
  poll: z.unknown().optional(),
});
type Status = z.output<typeof Status>;

/**
 * Looks through what the account has posted since the request left. What other deliveries have is passed over. `absent` only
 * when all of that time has been seen, and on a server that would make the status a second time by two looks with time between.
 */
export async function searchStatus(server: Server, progress: Progress, wanted: Wanted): Promise<SearchResult> {
  const { name } = wanted;
  const { underWay, absentAt } = progress.look(name);
  let look: UnderWay = underWay ?? { begunAt: server.call.now(), before: "", matches: [] };
  const undecided = async (reason: string) => {
    if (look.before !== "") await progress.setLook(name, { underWay: look, absentAt });
    return { kind: "undecided", reason } as const;
  };
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await askStatuses(server, wanted.accountId, look.before);
    if (answer.kind !== "ok") return undecided(reasonOf(answer));
    const statuses = z.array(Status).safeParse(answer.body);
    if (!statuses.success) return undecided("Mastodon: the list of statuses cannot be read.");
    const last = statuses.data.at(-1);
    const recent = statuses.data.filter((status) => isSince(status, wanted.sentAt));
    const matches = [...look.matches];
    for (const status of recent.filter((one) => mayBeWanted(one, wanted))) {
      const words = await wordsApart(status.content, { signal: server.call.signal });
      if (words.kind === "ended") return undecided("Mastodon: a status takes too much time or memory to be read.");
      const isExact = comparable(words.value.plain) === comparable(wanted.text);
      if (isExact || words.value.likeness === likenessOfText(wanted.text))
        matches.push({ status: status.id, url: status.url ?? null, isExact });
    }
    look = { ...look, before: last?.id ?? look.before, matches };
    if (last === undefined || recent.length < statuses.data.length) return conclude({ server, progress, wanted }, look, absentAt);
  }
  return undecided("Mastodon: there are many statuses since; the look through them goes on.");
}

interface Search {
  readonly server: Server;
  readonly progress: Progress;
  readonly wanted: Wanted;
}

/** The oldest match: a later one is another post of the same words. */
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
      reason: "Mastodon: it is not among the account's statuses; since it may show late it is looked for again.",
    };
  }
  await progress.setLook(name, null);
  return match === undefined ? { kind: "absent" } : { kind: "found", status: { id: match.status, url: match.url } };
}

async function askStatuses(server: Server, accountId: string, before: string): Promise<Answer> {
  const cursor = before === "" ? "" : `&max_id=${encodeURIComponent(before)}`;
  const path = `/api/v1/accounts/${encodeURIComponent(accountId)}/statuses?limit=${PAGE_LENGTH}&exclude_reblogs=true${cursor}`;
  const answer = await ask(server, { method: "GET", path });
  // A token without read:statuses; what we post is public, or unlisted, which this list shows to everybody too.
  return answer.kind === "refused" && answer.status === 403 ? ask(server, { method: "GET", path, anonymous: true }) : answer;
}

function isSince({ created_at }: Status, sentAt: Instant): boolean {
  return Date.parse(created_at) >= toEpochMilliseconds(addSeconds(sentAt, -CLOCK_SKEW_SECONDS));
}

/** By all but its text. */
function mayBeWanted(status: Status, wanted: Wanted): boolean {
  return (
    !wanted.except.includes(status.id) &&
    !status.reblog &&
    (status.in_reply_to_id ?? null) === wanted.inReplyToId &&
    status.media_attachments.length === wanted.mediaCount &&
    Boolean(status.poll) === wanted.hasPoll
  );
}
