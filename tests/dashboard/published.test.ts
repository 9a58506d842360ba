import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { Page } from "playwright-core";
import type { Connector, OutgoingPost, PublishOutcome } from "../../server/src/networks/connectors/connector.ts";
import { aPlace, aPost, must, type Place } from "../../server/src/testing/builders.ts";
import { instantConnector } from "../../server/src/testing/instant-connector.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aBrowser } from "../journeys/browser.ts";
import { aDashboardWindow, aMember } from "./window.ts";

const takes = ({ key }: OutgoingPost): PublishOutcome => ({
  kind: "published",
  remoteId: key,
  url: `https://network.example/posts/${key}`,
});

const NETWORKS = ["Mastodon", "Bluesky", "Threads", "LinkedIn", "X"] as const;

let stage: Stage;
let place: Place;
let opened: Awaited<ReturnType<typeof aBrowser>>;
let publish: (post: OutgoingPost) => PublishOutcome = takes;
/** The post of each caption. */
const posts = new Map<string, number>();

before(async () => {
  const scripted: Connector = {
    ...instantConnector("Mastodon"),
    publish: async (post) => publish(post),
    find: async () => ({ kind: "undecidable", reason: "This network's posts cannot be listed." }),
    remoteIdOf: (url) => /\/posts\/(\w+)$/.exec(url)?.[1] ?? null,
    counts: async (remoteIds) => ({
      kind: "counted",
      counts: Object.fromEntries(remoteIds.map((id) => [id, { likes: 12, comments: 3, shares: 1 }])),
    }),
  };
  stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" }, "2026-11-21T09:00:00Z", {
    Mastodon: scripted,
    Bluesky: instantConnector("Bluesky"),
    Threads: instantConnector("Threads"),
    LinkedIn: instantConnector("LinkedIn"),
    X: instantConnector("X"),
  });
  opened = await aBrowser();
  place = await aPlace(stage, { channels: NETWORKS });
  await leave("Rye with walnuts", takes);
  await leave("Rolls for Sunday", () => ({ kind: "rejected", reason: "Your account is limited." }));
  await leave("Was this one published?", () => ({ kind: "unknown", reason: "The connection was cut." }));
  await stage.liveUntil(addSeconds(stage.now(), 60));
  await leave("Bread that is still being taken in", () => ({ kind: "pending", live: "no", checkAfterSeconds: 40_000 }));
  stage.pass(900);
  await stage.settle();
});
after(async () => {
  await opened[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

async function leave(caption: string, outcome: typeof publish): Promise<void> {
  publish = outcome;
  posts.set(caption, await aPost(place, { publishMode: "IMMEDIATE", caption }));
  await stage.settle();
  stage.pass(60);
}

async function entryOf(caption: string): Promise<number> {
  const { results } = await must(
    stage.admin("GET", `/../brands/${place.brandId}/results?post_id=${posts.get(caption)}&channel_id=${place.channelIds[0]}`),
  );
  return results[0].id;
}

function path(search = ""): string {
  return `/brands/${place.brandId}/published${search}`;
}

const rowOf = (page: Page, text: string) => page.getByRole("list", { name: "Published" }).getByRole("listitem").filter({ hasText: text });
const discOf = (page: Page, text: string, network: string) => rowOf(page, text).getByRole("button", { name: new RegExp(`^${network}, `) });

test("four posts on five networks are four rows, each network with its sign, and its likes or a word", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "viewer") });
  const { page } = window;
  await window.open(path());
  await page.getByText("4 posts", { exact: true }).waitFor();
  const rows = page.getByRole("list", { name: "Published" }).getByRole("listitem");
  assert.equal(await rows.count(), 4);
  const counted = rowOf(page, "Rye with walnuts");
  assert.match(await counted.innerText(), /Bread[\s\S]*Sat, Nov 21, 10:00/);
  assert.equal(await counted.getByRole("button", { name: /What happened$/ }).count(), 5);
  assert.match(await discOf(page, "Rye with walnuts", "Mastodon").innerText(), /12/);
  await counted.getByRole("img", { name: "12 likes" }).waitFor();
  await counted.getByRole("img", { name: "3 comments" }).waitFor();
  assert.match(await discOf(page, "Rye with walnuts", "Bluesky").innerText(), /–/);
  assert.match(await discOf(page, "Rolls for Sunday", "Mastodon").innerText(), /failed/);
  await rowOf(page, "Bread that is still being taken in")
    .getByText(/^Mastodon is slow\. We look again at /)
    .waitFor();
  assert.equal(await page.getByRole("button", { name: /^Use again/ }).count(), 0);
  await window.picture("published");
  assert.deepEqual(window.troubles, []);
});

test("filters are in the address, work together, and are taken away together", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "viewer") });
  const { page } = window;
  await window.open(path());
  await page.getByRole("link", { name: /^Needs you/ }).click();
  await page.getByText("2 posts", { exact: true }).waitFor();
  await page.getByLabel("Search text").fill("rolls");
  await page.keyboard.press("Enter");
  await page.getByText("1 post", { exact: true }).waitFor();
  assert.match(page.url(), /view=needs/);
  assert.match(page.url(), /text=rolls/);
  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByLabel("From", { exact: true }).fill("2026-11-22");
  await page.getByRole("heading", { name: "Nothing matches", exact: true }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Nothing matches", exact: true }).waitFor();
  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByText("2 posts", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "All", exact: true }).click();
  await page.getByText("4 posts", { exact: true }).waitFor();
});

test("by the keyboard, a network's sign unfolds when and why it left, what was tried, and what happens next", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "viewer") });
  const { page } = window;
  await window.open(path());
  const disc = discOf(page, "Was this one published?", "Mastodon");
  await disc.focus();
  await page.keyboard.press("Enter");
  const story = page.getByRole("region", { name: "What happened" });
  await story.getByText("Looked on Mastodon: there is no way to tell.").waitFor();
  const text = await story.innerText();
  assert.match(text, /Is “Was this one published\?” on Mastodon\?/);
  assert.match(text, /Nobody knows whether Mastodon has it: its answer was lost\./);
  assert.match(text, /The post went out as soon as it was written\./);
  assert.match(text, /Sent, but the answer was lost\./);
  assert.match(text, /Nothing, until you say what you found\./);
  assert.doesNotMatch(text, /The connection was cut\./);
  await story.getByText(/^Technical details/).click();
  await story
    .getByText(/The connection was cut\./)
    .first()
    .waitFor();
  assert.equal(await story.getByRole("button", { name: /send it again/ }).count(), 0);
  await window.picture("story");
  await story.getByRole("button", { name: "Close" }).focus();
  await page.keyboard.press("Escape");
  await story.waitFor({ state: "hidden" });
  assert.doesNotMatch(page.url(), /entry=/);
  assert.equal(await disc.evaluate((button) => button === document.activeElement), true);
});

test("an entry in the address is unfolded, also where its post is not among those that are shown", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "viewer") });
  const { page } = window;
  await window.open(path(`?view=leaving&entry=${await entryOf("Rye with walnuts")}`));
  const story = page.getByRole("region", { name: "What happened" });
  await story.getByText("Sent, and Mastodon has it.").waitFor();
  await rowOf(page, "Bread that is still being taken in").waitFor();
});

test("a network that refused is told in a sentence with its button, is left as it is, and that is taken back", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "editor") });
  const { page } = window;
  await window.open(path());
  await discOf(page, "Rolls for Sunday", "Mastodon").click();
  const story = page.getByRole("region", { name: "What happened" });
  await story.getByText("Mastodon did not take “Rolls for Sunday”.").waitFor();
  await story.getByText(/Mastodon did not accept it\. What it answered is under Technical details\. Nothing is sent twice\./).waitFor();
  await story.getByText("Bluesky, Threads, LinkedIn, X are out.").waitFor();
  await story.getByRole("button", { name: "Change it, then send" }).waitFor();
  await page.getByRole("link", { name: "Needs you 2" }).waitFor();
  await story.getByRole("button", { name: "Leave it" }).click();
  await page.getByRole("link", { name: "Needs you 1" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("link", { name: "Needs you 2" }).waitFor();
});

test("a post is changed for the network that refused it, and the others are left out of the copy", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "editor") });
  const { page } = window;
  const entry = await entryOf("Rolls for Sunday");
  await window.open(path(`?entry=${entry}`));
  await page.getByRole("button", { name: "Change it, then send" }).click();
  await page.waitForURL(/\/posts\/\d+\/edit/);
  const postId = Number(/posts\/(\d+)\/edit/.exec(page.url())?.[1]);
  const copy = await must(stage.admin("GET", `/../posts/${postId}`));
  assert.deepEqual([copy.caption, copy.leftOut], ["Rolls for Sunday", place.channelIds.slice(1)]);
  // As it was, for the tests below.
  await must(stage.admin("POST", `/../deliveries/${entry}/left`, { left: false }));
});

test("a post is used again without typing its address, by a button or by a key", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "editor") });
  const { page } = window;
  const copied = async () => {
    await page.waitForURL(/\/posts\/\d+\/edit/);
    return must(stage.admin("GET", `/../posts/${/posts\/(\d+)/.exec(page.url())?.[1]}`));
  };
  await window.open(path());
  await page.getByRole("button", { name: "Use again: Rye with walnuts" }).click();
  assert.deepEqual([(await copied()).caption, (await copied()).status], ["Rye with walnuts", "DRAFT"]);
  await window.open(path());
  await discOf(page, "Was this one published?", "Bluesky").focus();
  await page.keyboard.press("u");
  assert.equal((await copied()).caption, "Was this one published?");
});

test("an editor has a refused post tried again, by the keyboard alone", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "editor") });
  const { page } = window;
  await window.open(path("?view=needs"));
  publish = takes;
  await discOf(page, "Rolls for Sunday", "Mastodon").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Try again" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Trying again now.").waitFor();
  await stage.settle();
  await window.open(path("?view=sent&text=rolls"));
  await page.getByText("1 post", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Needs you 1" }).waitFor();
});

test("who has looked says what they found: a wrong address is refused next to its field and stays, the right one is kept", async () => {
  const entry = await entryOf("Was this one published?");
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "editor") });
  const { page } = window;
  await window.open(path("?undecided=true"));
  await page.getByText("1 post", { exact: true }).waitFor();
  await discOf(page, "Was this one published?", "Mastodon").click();
  const story = page.getByRole("region", { name: "What happened" });
  const address = story.getByLabel("Its address, if it is there");
  await story.getByRole("button", { name: "It is there" }).click();
  await story.getByText("Paste the address of the post.").waitFor();
  await address.fill("network.example/posts/42");
  await story.getByRole("button", { name: "It is there" }).click();
  await story.getByText("This is not an address. It begins with https://.").waitFor();
  assert.equal(await address.inputValue(), "network.example/posts/42");
  await window.picture("settle");
  assert.deepEqual(await window.barriers(), []);
  await story.getByRole("button", { name: "Not there: send it again" }).click();
  const question = page.getByRole("dialog", { name: "Send this post again?" });
  assert.match(await question.innerText(), /readers will see it twice/);
  assert.deepEqual(await window.barriers(), []);
  await window.picture("send-again");
  await question.getByRole("button", { name: "Cancel" }).click();
  await address.fill("https://network.example/posts/42");
  await story.getByRole("button", { name: "It is there" }).click();
  await page.getByText("Marked as published.").waitFor();
  await window.open(path(`?entry=${entry}`));
  await story.getByText("Grace Miller looked and said that it is there.").waitFor();
  const { results } = await must(stage.admin("GET", `/../brands/${place.brandId}/results?entry_id=${entry}`));
  assert.deepEqual([results[0].state, results[0].url], ["PUBLISHED", "https://network.example/posts/42"]);
});

test("what is shown is downloaded as a table, a row for each network", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "viewer") });
  const { page } = window;
  await window.open(path("?text=walnuts"));
  await page.getByText("1 post", { exact: true }).waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download as CSV" }).click()]);
  assert.match(download.suggestedFilename(), /^Bakery published \d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), "utf8")).split("\r\n");
  assert.match(lines[0] ?? "", /^\uFEFF"Time \(Europe\/Berlin\)"/);
  assert.equal(lines.length, 7);
  await page.getByText("Downloaded 5 rows, one for each network.").waitFor();
});

test("a brand from which nothing has left says what will be here", async () => {
  const empty = await aPlace(stage);
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, empty, "viewer") });
  await window.open(`/brands/${empty.brandId}/published`);
  await window.page.getByRole("heading", { name: "Nothing has gone out yet", exact: true }).waitFor();
  assert.equal(await window.page.getByRole("button", { name: "Download as CSV" }).isDisabled(), true);
});

for (const size of ["desktop", "phone"] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`axe finds nothing wrong with the rows and a story on a ${size}, ${colorScheme}, and nothing is wider than the page`, async () => {
      await using window = await aDashboardWindow(opened.browser, stage, {
        email: await aMember(stage, place, "editor"),
        size,
        colorScheme,
      });
      const { page } = window;
      const isWider = () => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
      await window.open(path());
      await page.getByText("4 posts", { exact: true }).waitFor();
      await window.picture(`published-${size}-${colorScheme}`);
      assert.deepEqual(await window.barriers([colorScheme]), []);
      await page.getByRole("button", { name: "Filter" }).click();
      await page.getByLabel("Collection").waitFor();
      assert.deepEqual(await window.barriers([colorScheme]), []);
      assert.equal(await isWider(), false);
      await window.open(path(`?entry=${await entryOf("Rolls for Sunday")}`));
      await page.getByRole("heading", { name: "What happens next", exact: true }).waitFor();
      await window.picture(`story-${size}-${colorScheme}`);
      assert.deepEqual(await window.barriers([colorScheme]), []);
      assert.equal(await isWider(), false);
      assert.deepEqual(window.troubles, []);
    });
  }
}

test("what was deleted is in the bin with who did it and where it was, and comes back into the queue at its place", async () => {
  const bakery = await aPlace(stage, { queues: ["Mon 09:00"] });
  await aPost(bakery, { publishMode: "QUEUE", caption: "In front" });
  const queued = await aPost(bakery, { publishMode: "QUEUE", caption: "Never went out" });
  await aPost(bakery, { publishMode: "QUEUE", caption: "Behind" });
  const queue = async () => {
    const shown = await must(stage.admin("GET", `/../collections/${bakery.collectionId}/queue`));
    return JSON.stringify(shown).match(/In front|Never went out|Behind/g);
  };
  const before = await queue();
  await must(stage.admin("PATCH", `/account?owner=${bakery.person.email}`, { sensitiveActions: true }));
  for (const look of [
    { size: "desktop", colorScheme: "light" },
    { size: "phone", colorScheme: "dark" },
  ] as const) {
    await must(bakery.api("DELETE", `/posts/${queued}`));
    await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, bakery, "editor"), ...look });
    const { page } = window;
    await window.open(`/brands/${bakery.brandId}/published`);
    await page.getByRole("link", { name: "Bin" }).click();
    const card = page.getByRole("list", { name: "Bin" }).getByRole("listitem").filter({ hasText: "Never went out" });
    await card.getByText(/^Deleted .* by Ada, with the API key “test”$/).waitFor();
    await card.getByText(/^Was in the queue of Bread for /).waitFor();
    assert.deepEqual(await window.barriers(), []);
    await window.picture(`bin-${look.size}`);
    await card.getByRole("button", { name: "Restore: Never went out" }).click();
    await page.getByText(/^Restored to the queue, for /).waitFor();
    assert.deepEqual(await queue(), before);
    await page.getByRole("heading", { name: "The bin is empty" }).waitFor();
    await page.getByRole("main").getByRole("link", { name: "Published" }).click();
    await page.getByRole("heading", { level: 1, name: "Published" }).waitFor();
    assert.deepEqual(window.troubles, []);
  }
});
