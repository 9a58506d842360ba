import { type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { Net } from "../../ground/net/net.ts";
import { type FeedFetch, fetchFeed } from "../feeds/fetch.ts";
import type { FeedLogin } from "../feeds/login.ts";

/** A response is shared by all automations that read the same feed within this time. */
const KEPT_SECONDS = 30;
const ANSWERS_MAX = 20;

interface Marks {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** Fetches feeds; a feed shared by several automations, whose runs follow each other, only once. */
export class RecentFeeds {
  readonly #answers = new Map<string, { readonly at: Instant; readonly marks: Marks; readonly answer: FeedFetch }>();

  async read(
    net: Net,
    feed: Marks & { readonly fetchUrl: string; readonly login: FeedLogin | null },
    { now, signal }: { now: Instant; signal: AbortSignal },
  ): Promise<FeedFetch> {
    this.#forget(now);
    // What one login is shown is nobody else's.
    const place = feed.login === null ? feed.fetchUrl : `${feed.login.authorization} ${feed.fetchUrl}`;
    const recent = this.#answers.get(place);
    if (recent !== undefined && serves(recent, feed)) return recent.answer;
    const answer = await fetchFeed(net, feed.fetchUrl, { etag: feed.etag, lastModified: feed.lastModified, login: feed.login, signal });
    // A request aborted by a stop says nothing about the server.
    if (!signal.aborted) this.#answers.set(place, { at: now, marks: { etag: feed.etag, lastModified: feed.lastModified }, answer });
    return answer;
  }

  #forget(now: Instant): void {
    for (const [url, { at }] of this.#answers) {
      const isOld = toEpochMilliseconds(now) - toEpochMilliseconds(at) >= KEPT_SECONDS * 1000;
      if (isOld || this.#answers.size > ANSWERS_MAX) this.#answers.delete(url);
    }
  }
}

/** A full response can be shared with everybody; a 304 only with those who sent the same validators. */
function serves(recent: { readonly marks: Marks; readonly answer: FeedFetch }, marks: Marks): boolean {
  if (recent.answer.kind !== "notModified") return true;
  return recent.marks.etag === marks.etag && recent.marks.lastModified === marks.lastModified;
}
