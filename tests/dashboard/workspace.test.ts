import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { aPlace, aPost, entries, must, type Place } from "../../server/src/testing/builders.ts";
import { eventually } from "../../server/src/testing/eventually.ts";
import { aPhoto } from "../../server/src/testing/media.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aBrowser } from "../journeys/browser.ts";
import { aDashboardWindow, aMember } from "./window.ts";

let stage: Stage;
let opened: Awaited<ReturnType<typeof aBrowser>>;
before(async () => {
  stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" });
  opened = await aBrowser();
});
after(async () => {
  await opened[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

const CLICKS_MAX = 25;
const anEditor = async (place: Place, size: "desktop" | "phone" = "desktop") =>
  aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "editor"), size });
const text = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
/** Whether a toast lies over the bar of buttons, which could not be pressed then. */
async function coversFoot(page: Page): Promise<boolean> {
  const toast = page.getByRole("alert").filter({ hasText: "The post is in the queue" }).last();
  const foot = page.getByRole("region", { name: "Send", exact: true });
  let isCovered = true;
  // An older toast may be fading away meanwhile: then neither has a place.
  await eventually("toast and foot are shown", async () => {
    const [above, below] = await Promise.all([toast.boundingBox(), foot.boundingBox()]);
    if (above === null || below === null) return false;
    isCovered = above.y + above.height > below.y;
    return true;
  });
  return isCovered;
}
const row = (page: Page, type: string) => page.getByRole("switch", { name: new RegExp(`, ${type}: `) });
const left = async (page: Page, type: string) => Number(await row(page, type).locator("[data-left]").getAttribute("data-left"));
const posts = async (place: Place) => (await place.api("GET", "/posts?per_page=100")).body.data;
const whole = (id: number) => must(stage.admin("GET", `/../posts/${id}`));

test("what is left on each network is what publishing then measures: bytes, weights and graphemes", async () => {
  const place = await aPlace(stage, { channels: ["Threads", "X", "Bluesky", "Mastodon"] });
  await using window = await anEditor(place);
  const { page } = window;
  const written = `Grüße 👩‍👩‍👧 aus 日本, siehe https://shop.example/${"lang/".repeat(20)} `.repeat(4).trim();
  await window.open(`/brands/${place.brandId}/write`);
  await text(page).fill(written);
  const preview = await must(stage.admin("POST", `/collections/${place.collectionId}/posts/preview`, { caption: written }));
  const refused: string[] = [];
  for (const { channelType, texts } of preview) {
    const [{ length, max }] = texts;
    await eventually(`the rest on ${channelType} is shown`, async () => (await left(page, channelType)) === max - length);
    if (length > max) refused.push(`has ${length} characters`);
  }
  assert.ok(refused.length > 0);
  await page.getByRole("button", { name: /^When: / }).click();
  await page.getByRole("button", { name: /^Now/ }).click();
  await page.getByRole("button", { name: "Publish now" }).click();
  await page
    .getByRole("dialog", { name: "Send it all the same?" })
    .getByRole("button", { name: /the other|anyway/ })
    .click();
  await page.getByText("The post is on its way.").waitFor();
  await stage.settle();
  const failed = (await entries(place, "FAILED")).map(({ message }: { message: string }) => message);
  assert.equal(failed.length, refused.length);
  for (const sentence of refused)
    assert.ok(
      failed.some((message: string) => message.replaceAll(",", "").includes(sentence.slice(4, -11))),
      `${sentence} in ${failed}`,
    );
});

test("a collection without times says so, and Queue waits for a choice", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon"] });
  await using window = await anEditor(place);
  const { page } = window;
  await window.open(`/brands/${place.brandId}/write`);
  await text(page).fill("Nowhere to wait");
  await page.getByRole("button", { name: /^When: Next free slot.*No times yet: choose/ }).waitFor();
  await page.getByRole("button", { name: "Queue", exact: true }).click();
  const picker = page.getByRole("dialog", { name: "When" });
  await picker.getByText("has no times yet").waitFor();
  await picker.getByRole("link", { name: "Choose times" }).waitFor();
  assert.deepEqual(await posts(place), []);
  assert.deepEqual(await window.barriers(), []);
  await picker.getByRole("button", { name: /^Date and time/ }).click();
  assert.match(await picker.getByLabel("Date", { exact: true }).inputValue(), /^\d{4}-\d{2}-\d{2}$/);
  assert.equal(await picker.getByLabel("Time", { exact: true }).inputValue(), "09:00");
  assert.deepEqual(window.troubles, []);
});

test("before a post is sent that a network will not get, it is asked once; what is in the way can be left out or mended", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Instagram", "Bluesky"], queues: ["Mon 09:00"] });
  await using window = await anEditor(place);
  const { page } = window;
  await window.open(`/brands/${place.brandId}/write`);
  await text(page).fill("word ".repeat(70).trim());
  await page.getByText("1 of 3 will go out").waitFor();
  await page.getByRole("button", { name: "Queue", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Send it all the same?" });
  await dialog.getByText("Instagram and Bluesky will not get it.").or(dialog.getByText("Bluesky and Instagram will not get it.")).waitFor();
  assert.deepEqual(await window.barriers(), []);
  await dialog.getByRole("button", { name: "Look again" }).click();
  await page.getByRole("button", { name: "Fix", exact: true }).click();
  const panel = page.getByRole("dialog", { name: "Fix" });
  assert.deepEqual(await window.barriers(), []);
  await panel.getByRole("button", { name: "Leave Instagram out this time" }).click();
  await panel.getByRole("button", { name: "Shorten for Bluesky" }).click();
  const own = page.getByRole("textbox", { name: "Text for Bluesky" });
  await own.fill("Short");
  await page.getByText("2 of 2 will go out").waitFor();
  await page.getByRole("button", { name: "Queue", exact: true }).click();
  await page.getByText("The post is in the queue").waitFor();
  const [post] = await posts(place);
  assert.deepEqual((await whole(post.id)).leftOut, [place.channelIds[1]]);
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await eventually("it is a draft again", async () => (await whole(post.id)).status === "DRAFT");
  assert.deepEqual(window.troubles, []);
});

test("a week of seven posts takes 25 clicks at most, and its collection and times are there each time", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon"], queues: ["Mon 09:00", "Wed 09:00", "Fri 09:00"] });
  await using window = await anEditor(place);
  const { page } = window;
  await window.open(`/brands/${place.brandId}/calendar`);
  let clicks = 1;
  await page
    .getByRole("link", { name: /^Write/ })
    .first()
    .click();
  for (let day = 1; day <= 7; day += 1) {
    await text(page).waitFor();
    await page.waitForFunction(() => document.querySelector("textarea")?.value === "");
    await page.getByRole("button", { name: /^When: Next free slot.*9:00/ }).waitFor();
    clicks += 1;
    await text(page).click();
    await page.keyboard.type(`Bread of day ${day}`);
    clicks += 1;
    await page.getByRole("button", { name: day < 7 ? "Queue and write next" : "Queue", exact: true }).click();
    await eventually(
      "it is queued",
      async () => (await posts(place)).filter((post: { status: string }) => post.status === "PENDING").length === day,
    );
    if (day < 7) assert.equal(await coversFoot(page), false);
  }
  assert.ok(clicks <= CLICKS_MAX, `${clicks} clicks`);
  // Back where it was begun.
  await page.waitForURL(/\/calendar/);
  const dates = new Set((await posts(place)).map(({ postDate }: { postDate: string }) => postDate));
  assert.equal(dates.size, 7);
  assert.deepEqual(window.troubles, []);
});

test("the same by the keyboard alone: written, queued, and the next one begun", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Bluesky"], queues: ["Mon 09:00"] });
  await using window = await anEditor(place);
  const { page } = window;
  await window.open(`/brands/${place.brandId}/write`);
  for (const words of ["First by key", "Second by key"]) {
    await page.waitForFunction(() => document.querySelector("textarea")?.value === "");
    await page.getByRole("button", { name: /^When: Next free slot.*9:00/ }).waitFor();
    await text(page).focus();
    await page.keyboard.type(words);
    await row(page, "Bluesky").press("Space");
    await text(page).press("ControlOrMeta+Shift+Enter");
    await eventually("it is queued", async () =>
      (await posts(place)).some(({ body, status }: Record<string, string>) => body === words && status === "PENDING"),
    );
  }
  const [last] = await posts(place);
  assert.deepEqual((await whole(last.id)).leftOut, [place.channelIds[1]]);
  assert.deepEqual(window.troubles, []);
});

test("a thread is cards: divided, moved by Alt and an arrow, counted each, and stored as one text", async () => {
  const place = await aPlace(stage, { channels: ["Bluesky", "Facebook"], queues: ["Mon 09:00"] });
  await using window = await anEditor(place);
  const { page } = window;
  await window.open(`/brands/${place.brandId}/write`);
  await text(page).fill("One\n\n\nTwo");
  await page.getByText("Thread", { exact: true }).click();
  const second = page.getByRole("textbox", { name: "Card 2" });
  assert.equal(await second.inputValue(), "Two");
  await row(page, "Facebook").getByText("No threads: one post").waitFor();
  await second.press("Alt+ArrowUp");
  assert.equal(await text(page).inputValue(), "Two");
  await page.getByRole("button", { name: "Add a card" }).click();
  await page.getByRole("textbox", { name: "Card 3" }).fill("word ".repeat(70).trim());
  await page.getByText("49 too long on Bluesky").waitFor();
  await window.picture("write-thread");
  assert.deepEqual(await window.barriers(), []);
  await page.getByRole("button", { name: "Split here" }).click();
  await page.getByRole("textbox", { name: "Card 4" }).waitFor();
  await page.getByText("2 of 2 will go out").waitFor();
  await page.getByRole("button", { name: "Queue", exact: true }).click();
  await page.getByText("The post is in the queue").waitFor();
  const [post] = await posts(place);
  const stored = await whole(post.id);
  assert.deepEqual([stored.autoThreadText, stored.caption.split("\n\n\n").slice(0, 2)], [true, ["Two", "One"]]);
  assert.deepEqual(window.troubles, []);
});

test("a picture goes with the card that is chosen below it, and follows that card when it moves", async () => {
  const place = await aPlace(stage, { channels: ["Bluesky"], queues: ["Mon 09:00"] });
  await using window = await anEditor(place);
  const { page } = window;
  await window.open(`/brands/${place.brandId}/write`);
  await text(page).fill("One\n\n\nTwo\n\n\nThree");
  await page.getByText("Thread", { exact: true }).click();
  const buffer = await aPhoto();
  await page.locator("input[type=file]").setInputFiles([{ name: "rye.jpg", mimeType: "image/jpeg", buffer }]);
  const card = page.getByRole("combobox", { name: "Card of rye.jpg" });
  await card.selectOption("Card 3");
  await page
    .getByRole("listitem")
    .filter({ has: page.getByRole("textbox", { name: "Card 3" }) })
    .locator("img")
    .waitFor();
  await window.picture("write-thread-picture");
  assert.deepEqual(await window.barriers(), []);
  await page.getByRole("textbox", { name: "Card 3" }).press("Alt+ArrowUp");
  await eventually("it has moved with its card", async () => (await card.inputValue()) === "1");
  await page.getByText("1 of 1 will go out").waitFor();
  await page.getByRole("button", { name: "Queue", exact: true }).click();
  await page.getByText("The post is in the queue").waitFor();
  const [post] = await posts(place);
  const { caption, pictures } = await whole(post.id);
  assert.equal(caption, "One\n\n\nThree\n\n\nTwo");
  assert.deepEqual(
    pictures.places.map(({ part }: { readonly part: number }) => part),
    [1],
  );
  assert.deepEqual(window.troubles, []);
});

test("an emoji is found by its name and put where one was writing", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon"], queues: ["Mon 09:00"] });
  await using window = await anEditor(place);
  const { page } = window;
  await window.open(`/brands/${place.brandId}/write`);
  await text(page).fill("Bread");
  await page.getByRole("button", { name: "Emoji", exact: true }).click();
  await page.getByLabel("Search by name").fill("croissant");
  await page.getByRole("button", { name: "croissant", exact: true }).click();
  assert.equal(await text(page).inputValue(), "Bread🥐");
  assert.deepEqual(window.troubles, []);
});

for (const size of ["desktop", "phone"] as const) {
  test(`the foot is in sight on a ${size}, and nothing is wider than the window`, async () => {
    const place = await aPlace(stage, { channels: ["Mastodon", "Bluesky", "X", "Threads"], queues: ["Mon 09:00"] });
    await aPost(place, { publishMode: "QUEUE", caption: "Before" });
    await using window = await anEditor(place, size);
    const { page } = window;
    await window.open(`/brands/${place.brandId}/write`);
    await text(page).fill("Rye. ".repeat(60));
    await page.getByText("3 of 4 will go out").or(page.getByText("2 of 4 will go out")).or(page.getByText("4 of 4 will go out")).waitFor();
    const box = await page.getByRole("button", { name: "Queue", exact: true }).boundingBox();
    const height = page.viewportSize()?.height ?? 0;
    assert.ok(box !== null && box.y + box.height <= height, JSON.stringify({ box, height }));
    const width = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(width <= 0, `${width} pixels too wide`);
    assert.deepEqual(await window.barriers(), []);
  });
}

test("on a phone the next post begins from the menu beside the button that sends, in a foot that stays in sight", async () => {
  const place = await aPlace(stage, { channels: Array.from({ length: 8 }, () => "Mastodon" as const), queues: ["Mon 09:00"] });
  await using window = await anEditor(place, "phone");
  const { page } = window;
  await window.open(`/brands/${place.brandId}/write`);
  await text(page).fill("From the bus");
  await page.getByText("8 of 8 will go out").waitFor();
  const foot = page.getByRole("region", { name: "Send", exact: true });
  const buttons = await foot.getByRole("button").all();
  const heights = await Promise.all(buttons.map(async (button) => (await button.boundingBox())?.height ?? 44));
  assert.ok(
    heights.every((height) => height >= 44),
    `${heights}`,
  );
  assert.deepEqual(await window.barriers(), []);
  // Eight channels are wider than the screen: their row is swiped, and the page is not.
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
  await page.getByRole("button", { name: "More ways to send" }).click();
  await page.getByRole("menuitem", { name: "Queue and write next" }).click();
  await page.getByText("The post is in the queue").waitFor();
  assert.equal(await coversFoot(page), false);
  await eventually("the next one is empty", async () => (await text(page).inputValue()) === "");
  const box = await foot.boundingBox();
  const sight = page.viewportSize();
  assert.ok(box !== null && sight !== null && Math.round(box.y + box.height) === sight.height, JSON.stringify({ box, sight }));
  assert.equal((await posts(place)).length, 1);
  assert.deepEqual(window.troubles, []);
});
