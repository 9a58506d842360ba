import { z } from "zod";
import type { Alike, Looked, Looking } from "../../connectors/once/visible.ts";
import { isBefore, saidAt, type TheirMoment } from "../../connectors/their-clock.ts";
import { likeness } from "./alike.ts";
import { reasonFor, signOf, unreadAfter } from "./errors.ts";
import { LocalPost } from "./local-post.ts";
import { ask } from "./server.ts";
import type { Work } from "./work.ts";

const PAGE_LENGTH = 100;
const PAGES_MAX = 5;
/** The order of the list is written nowhere: so many pages in a row have to be older than the call, and none newer than the one before. */
const OLD_PAGES = 2;

const Page = z.object({ localPosts: z.array(LocalPost).default([]), nextPageToken: z.string().nullish() });

/** https://developers.google.com/my-business/reference/rest/v4/accounts.locations.localPosts/list (2026-04). */
export async function searchPost({ server, location, plan, progress }: Work, looking: Looking): Promise<Looked> {
  const alike: Alike[] = [];
  let pageToken: string | undefined;
  let oldPages = 0;
  let last: TheirMoment | null = null;
  let isFalling = true;
  let isWhole = false;
  for (let page = 0; page < PAGES_MAX && !isWhole; page += 1) {
    const query = { pageSize: `${PAGE_LENGTH}`, pageToken };
    const answer = await ask(server, { method: "GET", path: `/${location}/localPosts`, query });
    if (answer.kind !== "ok") {
      if (signOf(answer) !== "gone") return unreadAfter(answer, server.reach);
      return { kind: "gone", reason: `${reasonFor(answer)}. The location cannot be read any more.` };
    }
    const read = Page.safeParse(answer.body ?? {});
    if (!read.success) return { kind: "unread", reason: "Google: the list of posts cannot be read." };
    const { localPosts, nextPageToken } = read.data;
    const since = looking.since(answer.headers);
    // A time that cannot be read counts as new.
    const fresh = localPosts.filter(({ createTime }) => !isBefore(saidAt(createTime) ?? since, since));
    alike.push(...fresh.map((post) => ({ id: post.name, at: saidAt(post.createTime), likeness: likeness(post, plan) })));
    oldPages = fresh.length === 0 ? oldPages + 1 : 0;
    for (const { createTime } of localPosts) {
      const moment = saidAt(createTime);
      isFalling &&= last === null || (moment !== null && !isBefore(last, moment));
      last = moment ?? last;
    }
    const next = nextPageToken ?? "";
    isWhole = next === "" || next === pageToken || (isFalling && oldPages >= OLD_PAGES);
    pageToken = next;
  }
  const left = progress.left();
  const fitting = alike.filter(({ id, likeness: much = 0 }) => much > 0 && !left.includes(id));
  return { kind: "read", alike: fitting, unless: isWhole ? undefined : TOO_MANY };
}

const TOO_MANY =
  "Google did not answer, and lists too many posts to find this one. Look on Google, then say that it was published, or send it again.";
