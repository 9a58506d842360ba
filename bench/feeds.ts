import { parseFeed } from "../server/src/intake/feeds/parse.ts";
import { parseStrictly } from "../server/src/intake/feeds/testing/strict.ts";
import type { Bench, Measure } from "./bench.ts";
import { feedDocument } from "./feed-document.ts";
import { median, spreadOf } from "./statistics.ts";

/** The minimum speed of the whole path relative to a bare parser. */
const AIM = { atLeast: 0.7 };
const WARM_UP = 300;
const ROUNDS = 15;
/** Documents per side and round. */
const DOCUMENTS = 60;
const ADDRESS = "https://kitchen.example/feed/";

/**
 * Feeds read per second: from bytes to items with identity, title, link, text, author, date, tags, price and picture URLs. The
 * floor is the parser `feedsmith` on the same decoded bytes, which yields neither plain text nor identity nor absolute links.
 * Measured in CPU time of this thread, since both only compute; the two alternate, so that other load on the machine affects
 * both.
 */
export const feeds: Bench = {
  name: "feeds",
  about: "A feed of 50 items and 100 KB, read whole, against a parser alone",
  async run() {
    return [
      measure("with excerpts, as blogs write it", feedDocument("excerpts")),
      measure("with contents alone", feedDocument("contents")),
    ];
  },
};

function measure(what: string, body: Buffer): Measure {
  const ours = () => assertRead(parseFeed(body, { contentType: "application/rss+xml; charset=UTF-8", url: ADDRESS }));
  const floor = () => parseStrictly(body.toString("utf8"));
  microseconds(ours, WARM_UP);
  microseconds(floor, WARM_UP);
  const rounds = Array.from({ length: ROUNDS }, () => ({ floor: microseconds(floor, DOCUMENTS), ours: microseconds(ours, DOCUMENTS) }));
  const ratios = rounds.map((round) => round.floor / round.ours);
  const each = { ours: median(rounds.map((round) => round.ours)), floor: median(rounds.map((round) => round.floor)) };
  return {
    title: `Feeds read per second, ${what}: whole path against parser alone`,
    value: median(ratios),
    unit: "x",
    spread: spreadOf(ratios),
    aim: AIM,
    facts: {
      "document bytes": body.length,
      "whole path feeds/s": Math.round(1_000_000 / each.ours),
      "parser alone feeds/s": Math.round(1_000_000 / each.floor),
      "whole path CPU µs/feed": Math.round(each.ours),
      "parser alone CPU µs/feed": Math.round(each.floor),
    },
  };
}

/** CPU time of this thread per run. */
function microseconds(work: () => void, times: number): number {
  const before = process.threadCpuUsage();
  for (let count = 0; count < times; count += 1) work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / times;
}

function assertRead(parsed: ReturnType<typeof parseFeed>): void {
  const items = parsed.kind === "feed" ? parsed.feed.items : [];
  const isWhole = items.length === 50 && items.every((item) => item.title && item.link && item.description && item.images.length === 2);
  if (!isWhole) throw new Error("The feed was not read whole");
}
