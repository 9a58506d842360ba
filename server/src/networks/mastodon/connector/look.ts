import { z } from "zod";
import { apart } from "../../../ground/decoding/apart.ts";
import { TEXTS } from "../../../ground/decoding/lanes.ts";
import type { Account } from "../../connectors/connector.ts";
import type { Looked, Looking, Unread } from "../../connectors/once/visible.ts";
import { IdForm } from "../../connectors/reply.ts";
import { isBefore, saidAt } from "../../connectors/their-clock.ts";
import { type Answer, askOpenly, type Server } from "./api.ts";
import { accountIdOf } from "./connect.ts";
import { reasonOf, troubleAfter } from "./errors.ts";
import type { wordsOfContent } from "./plain-text.ts";
import type { Progress, UnderWay } from "./progress.ts";
import { comparable, likenessOfText } from "./text.ts";

const wordsApart = apart<typeof wordsOfContent>(TEXTS, import.meta, { file: "plain-text", name: "wordsOfContent" });

/** What identifies the status that a request with a lost response created. */
export interface Wanted {
  readonly text: string;
  readonly mediaCount: number;
  readonly hasPoll: boolean;
  readonly inReplyToId: string | null;
}

interface Place {
  readonly server: Server;
  readonly progress: Progress;
  readonly account: Account;
  /** Its part, by its name in the progress. */
  readonly name: string;
}

const PAGE_LENGTH = 40;
/** Per lookup; the next one continues from there. Stock instances allow 300 paging requests in 15 minutes. */
const PAGES_MAX = 25;

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

/** Searches what the account has posted since the request was sent, to the end; the next look goes on where this one had to stop. */
export async function searchStatus({ server, progress, account, name }: Place, wanted: Wanted, since: Looking["since"]): Promise<Looked> {
  const accountId = accountIdOf(account.remoteId);
  const kept = progress.look(name);
  let look: UnderWay = kept ?? { begunAt: server.call.now(), before: "", matches: [] };
  const unread = async (reason: string, waits: Partial<Unread> = { isFinal: true }): Promise<Unread> => {
    if (look.before !== "") await progress.setLook(name, look);
    return { kind: "unread", reason, ...waits };
  };
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await askStatuses(server, accountId, look.before);
    if (answer.kind !== "ok") {
      const trouble = troubleAfter(answer, server.call);
      const isAnswer = trouble.kind !== "busy" && trouble.kind !== "unknown";
      return unread(reasonOf(answer), isAnswer ? undefined : { retryAfterSeconds: trouble.retryAfterSeconds ?? 0 });
    }
    const statuses = z.array(Status).safeParse(answer.body);
    if (!statuses.success) return unread("Mastodon: the list of statuses cannot be read.");
    const last = statuses.data.at(-1);
    const earliest = since(answer.headers);
    const recent = statuses.data.filter(({ created_at }) => !isBefore(saidAt(created_at) ?? earliest, earliest));
    const matches = [...look.matches];
    for (const status of recent.filter((one) => mayBeWanted(one, wanted))) {
      const words = await wordsApart(status.content, { signal: server.call.signal });
      if (words.kind === "ended") return unread("Mastodon: a status took too much time or memory to read.");
      const isExact = comparable(words.value.plain) === comparable(wanted.text);
      if (isExact || words.value.likeness === likenessOfText(wanted.text))
        matches.push({ status: status.id, url: status.url ?? null, isExact });
    }
    look = { ...look, before: last?.id ?? look.before, matches };
    if (last !== undefined && recent.length === statuses.data.length) continue;
    if (kept !== null) await progress.setLook(name, null);
    // The newest come first.
    return {
      kind: "read",
      alike: look.matches.toReversed().map(({ status, url, isExact }) => ({ id: status, url, at: null, likeness: Number(isExact) })),
    };
  }
  return unread("Mastodon: there are many newer statuses; the search through them continues.");
}

async function askStatuses(server: Server, accountId: string, before: string): Promise<Answer> {
  const cursor = before === "" ? "" : `&max_id=${encodeURIComponent(before)}`;
  return askOpenly(server, `/api/v1/accounts/${encodeURIComponent(accountId)}/statuses?limit=${PAGE_LENGTH}&exclude_reblogs=true${cursor}`);
}

/** Compares everything but the text. */
function mayBeWanted(status: Status, wanted: Wanted): boolean {
  return (
    !status.reblog &&
    (status.in_reply_to_id ?? null) === wanted.inReplyToId &&
    status.media_attachments.length === wanted.mediaCount &&
    Boolean(status.poll) === wanted.hasPoll
  );
}
