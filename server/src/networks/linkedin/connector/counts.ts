import { z } from "zod";
import type { Account, Call, Counts, CountsOutcome } from "../../connectors/connector.ts";
import { lacks } from "../../connectors/oauth/scopes.ts";
import { whole } from "../../connectors/reply.ts";
import { countsAfter } from "../../connectors/signs.ts";
import { ask, encoded, type Failure, reasonOf } from "./api.ts";
import { signOf, stopAfter } from "./errors.ts";
import { isMember, type Work, workOf } from "./work.ts";

/** A Page's posts are counted together, a person's one figure at a time. */
export async function counts(remoteIds: readonly string[], account: Account, call: Call): Promise<CountsOutcome> {
  const work = workOf(account, call);
  const scope = isMember(work) ? "r_member_postAnalytics" : "rw_organization_admin";
  if (lacks(account.grant, scope))
    return { kind: "unavailable", reason: "LinkedIn: the permission to read counts was not given at the log-in." };
  return isMember(work) ? countMember(work, remoteIds) : countPage(work, remoteIds);
}

/** A person's posts take three requests each. A Page's are told together, but for those that nobody has noticed yet. */
export function countedTogether(account: Account): number {
  return isMember({ author: account.remoteId }) ? 1 : 5;
}

const Statistics = z.object({
  elements: z.array(
    z.object({
      share: z.string().nullish(),
      ugcPost: z.string().nullish(),
      totalShareStatistics: z.object({ likeCount: z.number(), commentCount: z.number(), shareCount: z.number() }),
    }),
  ),
});
const KINDS = [
  { parameter: "shares", prefix: "urn:li:share:" },
  { parameter: "ugcPosts", prefix: "urn:li:ugcPost:" },
] as const;

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/share-statistics (2026-01): of the last year. */
async function countPage(work: Work, remoteIds: readonly string[]): Promise<CountsOutcome> {
  const counted: Record<string, Counts> = {};
  for (const { parameter, prefix } of KINDS) {
    const ids = remoteIds.filter((id) => id.startsWith(prefix));
    if (ids.length === 0) continue;
    // Trap: the brackets of the list must not be encoded, what stands in it must be.
    const query = `q=organizationalEntity&organizationalEntity=${encoded(work.author)}&${parameter}=List(${ids.map(encoded).join(",")})`;
    const answer = await ask(work.server, { method: "GET", path: `/rest/organizationalEntityShareStatistics?${query}` });
    if (answer.kind !== "ok") return uncounted(work, answer);
    const read = Statistics.safeParse(answer.body);
    if (!read.success) return UNREADABLE;
    for (const { share, ugcPost, totalShareStatistics: total } of read.data.elements) {
      const id = share ?? ugcPost;
      if (id == null || !ids.includes(id)) continue;
      counted[id] = { likes: whole(total.likeCount), comments: whole(total.commentCount), shares: whole(total.shareCount) };
    }
  }
  return addUnlisted(work, remoteIds, counted);
}

const Metadata = z.object({
  reactionSummaries: z.record(z.string(), z.object({ count: z.number() })).nullish(),
  commentSummary: z.object({ count: z.number() }).nullish(),
});

/** The statistics lack posts that nobody has noticed yet; whether these are there, each tells itself. */
async function addUnlisted(work: Work, remoteIds: readonly string[], listed: Readonly<Record<string, Counts>>): Promise<CountsOutcome> {
  const counted = { ...listed };
  for (const id of remoteIds.filter((id) => counted[id] === undefined)) {
    const answer = await ask(work.server, { method: "GET", path: `/rest/socialMetadata/${encoded(id)}` });
    if (answer.kind !== "ok") {
      if (signOf(answer) === "gone") continue;
      return uncounted(work, answer);
    }
    const read = Metadata.safeParse(answer.body);
    if (!read.success) return UNREADABLE;
    const { reactionSummaries, commentSummary } = read.data;
    const likes = reactionSummaries == null ? null : Object.values(reactionSummaries).reduce((sum, { count }) => sum + count, 0);
    counted[id] = { likes: whole(likes), comments: whole(commentSummary?.count), shares: null };
  }
  return { kind: "counted", counts: counted };
}

const Analytics = z.object({ elements: z.array(z.object({ count: z.number().nullish(), value: z.number().nullish() })) });
const METRICS = ["REACTION", "COMMENT", "RESHARE"] as const;

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/members/post-statistics (2026-06). */
async function countMember(work: Work, remoteIds: readonly string[]): Promise<CountsOutcome> {
  const counted: Record<string, Counts> = {};
  for (const id of remoteIds) {
    const figures: (number | null)[] = [];
    for (const metric of METRICS) {
      const entity = `(${id.startsWith("urn:li:ugcPost:") ? "ugc" : "share"}:${encoded(id)})`;
      const path = `/rest/memberCreatorPostAnalytics?q=entity&entity=${entity}&queryType=${metric}&aggregation=TOTAL`;
      const answer = await ask(work.server, { method: "GET", path });
      if (answer.kind !== "ok") {
        if (signOf(answer) === "gone") break;
        return uncounted(work, answer);
      }
      const read = Analytics.safeParse(answer.body);
      if (!read.success) return UNREADABLE;
      const [first] = read.data.elements;
      figures.push(whole(first?.count ?? first?.value));
    }
    const [likes, comments, shares] = figures;
    if (likes !== undefined && comments !== undefined && shares !== undefined) counted[id] = { likes, comments, shares };
  }
  return { kind: "counted", counts: counted };
}

const UNREADABLE = { kind: "unavailable", reason: "LinkedIn: the counts cannot be read." } as const;

/** A permission that is missing for counts does not stop the channel from publishing. */
async function uncounted(work: Work, failure: Failure): Promise<CountsOutcome> {
  if (["no permission", "forbidden media"].includes(signOf(failure))) return { kind: "unavailable", reason: reasonOf(failure) };
  return countsAfter(await stopAfter(work, failure), reasonOf(failure));
}
