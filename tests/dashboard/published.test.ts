import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { Connector, OutgoingPost, PublishOutcome } from "../../server/src/connectors/connector.ts";
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

let stage: Stage;
let place: Place;
let opened: Awaited<ReturnType<typeof aBrowser>>;
let publish: (post: OutgoingPost) => PublishOutcome = takes;
/** The post of each caption. */
const posts = new Map<string, number>();

before(async () => {
  const scripted: Connector = {
    ...instantConnector("Mastodon"),
    repeatSafeSeconds: () => 0,
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
  });
  opened = await aBrowser();
  place = await aPlace(stage, { channels: ["Mastodon", "Bluesky"] });
  await leave("Rye with walnuts", takes);
  await leave("Rolls for Sunday", () => ({ kind: "rejected", reason: "Your account is limited." }));
  await leave("Was this one published?", () => ({ kind: "unknown", reason: "The connection was cut." }));
  await stage.liveUntil(addSeconds(stage.now(), 60));
  await leave("Bread that is still being taken in", () => ({ kind: "pending", live: "no", receipt: "r", checkAfterSeconds: 40_000 }));
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

test("every entry says its state, time, channel, text, reason and counts with their age, or that these are not known", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "viewer") });
  const { page } = window;
  await window.open(path());
  await page.getByText("8 entries").waitFor();
  const rows = page.getByRole("main").getByRole("listitem");
  assert.equal(await rows.count(), 8);
  const counted = rows.filter({ hasText: "Rye with walnuts" }).filter({ hasText: "Mastodon" });
  assert.match(
    await counted.innerText(),
    /Published\s+Sat, Nov 21, 10:00[\s\S]*Mastodon[\s\S]*Bread[\s\S]*12 likes · 3 comments · 1 share \(read Sat, Nov 21, 10:\d\d/,
  );
  const refused = rows.filter({ hasText: "Your account is limited." });
  assert.match(await refused.innerText(), /Failed/);
  const uncounted = rows.filter({ hasText: "Rye with walnuts" }).filter({ hasText: "Bluesky" });
  assert.match(await uncounted.innerText(), /not known here/);
  assert.match(await rows.filter({ hasText: "Being processed" }).innerText(), /Next step/);
  assert.equal(await page.getByRole("button", { name: /^Try again/ }).count(), 0);
  await window.picture("published");
  assert.deepEqual(window.troubles, []);
});

test("filters are in the address, work together, and are taken away together", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "viewer") });
  const { page } = window;
  await window.open(path());
  await page.getByLabel("State").selectOption("Failed");
  await page.getByText("2 entries").waitFor();
  await page.getByLabel("Search the text").fill("rolls");
  await page.keyboard.press("Enter");
  await page.getByText("1 entry", { exact: true }).waitFor();
  assert.match(page.url(), /state=FAILED/);
  assert.match(page.url(), /text=rolls/);
  await page.getByRole("button", { name: "More filters" }).click();
  await page.getByLabel("From", { exact: true }).fill("2026-11-22");
  await page.getByRole("heading", { name: "Nothing matches", exact: true }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Nothing matches", exact: true }).waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByText("8 entries").waitFor();
});

test("the story of an entry tells when and why it left, what was tried, and what happens next", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "viewer") });
  const { page } = window;
  await window.open(path(`?entry=${await entryOf("Was this one published?")}`));
  const story = page.getByRole("dialog", { name: "Story" });
  await story.getByRole("heading", { name: "What happens next", exact: true }).waitFor();
  const text = await story.innerText();
  assert.match(text, /Needs a decision/);
  assert.match(text, /The post went out on Sat, Nov 21, 10:02 AM, as soon as it was written\./);
  assert.match(text, /Sent, but the answer was lost\.\s+The connection was cut\./);
  assert.match(text, /Looked on the network: there is no way to tell\./);
  assert.match(text, /Nothing, until somebody says what they found\./);
  assert.equal(await story.getByRole("button", { name: "Send it again" }).count(), 0);
  await window.picture("story");
  await story.getByRole("link", { name: /^Bluesky/ }).click();
  await story.getByText("Sent, and the network has it.").waitFor();
  await page.keyboard.press("Escape");
  await story.waitFor({ state: "hidden" });
  assert.doesNotMatch(page.url(), /entry=/);
});

test("an editor has a refused post tried again, by the keyboard alone", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "editor") });
  const { page } = window;
  await window.open(path("?state=FAILED"));
  publish = takes;
  await page.getByRole("button", { name: /^Try again: Mastodon/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Trying again now.").waitFor();
  await stage.settle();
  await window.open(path("?state=PUBLISHED&text=rolls"));
  await page.getByText("2 entries").waitFor();
});

test("who has looked says what they found: a wrong address is refused next to its field and stays, the right one is kept", async () => {
  const entry = await entryOf("Was this one published?");
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "editor") });
  const { page } = window;
  await window.open(path());
  await page.getByText("1 entry needs your decision").waitFor();
  await page.getByRole("link", { name: "Show them" }).click();
  await page.getByText("1 entry", { exact: true }).waitFor();
  await page.getByRole("link", { name: /^Decide: Mastodon/ }).click();
  const story = page.getByRole("dialog", { name: "Story" });
  const address = story.getByLabel("Its address");
  await story.getByRole("button", { name: "Mark as published" }).click();
  await story.getByText("Paste the address of the post.").waitFor();
  await address.fill("network.example/posts/42");
  await story.getByRole("button", { name: "Mark as published" }).click();
  await story.getByText("This is not an address. It begins with https://.").waitFor();
  assert.equal(await address.inputValue(), "network.example/posts/42");
  await window.picture("settle");
  assert.deepEqual(await window.barriers(), []);
  await story.getByRole("button", { name: "Send it again" }).click();
  const question = page.getByRole("dialog", { name: "Send this post again?" });
  assert.match(await question.innerText(), /readers will see it twice/);
  assert.deepEqual(await window.barriers(), []);
  await window.picture("send-again");
  await question.getByRole("button", { name: "Cancel" }).click();
  await address.fill("https://network.example/posts/42");
  await story.getByRole("button", { name: "Mark as published" }).click();
  await page.getByText("Marked as published.").waitFor();
  await story.getByText("Grace Miller looked and said that it is there.").waitFor();
  const { results } = await must(stage.admin("GET", `/../brands/${place.brandId}/results?entry_id=${entry}`));
  assert.deepEqual([results[0].state, results[0].url], ["PUBLISHED", "https://network.example/posts/42"]);
});

test("the entries that are shown are downloaded as a table", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "viewer") });
  const { page } = window;
  await window.open(path("?text=walnuts"));
  await page.getByText("2 entries").waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download as CSV" }).click()]);
  assert.match(download.suggestedFilename(), /^Bakery published \d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), "utf8")).split("\r\n");
  assert.match(lines[0] ?? "", /^\uFEFF"Time \(Europe\/Berlin\)"/);
  assert.equal(lines.length, 4);
  await page.getByText("Downloaded 2 entries.").waitFor();
});

test("a brand from which nothing has left says what will be here", async () => {
  const empty = await aPlace(stage);
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, empty, "viewer") });
  await window.open(`/brands/${empty.brandId}/published`);
  await window.page.getByRole("heading", { name: "Nothing has been published yet", exact: true }).waitFor();
  assert.equal(await window.page.getByRole("button", { name: "Download as CSV" }).isDisabled(), true);
});

for (const size of ["desktop", "phone"] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`axe finds nothing wrong with the entries and a story on a ${size}, ${colorScheme}, and nothing is wider than the page`, async () => {
      await using window = await aDashboardWindow(opened.browser, stage, {
        email: await aMember(stage, place, "editor"),
        size,
        colorScheme,
      });
      const { page } = window;
      const isWider = () => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
      await window.open(path());
      await page.getByRole("button", { name: "More filters" }).click();
      await page.getByLabel("Collection").waitFor();
      await window.picture(`published-${size}-${colorScheme}`);
      assert.deepEqual(await window.barriers(), []);
      assert.equal(await isWider(), false);
      await window.open(path(`?entry=${await entryOf("Rye with walnuts")}`));
      await page.getByRole("heading", { name: "What happens next", exact: true }).waitFor();
      await window.picture(`story-${size}-${colorScheme}`);
      assert.deepEqual(await window.barriers(), []);
      assert.equal(await isWider(), false);
      assert.deepEqual(window.troubles, []);
    });
  }
}

test("what was deleted is listed with who did it and where it was", async () => {
  const bakery = await aPlace(stage, { queues: ["Mon 09:00"] });
  const queued = await aPost(bakery, { publishMode: "QUEUE", caption: "Never went out" });
  await must(stage.admin("PATCH", `/account?owner=${bakery.person.email}`, { sensitiveActions: true }));
  await must(bakery.api("DELETE", `/posts/${queued}`));
  for (const look of [
    { size: "desktop", colorScheme: "light" },
    { size: "phone", colorScheme: "dark" },
  ] as const) {
    await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, bakery, "viewer"), ...look });
    const { page } = window;
    await window.open(`/brands/${bakery.brandId}/published`);
    await page.getByRole("link", { name: "Deleted posts" }).click();
    const card = page.getByRole("list", { name: "Deleted posts" }).getByRole("listitem").filter({ hasText: "Never went out" });
    await card.getByText(/^Deleted on .* by Ada, with the API key “test”\.$/).waitFor();
    await card.getByText(/^It was in the queue of Bread, due on /).waitFor();
    assert.deepEqual(await window.barriers(), []);
    await window.picture(`deleted-${look.size}`);
    await page.getByRole("link", { name: "Back to published posts" }).click();
    await page.getByRole("heading", { level: 1, name: "Published" }).waitFor();
    await window.open(`/brands/${bakery.brandId}/posts/${queued}/edit`).catch(() => undefined);
    await page.getByText(/It was deleted on .* by Ada with the API key/).waitFor();
    assert.deepEqual(window.troubles, []);
  }
});
