import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { Browser, Page } from "playwright-core";
import { query } from "../../server/src/ground/database/query.ts";
import { connectors } from "../../server/src/networks/connectors/index.ts";
import { keepGrants } from "../../server/src/networks/grants/loop.ts";
import { entries, must, type Place } from "../../server/src/testing/builders.ts";
import { aPhoto, aPicture, uploaded } from "../../server/src/testing/media.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aVideoFile } from "../../server/src/testing/videos.ts";
import { barriers, focused } from "./accessibility.ts";
import { aBrowser } from "./browser.ts";
import { type Signed, signedMember } from "./member.ts";

/** What is published in a journey, and what readers then see. */
interface Case {
  readonly name: string;
  readonly post: Readonly<Record<string, unknown>>;
  readonly files?: readonly ("picture" | "photo" | "landscape" | "portrait" | "document")[];
  /** What the network makes of it; a post that it does not take says why. */
  readonly becomes: string | { readonly status: "FAILED" | "SKIPPED"; readonly reason: RegExp };
  /** How the reader's page shows it besides its text. */
  readonly shown?: string;
}

interface Network {
  readonly slug: string;
  readonly type: keyof typeof connectors;
  /** The button of the way to log in. */
  readonly button: string;
  /** Who logs in; the sandbox makes a person of this name. */
  readonly person: string;
  readonly other: string;
  /** How many of the accounts are connected. */
  readonly accounts: number;
  /** Whether the network's tokens are renewed. */
  readonly renews: boolean;
  /** Whether posts have an automatic comment. */
  readonly comments: boolean;
  /** Whether the network tells no counts of these accounts. */
  readonly uncounted?: true;
  readonly cases: readonly Case[];
}

const TEXT_REFUSED = { status: "SKIPPED", reason: /text alone/ } as const;
const PDF_REFUSED = { status: "SKIPPED", reason: /document|PDF/i } as const;

const INSTAGRAM_CASES: readonly Case[] = [
  { name: "a text", post: {}, becomes: TEXT_REFUSED },
  { name: "a picture that is no JPEG", post: { alt: "Bread" }, files: ["picture"], becomes: "IMAGE", shown: "img[alt='Bread']" },
  { name: "a carousel of pictures and a video", post: {}, files: ["picture", "landscape", "picture"], becomes: "MULTIMEDIA" },
  { name: "a reel", post: { platforms: { instagram: { shareToFeed: true } } }, files: ["portrait"], becomes: "REEL", shown: "video" },
  { name: "a picture as a story", post: { postAsStory: true }, files: ["picture"], becomes: "STORY" },
  { name: "a video as a story", post: { postAsStory: true }, files: ["portrait"], becomes: "STORY" },
];

const LINKEDIN_CASES: readonly Case[] = [
  { name: "a text", post: {}, becomes: "TEXT" },
  { name: "a text with a card", post: { link: "https://shop.example/bread", title: "Bread" }, becomes: "TEXT", shown: "a.card" },
  { name: "a picture", post: { alt: "Bread" }, files: ["picture"], becomes: "IMAGE", shown: "img[alt='Bread']" },
  { name: "several pictures", post: {}, files: ["picture", "picture"], becomes: "SLIDES", shown: ".media.many" },
  { name: "a video", post: {}, files: ["landscape"], becomes: "VIDEO", shown: "video" },
  { name: "a document", post: { title: "Menu" }, files: ["document"], becomes: "DOCUMENT" },
  {
    name: "a poll",
    post: { poll: { question: "Tea or coffee?", options: ["Tea", "Coffee"], period: "1d" } },
    becomes: "POLL",
    shown: ".poll",
  },
  { name: "a story, as a regular post", post: { postAsStory: true }, files: ["picture"], becomes: "IMAGE" },
];

const NETWORKS: readonly Network[] = [
  {
    slug: "facebook",
    type: "Facebook",
    button: "Continue to Facebook (sandbox)",
    person: "Ada Facebook",
    other: "Eve Facebook",
    accounts: 2,
    renews: false,
    comments: true,
    cases: [
      { name: "a text", post: {}, becomes: "TEXT" },
      { name: "a text with a card", post: { link: "https://shop.example/bread" }, becomes: "TEXT", shown: "a.card" },
      { name: "a picture", post: { alt: "Bread" }, files: ["picture"], becomes: "IMAGE", shown: "img[alt='Bread']" },
      { name: "several pictures", post: {}, files: ["picture", "picture"], becomes: "SLIDES", shown: ".media.many" },
      { name: "a video", post: {}, files: ["landscape"], becomes: "VIDEO", shown: "video" },
      { name: "a reel", post: {}, files: ["portrait"], becomes: "REEL", shown: "video" },
      { name: "a picture as a story", post: { postAsStory: true }, files: ["picture"], becomes: "STORY" },
      { name: "a video as a story", post: { postAsStory: true }, files: ["portrait"], becomes: "STORY" },
      { name: "a document", post: {}, files: ["document"], becomes: PDF_REFUSED },
    ],
  },
  {
    slug: "instagram",
    type: "Instagram",
    button: "Continue to Instagram (sandbox)",
    person: "Ada Insta",
    other: "Eve Insta",
    accounts: 1,
    renews: true,
    comments: true,
    cases: INSTAGRAM_CASES,
  },
  {
    slug: "instagram",
    type: "Instagram",
    button: "Continue to Facebook (sandbox)",
    person: "Ada Pages",
    other: "Eve Pages",
    accounts: 1,
    renews: false,
    comments: true,
    cases: INSTAGRAM_CASES,
  },
  {
    slug: "threads",
    type: "Threads",
    button: "Continue to Threads (sandbox)",
    person: "Ada Threads",
    other: "Eve Threads",
    accounts: 1,
    renews: true,
    comments: true,
    cases: [
      { name: "a text", post: {}, becomes: "TEXT" },
      { name: "a text with a card", post: { link: "https://shop.example/bread" }, becomes: "TEXT", shown: "a.card" },
      { name: "a picture", post: { alt: "Bread" }, files: ["picture"], becomes: "IMAGE", shown: "img[alt='Bread']" },
      { name: "a video", post: {}, files: ["landscape"], becomes: "VIDEO", shown: "video" },
      { name: "a carousel", post: {}, files: ["picture", "landscape"], becomes: "MULTIMEDIA", shown: ".media.many" },
      {
        name: "a poll",
        post: { poll: { question: "Tea or coffee?", options: ["Tea", "Coffee"], period: "1d" } },
        becomes: "POLL",
        shown: ".poll",
      },
      { name: "a thread", post: { autoThreadText: true, tail: "\n\n\nSecond part" }, becomes: "THREAD", shown: ".replies" },
      { name: "a story, as a regular post", post: { postAsStory: true }, files: ["picture"], becomes: "IMAGE" },
    ],
  },
  {
    slug: "linkedin",
    type: "LinkedIn",
    button: "Continue to LinkedIn Pages (sandbox)",
    person: "Ada Pages",
    other: "Eve Pages",
    accounts: 2,
    renews: false,
    comments: true,
    cases: LINKEDIN_CASES,
  },
  {
    slug: "linkedin",
    type: "LinkedIn",
    button: "Continue to LinkedIn (sandbox)",
    person: "Ada Profile",
    other: "Eve Profile",
    accounts: 1,
    renews: false,
    // The application for profiles may neither comment nor count.
    comments: false,
    uncounted: true,
    cases: LINKEDIN_CASES,
  },
  {
    slug: "pinterest",
    type: "Pinterest",
    button: "Continue to Pinterest (sandbox)",
    person: "Ada Pinterest",
    other: "Eve Pinterest",
    accounts: 1,
    renews: true,
    comments: false,
    cases: [
      { name: "a text", post: {}, becomes: TEXT_REFUSED },
      {
        name: "a picture with a link",
        post: { title: "Bread", alt: "Bread", link: "https://shop.example/bread" },
        files: ["picture"],
        becomes: "IMAGE",
        shown: "img[alt='Bread']",
      },
      { name: "a carousel", post: {}, files: ["picture", "picture"], becomes: "SLIDES", shown: ".media.many" },
      { name: "a video", post: {}, files: ["portrait"], becomes: "VIDEO", shown: "video" },
      { name: "a video with a cover", post: {}, files: ["portrait", "picture"], becomes: "MULTIMEDIA", shown: "video" },
      { name: "a document", post: {}, files: ["document"], becomes: PDF_REFUSED },
    ],
  },
  {
    slug: "google-business",
    type: "Google Business",
    button: "Continue to Google Business (sandbox)",
    person: "Ada Business",
    other: "Eve Business",
    accounts: 2,
    renews: true,
    comments: false,
    cases: [
      { name: "a text", post: {}, becomes: "TEXT" },
      { name: "a text with a button", post: { link: "https://shop.example/bread" }, becomes: "TEXT", shown: "a.card" },
      { name: "a picture", post: {}, files: ["photo"], becomes: "IMAGE", shown: "img" },
      {
        name: "a picture, also for the photos of the profile",
        post: { platforms: { googlemybusiness: { uploadToPhotosSection: true } } },
        files: ["photo"],
        becomes: "IMAGE",
        shown: "img",
      },
      { name: "a video, as a text", post: {}, files: ["landscape"], becomes: "TEXT" },
      { name: "a story, as a regular post", post: { postAsStory: true }, files: ["photo"], becomes: "IMAGE" },
      {
        name: "a text with the phone number 555-010-0000",
        post: {},
        becomes: { status: "FAILED", reason: /^Google rejected the post \(content policy\)/ },
      },
    ],
  },
  {
    slug: "youtube",
    type: "YouTube",
    button: "Continue to YouTube (sandbox)",
    person: "Ada YouTube",
    other: "Eve YouTube",
    accounts: 1,
    renews: true,
    comments: true,
    cases: [
      { name: "a text", post: {}, becomes: TEXT_REFUSED },
      { name: "a picture", post: {}, files: ["picture"], becomes: { status: "SKIPPED", reason: /takes no images/ } },
      { name: "a video", post: { title: "Bread" }, files: ["landscape"], becomes: "VIDEO", shown: "video" },
      { name: "a short", post: {}, files: ["portrait"], becomes: "SHORT", shown: "video" },
      { name: "a short with a thumbnail", post: {}, files: ["portrait", "picture"], becomes: "SHORT", shown: "video" },
      { name: "a story, as a regular video", post: { postAsStory: true }, files: ["landscape"], becomes: "VIDEO", shown: "video" },
      { name: "a document", post: {}, files: ["document"], becomes: PDF_REFUSED },
    ],
  },
  {
    slug: "tiktok",
    type: "TikTok",
    button: "Continue to TikTok (sandbox)",
    person: "Ada TikTok",
    other: "Eve TikTok",
    accounts: 1,
    renews: true,
    comments: false,
    cases: [
      { name: "a text", post: {}, becomes: TEXT_REFUSED },
      { name: "a video", post: {}, files: ["portrait"], becomes: "TIKTOK", shown: "video" },
      { name: "a photo that is no JPEG", post: { title: "Bread" }, files: ["picture"], becomes: "IMAGE", shown: "img" },
      { name: "several photos", post: { platforms: { tiktok: { autoAddMusic: true } } }, files: ["picture", "picture"], becomes: "SLIDES" },
      { name: "a video as a story, as a regular post", post: { postAsStory: true }, files: ["portrait"], becomes: "TIKTOK" },
      { name: "a document", post: {}, files: ["document"], becomes: PDF_REFUSED },
    ],
  },
  {
    slug: "x",
    type: "X",
    button: "Continue to X (sandbox)",
    person: "Ada X",
    other: "Eve X",
    accounts: 1,
    renews: true,
    comments: true,
    cases: [
      { name: "a text", post: {}, becomes: "TEXT" },
      { name: "a picture", post: { alt: "Bread" }, files: ["picture"], becomes: "IMAGE", shown: "img[alt='Bread']" },
      { name: "a video", post: {}, files: ["landscape"], becomes: "VIDEO", shown: "video" },
      {
        name: "a poll",
        post: { poll: { question: "Tea or coffee?", options: ["Tea", "Coffee"], period: "1d" } },
        becomes: "POLL",
        shown: ".poll",
      },
      { name: "a thread", post: { autoThreadText: true, tail: "\n\n\nSecond part" }, becomes: "THREAD", shown: ".replies" },
      { name: "a story, as a regular post", post: { postAsStory: true }, files: ["picture"], becomes: "IMAGE" },
      { name: "a document", post: {}, files: ["document"], becomes: { status: "SKIPPED", reason: /takes no/ } },
    ],
  },
];

const opened = new AsyncDisposableStack();
let stage: Stage;
let browser: Browser;
before(async () => {
  stage = opened.use(await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" }));
  browser = opened.use(await aBrowser()).browser;
});
after(() => opened.disposeAsync());

for (const network of NETWORKS) {
  // Shows Facebook: log-in, counts
  // Shows Instagram: log-in, counts
  // Shows Threads: log-in, counts
  // Shows LinkedIn: log-in, counts
  // Shows Pinterest: log-in, counts
  // Shows TikTok: log-in, counts
  // Shows YouTube: log-in, counts
  // Shows X: log-in, counts
  // Shows Google Business: log-in, own options
  test(`${network.type} by ${network.button.slice("Continue to ".length)}: from the log-in to a refused stranger`, async (context) => {
    const member = await signedMember(stage, browser);
    const { page } = member;
    const place = await connected(member, network);
    for (const one of network.cases) await context.test(`${one.name} is published and read`, () => publishes(member, network, place, one));
    if (canCount(network)) await context.test("readers' likes and comments are counted", () => counts(page, network, place));
    if (network.renews) await context.test("its token is renewed and goes on working", () => renews(place));
    await context.test("access that is taken back makes it inactive; only its own account brings it back", () =>
      comesBack(member, network, place),
    );
  });
}

/** Connects accounts by keyboard and puts them into a collection. */
async function connected(member: Signed, network: Network): Promise<Place> {
  const { page, place } = member;
  await page.goto(`${stage.url}/connect/${network.slug}`);
  assert.deepEqual(await barriers(page), []);
  await pressed(page, network.button);
  await logIn(page, network.person);
  await page.getByRole("heading", { name: "Choose the accounts to connect to Bakery", exact: true }).waitFor();
  assert.deepEqual(await barriers(page), []);
  const boxes = page.locator("input[name=account]:enabled");
  const enabled = await boxes.count();
  assert.ok(enabled >= network.accounts, `${enabled} accounts to choose from`);
  if (network.type === "Facebook") assert.equal(await page.locator("input[name=account]").count(), 3);
  for (let index = 0; index < network.accounts; index += 1) if (!(await boxes.nth(index).isChecked())) await ticked(page, index);
  await choices(page);
  await pressed(page, "Connect");
  await page.getByRole("heading", { name: /connected to Bakery$/ }).waitFor();
  const channels = await channelsOf(place, network);
  assert.deepEqual(
    channels.map(({ status }) => status),
    Array.from({ length: network.accounts }, () => "ACTIVE"),
  );
  const [first] = channels;
  const collection = await must(place.api("POST", "/collections", { title: network.button, channels: [first?.id], queues: [] }));
  return { ...place, collectionId: collection.id, channelIds: channels.map(({ id }) => id) };
}

/** On the network's pages: who they are, then everything allowed. */
async function logIn(page: Page, person: string): Promise<void> {
  const name = page.locator("input[name=name]");
  await name.waitFor();
  assert.deepEqual(await barriers(page), []);
  await name.fill(person);
  await pressed(page, "Choose what to allow");
  await page.getByRole("heading", { name: /^Let / }).waitFor();
  assert.deepEqual(await barriers(page), []);
  await pressed(page, "Allow");
}

async function publishes(
  { page }: Signed,
  network: Network,
  place: Place,
  { name, post, files = [], becomes, shown }: Case,
): Promise<void> {
  const { tail = "", ...fields } = post;
  const caption = `${network.person}: ${name}`;
  const media = [];
  for (const file of files) media.push({ id: await uploaded(stage, place, await FILES[file]()) });
  const canComment = network.comments && typeof becomes === "string" && fields.postAsStory === undefined;
  const comment = canComment ? { comment: { comment: `More about ${name}`, delay: 5 } } : {};
  const body = { publishMode: "IMMEDIATE", caption: `${caption}${tail}`, ...(media.length > 0 ? { media } : {}), ...comment, ...fields };
  await must(place.api("POST", `/collections/${place.collectionId}/posts`, body));
  await stage.liveUntil(addSeconds(stage.now(), 600));
  if (typeof becomes !== "string") {
    const [entry] = (await entries(place, becomes.status)).toReversed();
    assert.match(entry?.message ?? "no entry", becomes.reason);
    return;
  }
  const [entry] = (await entries(place, "PUBLISHED")).toReversed();
  const failed = await entries(place, "FAILED");
  assert.ok(entry !== undefined, JSON.stringify(failed));
  assert.equal(entry.postType, becomes, JSON.stringify([entry, failed.at(-1)]));
  assert.ok(entry.url !== null, "it has an address");
  await page.goto(entry.url);
  const article = page.locator("article").first();
  if (fields.postAsStory !== true || ["Threads", "LinkedIn", "Google Business", "YouTube", "TikTok", "X"].includes(network.type))
    assert.match(await article.innerText(), new RegExp(caption));
  if (shown !== undefined) assert.ok((await article.locator(shown).count()) > 0, `${shown} is not on the page`);
  if (canComment) assert.match(await page.locator("main").innerText(), new RegExp(`More about ${name}`));
}

function canCount({ type, uncounted }: Network): boolean {
  return uncounted === undefined && connectors[type].counts !== undefined;
}

async function counts(page: Page, network: Network, place: Place): Promise<void> {
  const published = (await entries(place, "PUBLISHED")).filter(({ postType }: { postType: string }) => postType !== "THREAD");
  const entry = published.at(0);
  await page.goto(entry.url);
  await page.locator("article").first().getByRole("button", { name: /^Like/ }).first().click();
  await page.waitForURL(/#post/);
  stage.pass(86_400);
  await stage.settle();
  const [after] = (await entries(place, "PUBLISHED")).filter(({ id }: { id: number }) => id === entry.id);
  assert.equal(after.results.likes, 1, `${network.type}: ${JSON.stringify(after)}`);
}

/** Long enough for every token to be renewed several times. */
async function renews(place: Place): Promise<void> {
  const versionOf = async () =>
    (
      await query<{ version: number }>(stage.app.db, {
        text: "select g.version from grants g join channels h on h.grant_id = g.id where h.id = $1",
        values: [place.channelIds[0]],
      })
    )[0]?.version ?? 0;
  const before = await versionOf();
  for (let day = 0; day < 70; day += 1) {
    await stage.liveUntil(addSeconds(stage.now(), 86_400));
    await keepGrants(stage.app, new AbortController().signal);
  }
  assert.ok((await versionOf()) > before, "it was renewed");
  const { status } =
    (
      await query<{ status: string }>(stage.app.db, { text: "select status from channels where id = $1", values: [place.channelIds[0]] })
    )[0] ?? {};
  assert.equal(status, "ACTIVE");
}

async function comesBack({ page, signIn }: Signed, network: Network, place: Place): Promise<void> {
  // So much time may have passed that the session has ended.
  await signIn();
  const application = network.button.includes("Facebook") ? "facebook" : network.slug;
  await must(stage.admin("POST", "/sandbox/faults", { network: application, kind: "access-revoked" }));
  stage.pass(86_400 + 60);
  await keepGrants(stage.app, new AbortController().signal);
  // One refusal alone does not end what cannot be renewed.
  stage.pass(300);
  await keepGrants(stage.app, new AbortController().signal);
  const id = place.channelIds[0];
  const stateOf = async () => (await channelsOf(place, network)).find((channel) => channel.id === id);
  assert.equal((await stateOf())?.status, "INACTIVE");
  await must(stage.admin("DELETE", `/sandbox/faults?network=${application}`));
  const again = `${stage.url}/connect/${network.slug}?brand=${place.brandId}&channel=${id}`;
  await page.goto(again);
  await pressed(page, network.button);
  await logIn(page, network.other);
  await page.getByText(/who has no access to/).waitFor();
  assert.equal((await stateOf())?.status, "INACTIVE");
  await page.goto(again);
  await pressed(page, network.button);
  await logIn(page, network.person);
  await page.getByRole("heading", { name: /^Connect .* again$/ }).waitFor();
  if (!(await page.locator("input[name=account]:enabled").first().isChecked())) await ticked(page, 0);
  await pressed(page, "Connect again");
  await page.getByRole("heading", { name: /connected to Bakery$/ }).waitFor();
  assert.equal((await stateOf())?.status, "ACTIVE");
}

/** Makes the choices that the network leaves to people: the first option of each. */
async function choices(page: Page): Promise<void> {
  for (const choice of await page.locator(".preferences fieldset").all()) {
    if (!(await choice.isVisible()) || (await choice.locator("input:checked").count()) > 0) continue;
    await choice.locator("input:enabled").first().focus();
    await page.keyboard.press("Space");
  }
}

/** Ticks an account by keyboard. */
async function ticked(page: Page, index: number): Promise<void> {
  await page.locator("input[name=account]:enabled").nth(index).focus();
  await page.keyboard.press("Space");
}

/** Presses a button by keyboard. */
async function pressed(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name, exact: true });
  await button.waitFor();
  await button.focus();
  assert.equal((await focused(page)).isSeen, true, `the focus on ${name} cannot be seen`);
  await page.keyboard.press("Enter");
}

async function channelsOf(place: Place, network: Network) {
  return query<{ id: number; status: string }>(stage.app.db, {
    text: "select id, status from channels where brand_id = $1 and type = $2 and status not in ('REMOVED', 'ACCOUNT') order by id",
    values: [place.brandId, network.type],
  });
}

const FILES = {
  picture: async () => ({ bytes: await aPicture(), name: "bread.png" }),
  photo: async () => ({ bytes: await aPhoto(), name: "bread.jpg" }),
  landscape: async () => ({ bytes: await aVideoFile({ width: 1280, height: 720, seconds: 5, frameBytes: 1000 }), name: "bakery.mp4" }),
  portrait: async () => ({ bytes: await aVideoFile({ width: 720, height: 1280, seconds: 5 }), name: "oven.mp4" }),
  document: async () => ({ bytes: Buffer.from("%PDF-1.4\n%%EOF\n"), name: "menu.pdf" }),
} as const;
