import { z } from "zod";
import type { Account, Call, Counts, CountsOutcome } from "../../connectors/connector.ts";
import { IdForm } from "../../connectors/reply.ts";
import { askOpenly, type Failure, type Server, serverOf } from "./api.ts";
import { reasonOf, troubleAfter } from "./errors.ts";

/** The most that stock instances return per call (unverified). */
const BATCH_MAX = 20;
/** How servers before 4.3 and other software respond to a batch request. */
const NO_BATCHES = [400, 404, 405, 422];

const figure = z.int().nonnegative().nullable().catch(null);
const Status = z.object({
  id: IdForm,
  favourites_count: figure,
  replies_count: figure,
  reblogs_count: figure,
  /** Since 4.5. */
  quotes_count: figure,
});
type Status = z.output<typeof Status>;

/** Engagement as this instance sees it; activity on other servers that it was not notified of is missing. */
export async function counts(remoteIds: readonly string[], account: Account, call: Call): Promise<CountsOutcome> {
  const server = serverOf(account, call);
  const counted: Record<string, Counts> = {};
  let read: Reading = readTogether;
  for (let start = 0; start < remoteIds.length; start += BATCH_MAX) {
    const ids = remoteIds.slice(start, start + BATCH_MAX);
    let result = await read(server, ids);
    if (result === null) {
      // GoToSocial has no batch call: do not try it for the rest.
      read = readOneByOne;
      result = await readOneByOne(server, ids);
    }
    if ("kind" in result) return refusalOf(result, call);
    for (const status of result) {
      const shares = status.reblogs_count === null ? null : status.reblogs_count + (status.quotes_count ?? 0);
      counted[status.id] = { likes: status.favourites_count, comments: status.replies_count, shares };
    }
  }
  return { kind: "counted", counts: counted };
}

type Reading = (server: Server, ids: readonly string[]) => Promise<readonly Status[] | Failure | null>;

/** Null if the server does not support batch requests. */
const readTogether: Reading = async (server, ids) => {
  const query = ids.map((id) => `id[]=${encodeURIComponent(id)}`).join("&");
  const answer = await askOpenly(server, `/api/v1/statuses?${query}`);
  const statuses = answer.kind === "ok" ? z.array(Status).safeParse(answer.body) : null;
  if (statuses?.success) return statuses.data;
  return answer.kind === "ok" || (answer.kind === "refused" && NO_BATCHES.includes(answer.status)) ? null : answer;
};

async function readOneByOne(server: Server, ids: readonly string[]): Promise<readonly Status[] | Failure> {
  const statuses: Status[] = [];
  for (const id of ids) {
    const answer = await askOpenly(server, `/api/v1/statuses/${encodeURIComponent(id)}`);
    // Deleted or no longer visible.
    if (answer.kind === "refused" && (answer.status === 404 || answer.status === 410)) continue;
    if (answer.kind !== "ok") return answer;
    const status = Status.safeParse(answer.body);
    if (status.success) statuses.push(status.data);
  }
  return statuses;
}

/** Only a token that is not valid at all says something about posts. */
function refusalOf(failure: Failure, call: Call): CountsOutcome {
  const isDenied = failure.kind === "refused" && failure.status === 401;
  const trouble = troubleAfter(failure, call);
  const says = trouble.kind === "busy" || (trouble.kind === "unauthorized" && isDenied);
  return says ? trouble : { kind: "unavailable", reason: reasonOf(failure) };
}
