import { FEED_BYTES_MAX, FEED_SECONDS_TOTAL } from "../../ground/net/caps.ts";
import type { FetchedDocument, FetchFailure, Net } from "../../ground/net/net.ts";
import { retryAfterSeconds } from "../../ground/net/retry-after.ts";
import type { Feed } from "./item.ts";
import { type FeedLogin, headerFor } from "./login.ts";
import { readFeed } from "./read-apart.ts";
import { notFetched } from "./refusals.ts";

const ACCEPT = "application/atom+xml, application/rss+xml, application/feed+json;q=0.9, application/xml;q=0.8, text/xml;q=0.8, */*;q=0.1";
/** Longer freshness is capped, so that a misconfigured server cannot stop its feed. */
const FRESH_SECONDS_MAX = 86_400;

export interface FetchedFeed {
  readonly kind: "found";
  readonly feed: Feed;
  /** The URL after permanent redirects only: fetch this next time. */
  readonly feedUrl: string;
  /** Validators exactly as received, including quotes and `W/`, to be sent back unchanged. Invalid once the URL changes. */
  readonly etag: string | null;
  readonly lastModified: string | null;
  /**
   * How long the response stays fresh, by the server (`Cache-Control: max-age`, less `Age`) or the feed (`ttl`); at most a day.
   */
  readonly freshSeconds: number;
}

export interface UnchangedFeed {
  readonly kind: "notModified";
  readonly feedUrl: string;
  readonly freshSeconds: number;
}

export interface RefusedFeed {
  readonly kind: "refused";
  /** Shown to users. */
  readonly reason: string;
  /** For scheduling: 410 is permanent, 429 and 503 may have Retry-After. Null if no response came. */
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;
}

export type FeedFetch = FetchedFeed | UnchangedFeed | RefusedFeed;

/** Fetches a feed whose URL is known. Given `etag` or `lastModified` from the last run, the server may reply 304. */
export async function fetchFeed(
  net: Net,
  url: string,
  options: {
    readonly etag?: string | null;
    readonly lastModified?: string | null;
    readonly signal?: AbortSignal;
    readonly login?: FeedLogin | null;
  },
): Promise<FeedFetch> {
  const reply = await get(net, url, { ...options, headers: headerFor(options.login ?? null, url) });
  if (reply.kind === "failed") return refusalOf(reply);
  if (reply.status !== 304) return feedIn(reply, options.signal);
  return { kind: "notModified", feedUrl: reply.permanentUrl, freshSeconds: secondsFresh(reply.headers) };
}

/** Fetches a document with a feed reader's headers. */
export function get(
  net: Net,
  url: string,
  options: {
    readonly etag?: string | null;
    readonly lastModified?: string | null;
    readonly signal?: AbortSignal;
    readonly headers?: Readonly<Record<string, string>>;
    readonly holder?: string | undefined;
  },
): Promise<FetchedDocument | FetchFailure> {
  const headers = {
    accept: ACCEPT,
    ...(options.etag ? { "if-none-match": options.etag } : {}),
    ...(options.lastModified ? { "if-modified-since": options.lastModified } : {}),
    ...options.headers,
  };
  const signal = options.signal === undefined ? {} : { signal: options.signal };
  const holder = options.holder === undefined ? {} : { holder: options.holder };
  return net.fetchDocument(url, { maxBytes: FEED_BYTES_MAX, timeoutSeconds: FEED_SECONDS_TOTAL, headers, ...signal, ...holder });
}

export async function feedIn(reply: FetchedDocument, signal: AbortSignal | undefined): Promise<FetchedFeed | RefusedFeed> {
  const parsed = await readFeed(reply, signal);
  if (parsed.kind === "refused") return { kind: "refused", reason: parsed.reason, status: reply.status, retryAfterSeconds: null };
  return {
    kind: "found",
    feed: parsed.feed,
    feedUrl: reply.permanentUrl,
    etag: reply.headers.etag ?? null,
    lastModified: reply.headers["last-modified"] ?? null,
    freshSeconds: Math.max(secondsFresh(reply.headers), parsed.feed.freshSeconds),
  };
}

function refusalOf(failure: FetchFailure): RefusedFeed {
  const headers = failure.headers ?? {};
  // A date is relative to the server's own clock.
  const wait = retryAfterSeconds(headers, Date.parse(headers.date ?? ""));
  return { kind: "refused", reason: notFetched(failure), status: failure.status ?? null, retryAfterSeconds: wait };
}

function secondsFresh(headers: Readonly<Record<string, string>>): number {
  const maxAge = /(?:^|,)\s*max-age="?(\d{1,9})/i.exec(headers["cache-control"] ?? "")?.[1] ?? "0";
  const age = /^\d{1,9}$/.exec(headers.age?.trim() ?? "")?.[0] ?? "0";
  return Math.min(Math.max(Number(maxAge) - Number(age), 0), FRESH_SECONDS_MAX);
}
