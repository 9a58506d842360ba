import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { addSeconds, toInstant } from "@rostrum/contract/formats.ts";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { aPlace, must } from "../server/src/testing/builders.ts";
import { eventually } from "../server/src/testing/eventually.ts";
import { ADMIN_TOKEN, openStage, type Stage } from "../server/src/testing/stage.ts";
import { aBrowser } from "../tests/journeys/browser.ts";
import { run, running } from "../tests/journeys/running.ts";

/**
 * `npm run pictures`: takes the pictures of the documents anew, from the demo and of a post's story, and every screen of the demo in both
 * schemes and on the phone, into `dist/pictures`.
 */

const FOLDER = join(import.meta.dirname, "../docs/pictures");
const SCREENS_FOLDER = join(import.meta.dirname, "../dist/pictures");
/** Networks of the brand, and one that takes no text alone: its entry says so. */
const NETWORKS = ["Instagram", "LinkedIn", "Mastodon", "Bluesky", "Telegram"] as const;
const SLOTS = ["Mon 09:00", "Tue 17:30", "Wed 09:00", "Thu 17:30", "Fri 09:00", "Sat 10:00"];
const CAPTIONS = [
  "Rye at dawn: the first loaves come out at 6",
  "What is your favourite filling? Ours is plum",
  "Spelt rolls, warm until noon",
  "We are looking for a baker who likes mornings",
  "The recipe for our walnut bread, for everybody",
  "Saturday: a look into the bakery, at 10",
  "Nothing is thrown away: croutons of yesterday",
  "Stollen can be ordered from today",
];
const START = "2026-11-02T08:58:00Z";

const LOOKS = {
  light: { viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: "dark" },
  "phone-light": { viewport: { width: 390, height: 844 }, colorScheme: "light", hasTouch: true },
  "phone-dark": { viewport: { width: 390, height: 844 }, colorScheme: "dark", hasTouch: true },
} as const;

/** By the name of their picture: what a browser shows that is not signed in. */
const OUTSIDE = {
  "sign-in": "/",
  "forgotten-password": "/forgot-password",
  "sign-up": "/sign-up",
  "no-such-page": "/nothing-here",
  "sandbox-networks": "/sandbox/",
  documentation: "/docs/",
} as const;

/** What a person who is signed in sees. */
const INSIDE = {
  home: "/",
  "new-brand": "/?dialog=brand",
  welcome: "/welcome",
  profile: "/settings/profile",
  api: "/settings/api",
  "new-key": "/settings/api?dialog=key",
  "share-settings": "/settings/share",
  "operator-people": "/operator?tab=people",
  "operator-networks": "/operator?tab=networks",
  "operator-service": "/operator?tab=service",
  "operator-history": "/operator?tab=history",
  "connect-anywhere": "/connect",
  "connect-mastodon": "/connect/mastodon",
  overview: "/brands/1",
  write: "/brands/1/write",
  "calendar-month": "/brands/1/calendar",
  "calendar-week": "/brands/1/calendar?view=week",
  "calendar-list": "/brands/1/calendar?view=list",
  queue: "/brands/1/queue",
  import: "/brands/1/import",
  published: "/brands/1/published",
  bin: "/brands/1/published?bin=true",
  analytics: "/brands/1/analytics",
  media: "/brands/1/media",
  channels: "/brands/1/channels",
  channel: "/brands/1/channels?channel=1",
  "connect-channel": "/brands/1/channels?connect=any",
  "connect-instagram": "/brands/1/channels?connect=instagram",
  collections: "/brands/1/collections",
  "new-collection": "/brands/1/collections?create=true",
  collection: "/brands/1/collections/1",
  "collection-settings": "/brands/1/collections/1?tab=settings",
  automations: "/brands/1/automations",
  "new-automation": "/brands/1/automations?open=new",
  settings: "/brands/1/settings",
  notifications: "/brands/1/notifications",
  history: "/brands/1/history",
  webhooks: "/brands/1/webhooks",
  "new-webhook": "/brands/1/webhooks?dialog=new",
} as const;

/** Beside the demo's, for the page that shows all brands. */
const OTHER_BRANDS = ["Lindner farm", "Night market", "Riverside café"];

/** Pictures that a document shows, by the name of their screen. */
const IN_DOCUMENTS = ["calendar-month", "write-filled", "overview", "published-unfolded", "media"];

await using opened = new AsyncDisposableStack();
await mkdir(FOLDER, { recursive: true });
await mkdir(SCREENS_FOLDER, { recursive: true });
const { browser } = opened.use(await aBrowser());
await takeScreens(browser);
await takeStory(browser);

/** All screens, and those among them that the documents show. */
async function takeScreens(shown: Browser): Promise<void> {
  await using service = await running();
  const logIn = /sign in as (\S+) with the password (\S+)/;
  await eventually("the demo is there", async () => logIn.test(service.output()));
  const [, email = "", password = ""] = logIn.exec(service.output()) ?? [];
  for (const [look, seen] of Object.entries(LOOKS)) {
    const context = await shown.newContext({ ...seen, reducedMotion: "reduce", locale: "en-GB" });
    const page = await context.newPage();
    const take = (name: string) => takeScreen(page, name, look);
    for (const [name, path] of Object.entries(OUTSIDE)) {
      await page.goto(`${service.url}${path}`);
      await take(name);
    }
    await page.goto(`${service.url}/`);
    await page.locator("input[name=email]").fill(email);
    await page.locator("input[name=password]").fill(password);
    await page.locator("input[name=password]").press("Enter");
    await page.waitForURL(/\/brands\/1|\/$/);
    await page.getByRole("heading", { level: 1 }).waitFor();
    if (look === "light") await makeBrands(page, service.url);
    for (const [name, path] of Object.entries(INSIDE)) {
      await page.goto(`${service.url}${path}`);
      await take(name);
    }
    await takeMoments(page, `${service.url}/brands/1`, take);
    await context.close();
  }
}

async function makeBrands(page: Page, url: string): Promise<void> {
  const { data } = await (await page.request.get(`${url}/app/api/session`)).json();
  for (const title of OTHER_BRANDS) {
    await page.request.post(`${url}/app/api/brands`, {
      headers: { "x-rostrum-token": data.token },
      data: { title, timezone: "Europe/London" },
    });
  }
}

/** What only a click shows. */
async function takeMoments(page: Page, brand: string, take: (name: string) => Promise<void>): Promise<void> {
  await page.goto(`${brand}/published`);
  await page
    .getByRole("button", { name: /failed/i })
    .first()
    .click();
  await take("published-unfolded");
  await page.goto(`${brand}/write`);
  await page.getByRole("button", { name: /^When: / }).click();
  await take("write-when");
  await page.goto(`${brand}/write`);
  await page.getByText("Thread", { exact: true }).click();
  await take("write-thread");
  await page.goto(`${brand}/media`);
  await page
    .getByRole("button", { name: /walnut-rye/ })
    .first()
    .click();
  await take("media-file");
  await page.goto(`${brand}`);
  await page
    .getByRole("button", { name: /Search/ })
    .first()
    .click();
  await take("search");
  await page.goto(`${brand}/calendar?view=list`);
  const post = page.getByText("Fresh from the oven").first();
  // Its slot may lie in the next week, which a phone does not show yet.
  await post.or(page.getByText(/nor later in its week/)).waitFor();
  if (!(await post.isVisible())) {
    await page.getByRole("button", { name: "Later" }).click();
    await page.getByRole("button", { name: /^Monday/ }).click();
  }
  await post.click();
  await take("post");
  await page.getByRole("link", { name: "Edit" }).first().click();
  await page.getByRole("heading", { level: 2, name: "Preview" }).waitFor();
  await take("write-filled");
}

async function takeScreen(page: Page, name: string, look: string): Promise<void> {
  await page.getByRole("heading").first().waitFor();
  await page.waitForLoadState("networkidle");
  await page.locator(".mantine-Loader-root:visible").first().waitFor({ state: "detached" });
  const picture = await page.screenshot({ path: join(SCREENS_FOLDER, `${name}-${look}.png`) });
  if (look === "light" && IN_DOCUMENTS.includes(name)) await save(`${name}.png`, picture);
}

/** What `rostrum explain` tells of a post that networks took, refused, and took later. */
async function takeStory(shown: Browser): Promise<void> {
  await using stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" }, START);
  const postId = await fill(stage);
  const told = await run(["explain", "--post-id", String(postId)], {
    environment: { ROSTRUM_URL: stage.url, ROSTRUM_ADMIN_TOKEN: ADMIN_TOKEN, PATH: process.env.PATH ?? "" },
  });
  const story = told.out.replaceAll(stage.url, "http://127.0.0.1:4000").replace(/(http\S{58})\S+/g, "$1…");
  const page = await shown.newPage();
  await page.setContent(terminal(`$ npx rostrum explain --post-id ${postId}`, story));
  await save("explain.png", await page.locator("pre").screenshot());
  await page.close();
}

/** Fills a queue for two weeks, publishes what is due, and a post that a network refuses at first; its id. */
async function fill(stage: Stage): Promise<number> {
  const place = await aPlace(stage, { timezone: "Europe/London", channels: [] });
  await must(stage.admin("PATCH", `/brands/${place.brandId}`, { title: "Corner Bakery" }));
  const channels = [];
  for (const type of NETWORKS) {
    const path = `/brands/${place.brandId}/channels`;
    channels.push((await must(stage.admin("POST", path, { type, name: "Corner Bakery", sandbox: true }))).id);
  }
  const everywhere = await must(place.api("POST", "/collections", { title: "News", channels }));
  const daily = await must(place.api("POST", "/collections", { title: "Daily bread", channels: channels.slice(1), queues: SLOTS }));
  const add = (collection: { readonly id: number }, body: Readonly<Record<string, unknown>>) =>
    must(place.api("POST", `/collections/${collection.id}/posts`, body));
  for (const caption of [...CAPTIONS, ...CAPTIONS]) await add(daily, { publishMode: "QUEUE", caption });
  await stage.liveUntil(toInstant("2026-11-09T09:30:00Z"));
  await must(stage.admin("POST", "/sandbox/faults", { network: "mastodon", kind: "refuse-429", requests: "posts", seconds: 90, count: 1 }));
  const { id } = await add(everywhere, { publishMode: "IMMEDIATE", caption: "Good morning! The oven has been on since four." });
  await stage.liveUntil(addSeconds(stage.now(), 20 * 60));
  await add(everywhere, { publishMode: "SCHEDULE", scheduledAt: "2026-11-14 12:00:00", caption: "Open house on Saturday" });
  await add(everywhere, { publishMode: "DRAFT", caption: "Summer menu: strawberry tart, lemon rolls" });
  return id;
}

async function save(name: string, picture: Buffer): Promise<void> {
  // A palette keeps letters sharp, at a fifth of the size.
  await writeFile(join(FOLDER, name), await sharp(picture).png({ palette: true, colours: 128, effort: 10 }).toBuffer());
}

/** A page that looks like a terminal with these lines. */
function terminal(command: string, lines: string): string {
  const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const coloured = escaped(lines).replace(/✓/g, '<b style="color:#7ee787">✓</b>').replace(/✗/g, '<b style="color:#ff7b72">✗</b>');
  return `<body style="margin:0"><pre style="display:inline-block;margin:0;padding:24px 28px;background:#161b22;color:#e6edf3;
    font:15px/1.5 'DejaVu Sans Mono',monospace"><span style="color:#8b949e">${escaped(command)}</span>\n\n${coloured}</pre></body>`;
}
