import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import type { Page } from "playwright-core";
import { aFeedPlace, type FeedPlace } from "../../server/src/testing/automations.ts";
import { loaf } from "../../server/src/testing/feeds.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aBrowser } from "../journeys/browser.ts";
import { aDashboardWindow, aMember } from "./window.ts";

let stage: Stage;
let feed: FeedPlace;
let opened: Awaited<ReturnType<typeof aBrowser>>;
before(async () => {
  stage = await openStage({ ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" });
  opened = await aBrowser();
});
beforeEach(async () => {
  feed = await aFeedPlace(stage, { channels: ["Mastodon"] });
  feed.has([loaf(2), loaf(1)]);
});
afterEach(() => feed[Symbol.asyncDispose]());
after(async () => {
  await opened[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

/** Something of the menu of one automation. */
async function choose(page: Page, name: string, what: string): Promise<void> {
  await page.getByRole("button", { name: `More for ${name}` }).click();
  await page.getByRole("menuitem", { name: what }).click();
}

const path = () => `/brands/${feed.place.brandId}/automations`;

test("from an address to posts: a wrong one is said beside it, the right one shows its items as posts, and new ones are imported", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, feed.place, "editor") });
  const { page } = window;
  await window.open(path());
  await page.getByRole("heading", { name: "No automations yet", exact: true }).waitFor();
  await page.getByRole("button", { name: "New automation" }).click();
  const dialog = page.getByRole("dialog", { name: "New automation" });
  await dialog.getByLabel("Address").fill(`${feed.site.url}/nothing-here`);
  await dialog.getByRole("button", { name: "Look for the feed" }).click();
  await dialog.getByText("The feed could not be fetched. There is nothing at this address (status 404).").waitFor();
  await window.picture("automation-not-found");
  feed.site.on("/", { body: `<html><head><link rel="alternate" type="application/rss+xml" href="/feed.xml"></head></html>` });
  await dialog.getByLabel("Address").fill(feed.site.url);
  await dialog.getByRole("button", { name: "Look for the feed" }).click();
  await dialog.getByText(`Found: ${feed.feedUrl}`).waitFor();
  const preview = dialog.getByRole("region", { name: "The newest items as posts" });
  assert.match(await preview.innerText(), /Loaf 2[\s\S]*Loaf 1/);
  assert.equal(await dialog.getByLabel("Name").inputValue(), "127.0.0.1");
  await dialog.getByLabel("Name").fill("");
  await dialog.getByRole("button", { name: "Create the automation" }).click();
  await dialog.getByText("This must not be empty.").waitFor();
  await dialog.getByLabel("Name").fill("Blog");
  await dialog.getByLabel("Text of the posts").fill("New: {{title}}");
  await dialog.getByLabel("saved as drafts").check();
  await window.picture("automation-new");
  await dialog.getByRole("button", { name: "Create the automation" }).click();
  await page.getByRole("heading", { name: "Blog", exact: true }).waitFor();
  feed.has([loaf(3), loaf(2), loaf(1)]);
  await choose(page, "Blog", "Check now");
  await page.getByText("Blog is checking its feed now").waitFor();
  await stage.settle();
  await page.getByText(/^Last new post .* · 1 post made$/).waitFor();
  const [post] = await feed.posts();
  assert.deepEqual([post.body, post.status], ["New: Loaf 3", "DRAFT"]);
  assert.deepEqual(window.troubles, []);
});

test("the preview shows where the text is shorter, and where it is too long even without the description", async () => {
  await using long = await aFeedPlace(stage, { channels: ["Facebook", "Mastodon", "Bluesky"] });
  const description = `${"Warm crust and soft crumb. ".repeat(25)}Last word.`;
  long.has([loaf(1, { title: "Rye and wheat ".repeat(10), more: `<description>${description}</description>` })]);
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, long.place, "editor") });
  const { page } = window;
  await window.open(`/brands/${long.place.brandId}/automations`);
  await page.getByRole("button", { name: "New automation" }).click();
  const dialog = page.getByRole("dialog", { name: "New automation" });
  await dialog.getByLabel("Address").fill(long.feedUrl);
  await dialog.getByRole("button", { name: "Look for the feed" }).click();
  await dialog.getByText(`Found: ${long.feedUrl}`).waitFor();
  await dialog.getByLabel("Text of the posts").fill(`${"Bread. ".repeat(28)}{{title}}: {{description}}`);
  await dialog.getByRole("button", { name: "Refresh the preview" }).click();
  const preview = dialog.getByRole("region", { name: "The newest items as posts" });
  await preview.getByText(/^Shorter on Mastodon: Bread\..*Rye and wheat: Warm crust/).waitFor();
  await preview.getByText("Too long for Bluesky even without the description: it would not go out there.").waitFor();
  const shown = await preview.innerText();
  assert.match(shown, /Last word\./);
  assert.doesNotMatch(shown, /Shorter on (Facebook|Bluesky)|Too long for (Facebook|Mastodon)/);
  assert.deepEqual(window.troubles, []);
});

test("by keyboard: threads are wished, the preview shows the parts of each channel, and the posts that are imported become them", async () => {
  await using long = await aFeedPlace(stage, { channels: ["Facebook", "Mastodon", "Bluesky"], queues: ["Mon 09:00"] });
  const { place } = long;
  const description = `${"Warm crust and soft crumb. ".repeat(25)}Last word.`;
  long.has([loaf(1, { more: `<description>${description}</description>` })]);
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "editor") });
  const { page } = window;
  await window.open(`/brands/${place.brandId}/automations?open=new`);
  const dialog = page.getByRole("dialog", { name: "New automation" });
  await dialog.getByLabel("Address").waitFor();
  await page.keyboard.type(long.feedUrl);
  await page.keyboard.press("Enter");
  await dialog.getByText(`Found: ${long.feedUrl}`).waitFor();
  await dialog.getByLabel("Text of the posts").fill("{{title}}: {{description}}");
  await page.keyboard.press("Tab");
  const threads = dialog.getByRole("switch", { name: "Make a thread where the text is too long" });
  assert.ok(await threads.evaluate((element) => element === document.activeElement));
  await page.keyboard.press("Space");
  await dialog.getByLabel("Also import what is in the feed now").check();
  const again = dialog.getByRole("button", { name: "Refresh the preview" });
  await again.press("Enter");
  const preview = dialog.getByRole("region", { name: "The newest items as posts" });
  const shown = async (network: string) => {
    const parts = preview.getByRole("list", { name: new RegExp(`^Thread on ${network}, .*: [23] parts$`) }).getByRole("listitem");
    await parts.first().waitFor();
    return parts.allInnerTexts();
  };
  const parts = [await shown("Mastodon"), await shown("Bluesky")];
  assert.deepEqual(
    parts.map((texts) => [texts.length, texts.at(-1)?.endsWith("Last word.")]),
    [
      [2, true],
      [3, true],
    ],
  );
  assert.doesNotMatch(await preview.innerText(), /Shorter on|Thread on Facebook/);
  await window.picture("automation-threads");
  await dialog.getByRole("button", { name: "Create the automation" }).press("Enter");
  await page.getByRole("heading", { name: "127.0.0.1", exact: true }).waitFor();
  await stage.settle();
  await stage.live(8 * 86_400, 3600);
  const { rows } = await stage.app.db.query("select split from deliveries where brand_id = $1 and split is not null order by channel_id", [
    place.brandId,
  ]);
  assert.deepEqual(
    rows.map(({ split }) => split),
    parts,
  );
  await choose(page, "127.0.0.1", "Change…");
  const change = page.getByRole("dialog", { name: "Change 127.0.0.1" });
  const isOn = change.getByRole("switch", { name: "Make a thread where the text is too long" });
  assert.ok(await isOn.isChecked());
  await isOn.press("Space");
  await change.getByRole("button", { name: "Save" }).press("Enter");
  await page.getByText("127.0.0.1 has been changed.").waitFor();
  const { rows: stored } = await stage.app.db.query("select auto_thread from automations where brand_id = $1", [place.brandId]);
  assert.deepEqual(stored, [{ auto_thread: false }]);
  assert.deepEqual(window.troubles, []);
});

test("an address that is refused when the preview is refreshed is said so, and what was found and typed stays", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, feed.place, "editor") });
  const { page } = window;
  await window.open(`${path()}?open=new`);
  const dialog = page.getByRole("dialog", { name: "New automation" });
  await dialog.getByLabel("Address").fill(feed.feedUrl);
  await dialog.getByRole("button", { name: "Look for the feed" }).click();
  const preview = dialog.getByRole("region", { name: "The newest items as posts" });
  await preview.getByText("Loaf 2").waitFor();
  await dialog.getByLabel("Text of the posts").fill("New: {{title}}");
  feed.site.on("/feed.xml", { status: 503 });
  await dialog.getByRole("button", { name: "Refresh the preview" }).click();
  await dialog.getByText("The feed could not be fetched. Its server answered with status 503.").waitFor();
  assert.match(await preview.innerText(), /Loaf 2[\s\S]*Loaf 1/);
  assert.equal(await dialog.getByLabel("Text of the posts").inputValue(), "New: {{title}}");
  feed.has([loaf(2), loaf(1)]);
  await dialog.getByRole("button", { name: "Refresh the preview" }).click();
  await preview.getByText("New: Loaf 2").waitFor();
  assert.equal(await dialog.getByText("The feed could not be fetched.").count(), 0);
  assert.deepEqual(window.troubles, []);
});

test("it is changed, paused, resumed and, by an admin, deleted", async () => {
  await feed.automate();
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, feed.place, "admin") });
  const { page } = window;
  await window.open(path());
  await choose(page, "Blog", "Change…");
  const dialog = page.getByRole("dialog", { name: "Change Blog" });
  await dialog.getByLabel("Name").fill("Shop");
  await dialog.getByLabel("The feed is read").selectOption("every day");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Shop", exact: true }).waitFor();
  const isOn = page.getByRole("switch", { name: "Shop is on" });
  await isOn.press("Space");
  await page.getByText("Paused", { exact: true }).waitFor();
  await isOn.press("Space");
  await page.getByText("On", { exact: true }).waitFor();
  await choose(page, "Shop", "Delete");
  await page.getByRole("dialog", { name: "Delete Shop?" }).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("heading", { name: "No automations yet", exact: true }).waitFor();
  assert.deepEqual(window.troubles, []);
});

test("failures are told in words, with the runs; an editor cannot delete", async () => {
  await feed.automate();
  feed.site.on("/feed.xml", { status: 503 });
  await feed.nextRun();
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, feed.place, "editor") });
  const { page } = window;
  await window.open(path());
  await page.getByText("The feed could not be fetched. Its server answered with status 503.").waitFor();
  await page.getByRole("button", { name: "New automation" }).waitFor();
  await page.getByRole("switch", { name: "Blog is on" }).waitFor();
  await page.getByRole("button", { name: "More for Blog" }).click();
  for (const name of ["Check now", "Change…"]) await page.getByRole("menuitem", { name }).waitFor();
  assert.equal(await page.getByRole("menuitem", { name: "Delete" }).count(), 0);
  await page.getByRole("menuitem", { name: "What happened" }).click();
  const looks = page.getByRole("dialog", { name: "What happened: Blog" });
  await looks.getByRole("listitem").filter({ hasText: "status 503" }).waitFor();
  assert.match(page.url(), /runs=\d+/);
});

test("what posts lack is told, and nothing promises another try", async () => {
  feed.site.on("/gone.png", { status: 404 });
  feed.has([loaf(1, { more: `<media:content url="${feed.site.url}/gone.png" type="image/png"/>` })]);
  await feed.automate({ importAsType: "IMAGE", loadOldPosts: true });
  await stage.settle();
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, feed.place, "editor") });
  const { page } = window;
  await window.open(path());
  await page.getByText("1 file was left out: loading or reading failed.").waitFor();
  assert.equal(await page.getByText(/try again/).count(), 0);
  feed.site.on("/feed.xml", { status: 503 });
  await feed.nextRun();
  await page.getByText("Its server answered with status 503. We try again at the next check. 1 check has failed since").waitFor();
});

test("for a viewer there is no page of automations, and no way to it", async () => {
  await feed.automate();
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, feed.place, "viewer") });
  const { page } = window;
  await window.open(path());
  await page.getByRole("heading", { name: "There is nothing here", exact: true }).waitFor();
  for (const name of ["New automation", "More for Blog"]) assert.equal(await page.getByRole("button", { name }).count(), 0, name);
  assert.equal(await page.getByRole("switch").count(), 0);
  assert.equal(await page.getByRole("link", { name: "Automations" }).count(), 0);
});

test("a list that is still loading has a name, and axe finds nothing wrong with it", async () => {
  const id = await feed.automate({ name: "Blog" });
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, feed.place, "editor") });
  const { page } = window;
  await page.route("**/runs", () => {});
  await window.open(`${path()}?runs=${id}`);
  await page.getByRole("dialog", { name: "What happened: Blog" }).getByRole("status", { name: "What happened" }).waitFor();
  assert.deepEqual(await window.barriers(), []);
});

for (const size of ["desktop", "phone"] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`axe finds nothing wrong with the automations and their dialogs on a ${size}, ${colorScheme}`, async () => {
      const id = await feed.automate({ name: "Blog" });
      const second = await feed.automate({ name: "Shop" });
      feed.site.on("/feed.xml", { status: 503 });
      await feed.nextRun();
      await stage.app.db.query("update automations set status = 'PAUSED' where id = $1", [second]);
      feed.has([loaf(2), loaf(1, { more: `<description>${"Warm crust and soft crumb. ".repeat(25)}</description>` })]);
      const email = await aMember(stage, feed.place, "admin");
      await using window = await aDashboardWindow(opened.browser, stage, { email, size, colorScheme });
      const { page } = window;
      await window.open(path());
      await page.getByText("status 503").first().waitFor();
      await window.picture(`automations-${size}-${colorScheme}`);
      assert.deepEqual(await window.barriers([colorScheme]), []);
      const { width, screen } = await page.evaluate(() => ({ width: document.documentElement.scrollWidth, screen: globalThis.innerWidth }));
      assert.ok(width <= screen, `${width} pixels on a screen of ${screen}`);
      for (const [query, name] of [
        [`edit=${id}`, "Change Blog"],
        [`runs=${id}`, "What happened: Blog"],
        ["open=new", "New automation"],
      ] as const) {
        await window.open(`${path()}?${query}`);
        await page.getByRole("dialog", { name }).waitFor();
        if (query === "open=new") {
          await page.getByLabel("Address").fill(feed.feedUrl);
          await page.getByRole("button", { name: "Look for the feed" }).click();
          await page.getByLabel("Text of the posts").fill("{{title}}: {{description}}");
          await page.getByRole("switch", { name: "Make a thread where the text is too long" }).check();
          await page.getByRole("button", { name: "Refresh the preview" }).click();
          await page.getByText(/^Thread on Mastodon/).waitFor();
        }
        await window.picture(`automations-${name.split(" ")[0]?.toLowerCase()}-${size}-${colorScheme}`);
        assert.deepEqual(await window.barriers([colorScheme]), [], name);
      }
      assert.deepEqual(window.troubles, []);
    });
  }
}
