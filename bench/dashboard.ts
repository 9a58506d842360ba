import { gzipSync } from "node:zlib";
import { fromEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { Browser, Page } from "playwright-core";
import type { Database } from "../server/src/ground/database/connect.ts";
import { query } from "../server/src/ground/database/query.ts";
import { hashPassword } from "../server/src/people/users/password.ts";
import { aBrowser, aWindow } from "../tests/journeys/browser.ts";
import type { Bench, Measure } from "./bench.ts";
import { openGround } from "./ground.ts";
import { aBrand, anOwner, settle } from "./seed.ts";
import { median, rounded, spreadOf } from "./statistics.ts";

const PASSWORD = "a long password for the bench";
const POSTS = 15_000;
const ROUNDS = 5;
const SPREADS = { year: 365, month: 30 } as const;

/** The dashboard in a browser, beside a brand with as many posts as the default limits allow. */
export const dashboard: Bench = {
  name: "dashboard",
  about: "the dashboard in a browser: scripts, first page, a calendar of 15,000 posts, scrolling and dragging",
  async run() {
    await using ground = await openGround(async (db) => {
      const owner = await anOwner(db);
      await query(db, { text: "update users set password_hash = $2 where id = $1", values: [owner.userId, await hashPassword(PASSWORD)] });
      const brands = { year: await planned(SPREADS.year), month: await planned(SPREADS.month) };
      await settle(db);
      return brands;

      async function planned(days: number): Promise<number> {
        const brand = await aBrand(db, owner, 0);
        await somePlans(db, { ...brand, days });
        return brand.id;
      }
    });
    await using opened = await aBrowser();
    const url = `http://127.0.0.1:${ground.service.port}`;
    const { year, month } = ground.seeded;
    return [
      ...(await measureFirstPage(opened.browser, url, year)),
      await measureCalendar(opened.browser, url, { brandId: year, about: "spread over a year" }),
      await measureCalendar(opened.browser, url, { brandId: month, about: "all within a month" }),
      await measureFrames(opened.browser, url, month),
    ];
  },
};

/** Channels on two networks, and posts with dates of their own, evenly over the days to come. */
async function somePlans(
  db: Database,
  brand: { readonly id: number; readonly collectionId: number; readonly days: number },
): Promise<void> {
  const now = fromEpochMilliseconds(Date.now());
  await query(db, {
    text: `with made as (
             insert into channels (brand_id, type, name, status, remote_id, handle, created_at, updated_at)
             select $1, type, type, 'ACTIVE', 'bench-' || $1::bigint || type, 'bench', $3, $3 from unnest(array['Mastodon', 'Bluesky']) type
             returning id
           ) insert into collection_channels (collection_id, channel_id, position) select $2, id, row_number() over () from made`,
    values: [brand.id, brand.collectionId, now],
  });
  await query(db, {
    text: `insert into posts (brand_id, collection_id, body, post_type, posting_type, status, post_at, created_at, updated_at)
           select $1, $2, 'Post ' || n || ' of a bakery: rye bread with walnuts, from seven in the morning', 'TEXT', 'SCHEDULE', 'PENDING',
             $3::timestamptz + make_interval(hours => 1) + $4 * n / $5::float8 * interval '1 day', $3, $3
           from generate_series(1, $5::int) n`,
    values: [brand.id, brand.collectionId, now, brand.days, POSTS],
  });
  await query(db, { text: "update post_counts set posts = $2 where brand_id = $1", values: [brand.id, POSTS] });
}

async function signedIn(browser: Browser, url: string): Promise<Page & AsyncDisposable> {
  const { context, page } = await aWindow(browser, { size: "desktop" });
  await page.goto(`${url}/sign-in`);
  await page.getByLabel("E-mail address").fill("bench@example.org");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${url}/`);
  return Object.assign(page, { [Symbol.asyncDispose]: () => context.close() });
}

/** From the request for an address until what it shows is there, in milliseconds. */
async function opens(page: Page, address: string, shown: () => Promise<void>): Promise<number> {
  await page.goto(address, { waitUntil: "commit" });
  await shown();
  return page.evaluate(() => performance.now());
}

/** As a newcomer opens it: nothing in the browser's cache. */
async function measureFirstPage(browser: Browser, url: string, brandId: number): Promise<Measure[]> {
  const times: number[] = [];
  const scripts = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    await using page = await signedIn(browser, url);
    const session = await page.context().newCDPSession(page);
    await session.send("Network.clearBrowserCache");
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.add(request.url());
    });
    times.push(await opens(page, `${url}/brands/${brandId}`, () => page.getByRole("link", { name: /^Post 1 of a bakery/ }).waitFor()));
  }
  let bytes = 0;
  for (const script of scripts) bytes += gzipSync(await (await fetch(script)).bytes()).length;
  return [
    {
      title: "scripts of the first page",
      value: rounded(bytes / 1000),
      unit: "kB gzip",
      spread: null,
      aim: { atMost: 300 },
      facts: { files: scripts.size },
    },
    {
      title: "first page: the overview of a brand, with an empty cache, until its posts are there",
      value: median(times),
      unit: "ms",
      spread: spreadOf(times),
      aim: { atMost: 1000 },
      facts: {},
    },
  ];
}

async function measureCalendar(
  browser: Browser,
  url: string,
  { brandId, about }: { readonly brandId: number; readonly about: string },
): Promise<Measure> {
  await using page = await signedIn(browser, url);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    times.push(
      await opens(page, `${url}/brands/${brandId}/calendar`, () => page.getByRole("link", { name: /Post 1 of a bakery/ }).waitFor()),
    );
  }
  return {
    title: `calendar of a brand with ${POSTS.toLocaleString("en")} posts, ${about}`,
    value: median(times),
    unit: "ms",
    spread: spreadOf(times),
    aim: { atMost: 1000 },
    facts: {},
  };
}

/** The longest time for which the page's own work kept it from drawing. Shorter ones than 50 ms are not told by the browser. */
async function measureFrames(browser: Browser, url: string, brandId: number): Promise<Measure> {
  await using page = await signedIn(browser, url);
  const longest: Record<string, number> = {};
  await page.goto(`${url}/brands/${brandId}/calendar?view=list`);
  await page.getByRole("link", { name: /Post 1 of a bakery/ }).waitFor();
  longest["scrolling the list"] = await longestFrame(page, async () => {
    for (let turn = 0; turn < 60; turn += 1) await page.mouse.wheel(0, 400);
  });
  await page.goto(`${url}/brands/${brandId}/calendar`);
  const post = page.getByRole("link", { name: /Post 1 of a bakery/ });
  await post.waitFor();
  longest["dragging in the month"] = await longestFrame(page, async () => {
    await post.hover();
    await page.mouse.down();
    const days = await page.getByRole("region").all();
    for (const day of [...days].reverse().slice(0, 10)) {
      const box = await day.boundingBox();
      if (box !== null) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 10 });
    }
    await page.keyboard.press("Escape");
    await page.mouse.up();
  });
  return {
    title: "longest frame while scrolling and dragging in that calendar",
    value: Math.max(...Object.values(longest)),
    unit: "ms",
    spread: null,
    aim: { atMost: 50 },
    facts: longest,
  };
}

async function longestFrame(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(globalThis, { frames });
    new PerformanceObserver((list) => frames.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: "long-animation-frame",
    });
  });
  await work();
  return page.evaluate(() => Math.max(0, ...(globalThis as unknown as { readonly frames: readonly number[] }).frames));
}
