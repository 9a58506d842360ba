import type { Chance } from "./chance.ts";
import { element, escapeXml } from "./feeds.ts";

/**
 * A feed over several weeks: changes sites make to existing items, and failures of their servers. Titles begin with `#` and the
 * item's number, which never changes.
 */
export interface FeedHistory {
  readonly name: string;
  /** Numbers of the items that the feed has now. */
  numbers(): number[];
  /**
   * Changes the feed. `now` in milliseconds; `calm`: only changes that need not be observed, since the feed may be unreachable.
   */
  change(now: number, calm: boolean): void;
  /** Marks the current items as read, so that they may leave the feed. */
  wasRead(): void;
  render(): { readonly type: string; readonly body: string };
}

interface Item {
  readonly number: number;
  title: string;
  guid: string | null;
  link: string | null;
  date: string | null;
  text: string;
  /** Listed twice. */
  twice: boolean;
  /** Another item has the same id: it has nothing but its link. */
  sharesId: boolean;
  read: boolean;
}

/** How the site identifies its items. */
const STYLES = ["id and link", "id alone", "link alone", "one id for all", "ids that change", "nothing"] as const;
const FORMATS = ["rss", "atom", "json"] as const;
const DATES = ["dated", "undated", "mixed", "ahead"] as const;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export function aHistory(chance: Chance, start: number): FeedHistory {
  const style = chance.pick(STYLES);
  const format = chance.pick(FORMATS);
  const dates = chance.pick(DATES);
  let feed: Item[] = [];
  let gone: Item[] = [];
  let count = 0;

  function add(published: number): Item {
    count += 1;
    const link = style === "id alone" || style === "nothing" ? null : `https://shop.example/posts/${count}`;
    const guid =
      style === "link alone" || style === "nothing" ? null : style === "one id for all" ? "https://shop.example/" : `urn:loaf:${count}`;
    const item: Item = {
      number: count,
      title: `#${count} loaf`,
      guid,
      link,
      date: dateOf(published),
      text: "",
      twice: false,
      sharesId: false,
      read: false,
    };
    feed.unshift(item);
    return item;
  }

  function dateOf(published: number): string | null {
    if (dates === "undated" || (dates === "mixed" && chance.percent(50))) return null;
    return new Date(dates === "ahead" && chance.percent(30) ? published + 90 * DAY : published).toISOString();
  }

  const some = () => chance.pick(feed);
  /** An item with another one's id looks like an edit of it, unless both have been seen together once. */
  const isBesideUnread = (item: Item) => item.sharesId && feed.some((other) => other.guid === item.guid && !other.read);

  const additions: ((now: number) => void)[] = [
    (now) => void add(now - chance.number(0, 40) * HOUR),
    (now) => {
      for (let n = chance.number(2, chance.percent(10) ? 30 : 5); n > 0; n -= 1) add(now - n * HOUR);
    },
  ];
  const changes: ((now: number) => void)[] = [
    () => {
      const item = some();
      if (style !== "nothing") item.title = `#${item.number} loaf, edition ${chance.number(2, 99)} & more`;
    },
    (now) => {
      const item = some();
      if (style !== "nothing") item.date = dateOf(now - chance.number(0, 100) * HOUR);
    },
    () => {
      some().text = `Baked ${chance.number(1, 1000)} times`;
    },
    () => {
      feed = feed
        .map((item) => ({ item, at: chance.number(0, 1_000_000) }))
        .sort((a, b) => a.at - b.at)
        .map(({ item }) => item);
    },
    () => {
      const item = some();
      item.twice = !item.twice;
    },
    () => {
      const item = some();
      if (item.link === null) return;
      const bare = item.link.replace(/^\w+:\/\//, "").replace(/\/?([?#].*)?$/, "");
      item.link = `${chance.pick(["http", "https"])}://${bare}${chance.pick(["", "/", "?utm_source=rss", "#top"])}`;
    },
    () => {
      const item = some();
      if (style === "id and link" && !item.sharesId && item.read)
        item.link = `https://shop.example/moved/${item.number}/${chance.number(1, 9)}`;
    },
    () => {
      const item = some();
      if (style === "ids that change" && item.read) item.guid = `urn:render:${chance.number(1, 1_000_000_000)}`;
    },
    (now) => {
      // Copying an entry to write the next one often duplicates its id.
      const model = some();
      if (style !== "id and link" || model.link?.includes("moved")) return;
      const copy = add(now);
      copy.guid = model.guid;
      for (const item of feed) if (item.guid === model.guid) item.sharesId = true;
    },
    (now) => {
      if (dates === "dated" && feed.length > 5) add(now - 60 * DAY);
    },
    () => {
      for (let left = chance.number(1, 6); left > 0 && feed.length > 2; left -= 1) {
        const item = feed.findLast((one) => one.read && !isBesideUnread(one));
        if (item === undefined) return;
        feed = feed.filter((one) => one !== item);
        gone.push(item);
      }
    },
    () => {
      const [back] = gone;
      if (back === undefined) return;
      gone = gone.filter((item) => item !== back);
      feed.push(back);
    },
  ];

  const first = chance.number(2, 12);
  for (let n = first; n > 0; n -= 1) add(start - n * chance.number(1, 15) * DAY);
  return {
    name: `${format}, ${style}, ${dates}`,
    numbers: () => feed.map((item) => item.number),
    change(now, calm) {
      for (let n = chance.number(0, 4); n > 0; n -= 1) chance.pick(calm ? additions : [...additions, ...changes])(now);
    },
    wasRead() {
      for (const item of feed) item.read = true;
    },
    render: () => RENDER[format](feed.flatMap((item) => (item.twice ? [item, item] : [item]))),
  };
}

const RENDER: Readonly<Record<(typeof FORMATS)[number], (items: readonly Item[]) => { type: string; body: string }>> = {
  rss: (items) => ({
    type: "application/rss+xml",
    body: `<?xml version="1.0"?><rss version="2.0"><channel><title>Bakery</title><link>https://shop.example/</link>${items
      .map(
        (item) =>
          `<item>${element("title", item.title)}${element("guid", item.guid ?? undefined)}${element("link", item.link ?? undefined)}${element("pubDate", item.date === null ? undefined : new Date(item.date).toUTCString())}${element("description", item.text)}</item>`,
      )
      .join("\n")}</channel></rss>`,
  }),
  atom: (items) => ({
    type: "application/atom+xml",
    body: `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Bakery</title><link href="https://shop.example/"/>${items
      .map(
        (item) =>
          `<entry>${element("title", item.title)}${element("id", item.guid ?? undefined)}${item.link === null ? "" : `<link href="${escapeXml(item.link)}"/>`}${element("published", item.date ?? undefined)}${element("summary", item.text)}</entry>`,
      )
      .join("\n")}</feed>`,
  }),
  json: (items) => ({
    type: "application/feed+json",
    body: JSON.stringify({
      version: "https://jsonfeed.org/version/1.1",
      title: "Bakery",
      home_page_url: "https://shop.example/",
      items: items.map((item) => ({
        id: item.guid ?? undefined,
        url: item.link ?? undefined,
        title: item.title,
        content_text: item.text,
        date_published: item.date ?? undefined,
      })),
    }),
  }),
};
