import { addSeconds, type Instant, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { type Answer, ask, type Server } from "./api.ts";
import { reasonOf } from "./errors.ts";
import type { Created } from "./progress.ts";
import { comparable, plainText } from "./text.ts";

/** What a status has to be like to be the one that a lost request made. */
export interface Wanted {
  readonly accountId: string;
  readonly text: string;
  readonly mediaCount: number;
  readonly hasPoll: boolean;
  readonly inReplyToId: string | null;
  /** When the request left. */
  readonly sentAt: Instant;
  /** Statuses that are known to be others. */
  readonly except: readonly string[];
}

export type SearchResult =
  | { readonly kind: "found"; readonly status: Created }
  | { readonly kind: "absent" }
  | { readonly kind: "undecided"; readonly reason: string };

const PAGE_LENGTH = 40;
const PAGES_MAX = 5;
/** Clocks of instances and ours differ. */
const CLOCK_SKEW_SECONDS = 600;

const Status = z.object({
  id: z.coerce.string(),
  url: z.string().nullish(),
  created_at: z.string(),
  content: z.string(),
  in_reply_to_id: z.coerce.string().nullish(),
  media_attachments: z.array(z.unknown()).default([]),
  poll: z.unknown().optional(),
});
type Status = z.output<typeof Status>;

/** Looks through what the account has posted since then. `absent` only when all of that time has been seen. */
export async function searchStatus(server: Server, wanted: Wanted): Promise<SearchResult> {
  const since = addSeconds(wanted.sentAt, -CLOCK_SKEW_SECONDS);
  const matches: Status[] = [];
  let before = "";
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await askStatuses(server, wanted.accountId, before);
    if (answer.kind !== "ok") return { kind: "undecided", reason: reasonOf(answer) };
    const statuses = z.array(Status).safeParse(answer.body);
    if (!statuses.success) return { kind: "undecided", reason: "Mastodon: the list of statuses cannot be read." };
    const recent = statuses.data.filter((status) => toInstant(status.created_at) >= since);
    matches.push(...recent.filter((status) => isWanted(status, wanted)));
    const last = statuses.data.at(-1);
    if (last === undefined || recent.length < statuses.data.length) return conclude(matches);
    before = last.id;
  }
  return matches.length > 0 ? conclude(matches) : { kind: "undecided", reason: "Mastodon: too many statuses since to look through." };
}

/** The oldest match: a later one is another post of the same words. */
function conclude(newestFirst: readonly Status[]): SearchResult {
  const status = newestFirst.at(-1);
  return status === undefined ? { kind: "absent" } : { kind: "found", status: { id: status.id, url: status.url ?? null } };
}

async function askStatuses(server: Server, accountId: string, before: string): Promise<Answer> {
  const cursor = before === "" ? "" : `&max_id=${encodeURIComponent(before)}`;
  const path = `/api/v1/accounts/${encodeURIComponent(accountId)}/statuses?limit=${PAGE_LENGTH}&exclude_reblogs=true${cursor}`;
  const answer = await ask(server, { method: "GET", path });
  // A token without read:statuses; what we post is public, or unlisted, which this list shows to everybody too.
  return answer.kind === "refused" && answer.status === 403 ? ask(server, { method: "GET", path, anonymous: true }) : answer;
}

function isWanted(status: Status, wanted: Wanted): boolean {
  return (
    !wanted.except.includes(status.id) &&
    (status.in_reply_to_id ?? null) === wanted.inReplyToId &&
    status.media_attachments.length === wanted.mediaCount &&
    Boolean(status.poll) === wanted.hasPoll &&
    comparable(plainText(status.content)) === comparable(wanted.text)
  );
}
