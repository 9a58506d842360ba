import type { FeedType } from "@rostrum/contract/automations.ts";
import { unasked } from "@rostrum/contract/cookie-questions.ts";
import type { FetchedDocument, Net } from "../../ground/net/net.ts";
import { type FetchedFeed, feedIn, get } from "./fetch.ts";
import { DISCOVERY_REQUESTS_MAX, DISCOVERY_SECONDS_TOTAL } from "./limits.ts";
import { type FeedLogin, headerFor, parted } from "./login.ts";
import { directFeeds, likelyFeeds, usualFeeds } from "./mapping.ts";
import { readPlaces } from "./read-apart.ts";
import { NO_FEED, NOT_FETCHED, notFetched, TOO_HARD } from "./refusals.ts";

export type Discovery = (FetchedFeed & { readonly login: FeedLogin | null }) | { readonly kind: "refused"; readonly reason: string };

/**
 * Finds the feed of a shop, show, profile, page or feed URL. The type decides where to look first; any feed that is found is
 * used, and one with items is preferred to an empty one. If the URL responds with an error, no other feed of its host is used
 * instead; for types that name a format, not a place, only feeds that the page links to count. `reason` is for the user:
 * nothing could be fetched, and why, it is not a feed, or it is too hard to read.
 */
export async function findFeed(
  net: Net,
  type: FeedType,
  address: string,
  options: {
    readonly signal?: AbortSignal;
    /** For whom it is: nobody takes all connections to the outside. */
    readonly holder?: string;
  },
): Promise<Discovery> {
  const given = toUrl(address);
  if (given === null) return { kind: "refused", reason: NOT_FETCHED };
  const deadline = AbortSignal.timeout(DISCOVERY_SECONDS_TOTAL * 1000);
  const signal = options.signal === undefined ? deadline : AbortSignal.any([deadline, options.signal]);
  const { url, login } = parted(given);
  const found = await new Search(net, { signal, holder: options.holder, login }).run(type, url);
  return found.kind === "found" ? { ...found, login } : found;
}

interface Searcher {
  readonly signal: AbortSignal;
  readonly holder: string | undefined;
  readonly login: FeedLogin | null;
}

/** The requests of one discovery, in sequence, none repeated. */
class Search {
  readonly #net: Net;
  readonly #signal: AbortSignal;
  readonly #holder: string | undefined;
  readonly #login: FeedLogin | null;
  readonly #tried = new Set<string>();
  /** Why there is no feed at what could be fetched; null if nothing could. */
  #reason: string | null = null;
  /** Why the first address could not be fetched. */
  #failure: string | null = null;
  #second: FetchedFeed | null = null;

  constructor(net: Net, { signal, holder, login }: Searcher) {
    this.#net = net;
    this.#holder = holder;
    this.#signal = signal;
    this.#login = login;
  }

  async run(type: FeedType, url: URL): Promise<FetchedFeed | Extract<Discovery, { kind: "refused" }>> {
    return (
      (await this.#firstOf(FORMATS.has(type) ? [] : directFeeds(url))) ??
      (await this.#atAddress(type, url)) ??
      this.#second ?? { kind: "refused", reason: this.#reason ?? this.#failure ?? NOT_FETCHED }
    );
  }

  async #atAddress(type: FeedType, url: URL): Promise<FetchedFeed | null> {
    // What people gave says more than what it was taken for.
    this.#failure = null;
    const page = await this.#get(url.href);
    if (page === null) return null;
    // A feed at the URL itself is what the user means, even if it has no items.
    const found = await this.#read(page);
    if (found !== null) return found;
    const at = new URL(page.url);
    const { feeds, named } = await readPlaces(page, this.#signal);
    if (FORMATS.has(type)) return this.#firstOf(feeds);
    // The type's own locations come first: a shop's page links to its blog, and a category page to the whole site's feed.
    return this.#firstOf([...likelyFeeds(type, at), ...feeds, ...named, ...usualFeeds(at)]);
  }

  async #firstOf(addresses: readonly string[]): Promise<FetchedFeed | null> {
    for (const address of addresses) {
      if (this.#tried.size >= DISCOVERY_REQUESTS_MAX) return null;
      if (this.#tried.has(address)) continue;
      const reply = await this.#get(address);
      const found = reply === null ? null : await this.#judge(reply);
      if (found !== null) return found;
    }
    return null;
  }

  async #get(address: string): Promise<FetchedDocument | null> {
    this.#tried.add(address);
    const { url, headers: plain } = unasked(address);
    const headers = { ...plain, ...headerFor(this.#login, url) };
    const reply = await get(this.#net, url, { signal: this.#signal, holder: this.#holder, headers });
    if (reply.kind === "failed") {
      this.#failure ??= notFetched(reply);
      return null;
    }
    this.#reason ??= NO_FEED;
    return reply;
  }

  async #read(reply: FetchedDocument): Promise<FetchedFeed | null> {
    const found = await feedIn(reply, this.#signal);
    if (found.kind === "found") return found;
    if (found.reason === TOO_HARD) this.#reason = TOO_HARD;
    return null;
  }

  /** A feed with items ends the search. An empty one, or a comments feed (as on WordPress pages), is kept as a fallback. */
  async #judge(reply: FetchedDocument): Promise<FetchedFeed | null> {
    const found = await this.#read(reply);
    if (found === null) return null;
    if (found.feed.items.length > 0 && !/^comments (on|for)\b/i.test(found.feed.title ?? "")) return found;
    this.#second ??= found;
    return null;
  }
}

const FORMATS: ReadonlySet<FeedType> = new Set(["RSS", "ATOM"]);

/** People omit the scheme; a fragment is not part of a feed's URL. */
function toUrl(address: string): URL | null {
  const text = address.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
  url.hash = "";
  return url;
}
