import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { sandboxOn } from "../../server/src/networks/sandbox/networks.ts";
import { youtubeSandbox } from "../../server/src/networks/youtube/sandbox/index.ts";
import { aPlace, aPost, entries, must, type Place, readPost } from "../../server/src/testing/builders.ts";
import { eventually } from "../../server/src/testing/eventually.ts";
import { aPhoto, aPicture, uploaded } from "../../server/src/testing/media.ts";
import { PASSWORD } from "../../server/src/testing/program.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aBrowser } from "../journeys/browser.ts";
import { aDashboardWindow, aMember } from "./window.ts";

// A process of its own: it takes minutes, so it starts first.

let stage: Stage;
let place: Place;
let opened: Awaited<ReturnType<typeof aBrowser>>;
before(async () => {
  stage = await openStage();
  opened = await aBrowser();
  place = await aPlace(stage, { channels: ["Mastodon", "Bluesky", "Instagram", "TikTok"], queues: ["Mon 09:00", "Thu 17:30"] });
});
after(async () => {
  await opened[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

async function anEditor(options: { readonly size?: "desktop" | "phone"; readonly colorScheme?: "light" | "dark" } = {}) {
  return aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "editor"), ...options });
}

/** The row of a channel beside the text. */
const row = (page: Page, type: string) => page.getByRole("switch", { name: new RegExp(`, ${type}: `) });
const openWhen = (page: Page) => page.getByRole("button", { name: /^When: / }).click();
async function chooseWhen(page: Page, mode: string) {
  await openWhen(page);
  await page
    .getByRole("dialog", { name: "When" })
    .getByRole("button", { name: new RegExp(`^${mode}`) })
    .click();
}
/** Some of the place's networks take no text alone. */
const sendAllTheSame = (page: Page) =>
  page
    .getByRole("dialog", { name: "Send it all the same?" })
    .getByRole("button", { name: /the other/ })
    .click();
/** The preview on one network. */
const card = async (page: Page, type: string) => {
  await page.getByRole("tab", { name: new RegExp(`^${type}:`) }).click();
  return page.getByRole("article", { name: `Preview on ${type}` });
};
/** Describes a file in its dialog. */
const describe = async (page: Page, name: string, text: string) => {
  await page
    .getByRole("button", { name: new RegExp(`^ALT: (describe|change the description of) ${name.replace(/[().]/g, "\\$&")}$`) })
    .click();
  await page.getByLabel(`Alternative text of ${name}`, { exact: true }).fill(text);
  await page.getByRole("button", { name: "Done" }).click();
};
const posts = async () => (await place.api("GET", "/posts?per_page=100")).body.data;

test("a post is written once, shows what each network makes of it, and is scheduled on the brand's clock", async () => {
  await using window = await anEditor();
  const { page } = window;
  await window.open(`/brands/${place.brandId}/write?date=2026-12-01`);
  await page.getByLabel("Text", { exact: true }).fill("Fresh rye @shop\n\n\nOpen from seven");
  await page.getByText("Thread", { exact: true }).click();
  await (await card(page, "Mastodon")).getByRole("region", { name: "Post 2 of 2" }).waitFor();
  await (await card(page, "Instagram")).getByText("Instagram takes no text alone").waitFor();
  await page.locator("input[type=file]").setInputFiles([
    { name: "rye.jpg", mimeType: "image/jpeg", buffer: await aPhoto() },
    { name: "rolls.jpg", mimeType: "image/jpeg", buffer: await aPhoto() },
  ]);
  await page.getByRole("button", { name: "Move rolls.jpg to the left" }).click();
  await page.getByText("rolls.jpg is now file 1 of 2.").waitFor();
  await page.getByRole("button", { name: "ALT: describe rye.jpg" }).click();
  await page.getByLabel("For files without a text of their own").fill("Bread on a table");
  await page.getByRole("button", { name: "Done" }).click();
  await (await card(page, "Instagram")).getByText("Goes out.").waitFor();
  await openWhen(page);
  await page.getByLabel("Time", { exact: true }).fill("09:30");
  await page.getByRole("button", { name: "Done" }).click();
  await window.picture("write");
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await page.getByText("The post is scheduled").waitFor();
  const [post] = await posts();
  const whole = await must(stage.admin("GET", `/../posts/${post.id}`));
  assert.deepEqual(
    [whole.caption, whole.autoThreadText, whole.alt, whole.localDate, whole.media.map(({ name }: { name: string }) => name)],
    ["Fresh rye @shop\n\n\nOpen from seven", true, "Bread on a table", "2026-12-01 09:30:00", ["rolls.jpg", "rye.jpg"]],
  );
  assert.deepEqual(window.troubles, []);
});

test("what is missing is said at its field and nothing is lost; what is too long is counted and will fail", async () => {
  await using window = await anEditor();
  const { page } = window;
  await window.open(`/brands/${place.brandId}/write`);
  await chooseWhen(page, "Date and time");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await page.getByText("Every post needs text or a poll.").waitFor();
  await page.getByLabel("Text", { exact: true }).fill("word ".repeat(70));
  await openWhen(page);
  await page.getByLabel("Date", { exact: true }).fill("");
  await page.getByText("Choose a date and a time.").waitFor();
  await page.getByLabel("Date", { exact: true }).fill("2026-11-01");
  await page.getByLabel("Time", { exact: true }).fill("09:00");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await page.getByText("Nothing was saved. Check the marked fields.").waitFor();
  await openWhen(page);
  await page.getByText("Choose a time at least 10 minutes from now").waitFor();
  await page.keyboard.press("Escape");
  await row(page, "Bluesky").getByText("50 too long").first().waitFor();
  await (await card(page, "Bluesky")).getByText(/The text has 350 characters; Bluesky takes at most 300/).waitFor();
  await page.getByRole("tab", { name: /^Bluesky: .*, will not go out$/ }).waitFor();
  assert.equal((await page.getByLabel("Text", { exact: true }).inputValue()).length, 350);
  await window.picture("write-problems");
  assert.deepEqual(window.troubles, []);
});

test("what is typed is there again after a reload, and a draft is saved by itself once it has been saved", async () => {
  await using window = await anEditor();
  const { page } = window;
  await window.open(`/brands/${place.brandId}/write`);
  await page.getByLabel("Text", { exact: true }).fill("Half a thought");
  await page.reload();
  await page.getByText("This is what you were writing here before.").waitFor();
  assert.equal(await page.getByLabel("Text", { exact: true }).inputValue(), "Half a thought");
  await page.getByLabel("Text", { exact: true }).press("ControlOrMeta+s");
  await page.waitForURL(/draft=\d+/);
  const id = Number(new URL(page.url()).searchParams.get("draft"));
  assert.deepEqual([(await readPost(place, id)).status, (await readPost(place, id)).body], ["DRAFT", "Half a thought"]);
  await page.getByText("Saved. It stays a draft until you press “Queue”.").waitFor();
  await page.getByLabel("Text", { exact: true }).fill("A whole thought");
  await page.waitForResponse((reply) => reply.request().method() === "PATCH" && reply.ok());
  assert.equal((await readPost(place, id)).body, "A whole thought");
  await chooseWhen(page, "Now");
  await page.getByLabel("Text", { exact: true }).press("ControlOrMeta+Enter");
  await sendAllTheSame(page);
  await page.getByText("The post is on its way.").waitFor();
  await stage.settle();
  assert.ok((await entries(place, "PUBLISHED")).some((entry: { body: string }) => entry.body === "A whole thought"));
  await window.open(`/brands/${place.brandId}/write`);
  assert.equal(await page.getByLabel("Text", { exact: true }).inputValue(), "");
});

test("what was typed last into a draft is stored even if its page is left at once", async () => {
  const id = await aPost(place, { publishMode: "DRAFT", caption: "Rye" });
  await using window = await anEditor();
  const { page } = window;
  await window.open(`/brands/${place.brandId}/posts/${id}/edit`);
  await page.getByLabel("Text", { exact: true }).fill("Rye with walnuts");
  await page.getByRole("link", { name: "Calendar", exact: true }).click();
  await eventually("the text is stored", async () => (await readPost(place, id)).body === "Rye with walnuts");
  await window.open(`/brands/${place.brandId}/posts/${id}/edit`);
  assert.equal(await page.getByText("This is what you were writing here before.").count(), 0);
});

test("keys that are pressed twice publish once, and nothing says that it did not work", async () => {
  await using window = await anEditor();
  const { page } = window;
  await window.open(`/brands/${place.brandId}/write`);
  const text = page.getByLabel("Text", { exact: true });
  await text.fill("Pressed twice");
  await chooseWhen(page, "Now");
  const refused: number[] = [];
  page.on("response", (reply) => void (reply.status() >= 400 && refused.push(reply.status())));
  await text.press("ControlOrMeta+Enter");
  await text.press("ControlOrMeta+Enter");
  await sendAllTheSame(page);
  await page.getByText("The post is on its way.").waitFor();
  await stage.settle();
  assert.equal((await entries(place, "PUBLISHED")).filter(({ body }: { body: string }) => body === "Pressed twice").length, 2);
  assert.deepEqual(refused, []);
});

test("options of a channel that is gone can be removed, and the refusal is said where they are", async () => {
  const other = await aPlace(stage, { channels: ["Mastodon"] });
  const text = "update posts set platforms = $2 where id = $1";
  const id = await aPost(other, { publishMode: "DRAFT", caption: "Rye" });
  await stage.app.db.query(text, [id, JSON.stringify({ youtube: { playlists: [{ channelId: 1_000_000, playlistIds: ["PL1"] }] } })]);
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, other, "editor") });
  const { page } = window;
  await window.open(`/brands/${other.brandId}/posts/${id}/edit`);
  await page.getByLabel("Text", { exact: true }).fill("Rye with walnuts");
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByRole("alert").first().waitFor();
  await page.getByRole("button", { name: "Remove the playlists of other channels" }).click();
  await page.getByRole("button", { name: "Save draft" }).click();
  await eventually("the text is stored", async () => (await readPost(other, id)).body === "Rye with walnuts");
});

test("a new post whose reply is lost is made once", async () => {
  await using window = await anEditor();
  const { page } = window;
  await window.open(`/brands/${place.brandId}/write`);
  await page.getByLabel("Text", { exact: true }).fill("Lost on its way back");
  let sent = 0;
  await page.route(/\/collections\/\d+\/posts$/, async (route) => {
    sent += 1;
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.waitForURL(/draft=\d+/);
  assert.equal((await posts()).filter(({ body }: { body: string }) => body === "Lost on its way back").length, 1);
  assert.equal(sent, 1);
});

test("a dialog that is left gives the focus back to what opened it", async () => {
  const id = await aPost(place, { publishMode: "DRAFT", caption: "Rye" });
  await using window = await anEditor();
  const { page } = window;
  await window.open(`/brands/${place.brandId}/posts/${id}/edit`);
  const opener = page.getByRole("button", { name: "From the library" });
  await opener.press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.waitForFunction(() => document.activeElement?.textContent?.includes("From the library"));
});

test("in a low window, all of the navigation can be scrolled to", async () => {
  await using window = await anEditor();
  const { page } = window;
  await page.setViewportSize({ width: 1024, height: 380 });
  await window.open(`/brands/${place.brandId}/calendar`);
  const last = page.getByRole("navigation").getByRole("link").last();
  await last.scrollIntoViewIfNeeded();
  const box = await last.boundingBox();
  assert.ok(box !== null && box.y >= 0 && box.y + box.height <= 381, JSON.stringify(box));
});

test("what was changed is taken back with the button or the keyboard, and brought back", async () => {
  await using window = await anEditor();
  const { page } = window;
  await window.open(`/brands/${place.brandId}/write`);
  const text = page.getByLabel("Text", { exact: true });
  await text.fill("Rye");
  await chooseWhen(page, "Now");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByRole("button", { name: /^When: Next free slot/ }).waitFor();
  assert.equal(await text.inputValue(), "Rye");
  await page.getByRole("button", { name: "Undo", exact: true }).press("ControlOrMeta+z");
  await page.waitForFunction(() => document.querySelector("textarea")?.value === "");
  assert.equal(await page.getByRole("button", { name: "Undo", exact: true }).isDisabled(), true);
  await page.getByRole("button", { name: "Redo", exact: true }).click();
  assert.equal(await text.inputValue(), "Rye");
});

test("what was restored can be left behind, and after a draft another post begins empty", async () => {
  await using window = await anEditor();
  const { page } = window;
  const text = page.getByLabel("Text", { exact: true });
  await window.open(`/brands/${place.brandId}/write`);
  await text.fill("Never mind");
  await window.open(`/brands/${place.brandId}/write?date=2026-12-05`);
  await page.getByRole("button", { name: "Start over" }).click();
  assert.equal(await text.inputValue(), "");
  await openWhen(page);
  assert.equal(await page.getByLabel("Date", { exact: true }).inputValue(), "2026-12-05");
  await page.getByRole("button", { name: "Done" }).click();
  await text.fill("A draft");
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.waitForURL(/draft=\d+/);
  await page.getByRole("button", { name: "Write another" }).click();
  await page.waitForURL((url) => url.search === "");
  await page.waitForFunction(() => document.querySelector("textarea")?.value === "");
  await page.goBack();
  await page.waitForURL(/draft=\d+/);
  await page.waitForFunction(() => document.querySelector("textarea")?.value === "A draft");
  assert.deepEqual(window.troubles, []);
});

test("a new time that is not stored yet is said, and the keys store it", async () => {
  const id = await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2026-12-24 18:00:00", caption: "For Christmas" });
  await using window = await anEditor();
  const { page } = window;
  await window.open(`/brands/${place.brandId}/posts/${id}/edit`);
  await page.getByText("Saved.", { exact: true }).waitFor();
  await openWhen(page);
  await page.getByLabel("Date", { exact: true }).fill("2026-12-25");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("The text is saved, the new time is not: press “Schedule”.").waitFor();
  await page.getByLabel("Text", { exact: true }).press("ControlOrMeta+s");
  await page.getByText("The post is scheduled").waitFor();
  assert.match((await readPost(place, id)).postDate, /^2026-12-25/);
});

test("two people who edit the same post see a difference, and choose", async () => {
  const id = await aPost(place, { publishMode: "QUEUE", caption: "Rye" });
  await using one = await anEditor();
  await using other = await anEditor();
  const path = `/brands/${place.brandId}/posts/${id}/edit`;
  await one.open(path);
  await other.open(path);
  await one.page.getByLabel("Text", { exact: true }).fill("Rye with walnuts");
  await one.page.getByRole("button", { name: "Save changes" }).click();
  await one.page.getByText("The post is in the queue").waitFor();
  await other.page.getByLabel("Text", { exact: true }).fill("Rye with caraway");
  await other.page.getByRole("button", { name: "Save changes" }).click();
  const dialog = other.page.getByRole("dialog", { name: "Somebody else has changed this post" });
  const text = dialog.getByRole("region", { name: "Text" });
  assert.match(await text.innerText(), /Theirs\s+Rye with walnuts\s+Yours\s+Rye with caraway/);
  await other.picture("conflict");
  assert.deepEqual(await other.barriers(), []);
  await dialog.getByRole("button", { name: "Keep mine" }).click();
  await other.page.getByText("Saved.").waitFor();
  const whole = await must(stage.admin("GET", `/../posts/${id}`));
  assert.deepEqual([whole.caption, whole.postingType, whole.queuePosition !== null], ["Rye with caraway", "QUEUE", true]);
});

test("a change whose reply is lost is not taken for somebody else's: saving goes on from it without a question", async () => {
  const id = await aPost(place, { publishMode: "QUEUE", caption: "Rye" });
  await using window = await anEditor();
  const { page } = window;
  await window.open(`/brands/${place.brandId}/posts/${id}/edit`);
  let [sent, isLosing] = [0, true];
  await page.route(
    (url) => url.pathname.endsWith(`/posts/${id}`),
    async (route) => {
      if (route.request().method() !== "PATCH") return route.fallback();
      sent += 1;
      if (!isLosing) return route.fallback();
      await route.fetch();
      await route.abort();
    },
  );
  const text = page.getByLabel("Text", { exact: true });
  const save = page.getByRole("button", { name: "Save changes" });
  await text.fill("Rye with walnuts");
  await save.click();
  await page.getByText("cannot be reached").waitFor();
  isLosing = false;
  await text.fill("Rye with walnuts and honey");
  await save.click();
  await page.getByText("The post is in the queue").waitFor();
  assert.equal(await page.getByRole("dialog").count(), 0);
  const whole = await must(stage.admin("GET", `/../posts/${id}`));
  assert.deepEqual([whole.caption, whole.postingType], ["Rye with walnuts and honey", "QUEUE"]);
  // One whose reply is lost, one that meets it, and one that goes on from it.
  assert.equal(sent, 3);
});

test("whoever keeps their version of a draft that saved itself publishes nothing by that, whatever they have chosen", async () => {
  const id = await aPost(place, { publishMode: "DRAFT", caption: "Rye" });
  await using one = await anEditor();
  await using other = await anEditor();
  const path = `/brands/${place.brandId}/posts/${id}/edit`;
  await other.page.route("**/events?*", (route) => route.abort());
  await one.open(path);
  await other.open(path);
  await chooseWhen(other.page, "Now");
  const saved = one.page.waitForResponse((reply) => reply.request().method() === "PATCH" && reply.ok());
  await one.page.getByLabel("Text", { exact: true }).fill("Rye with walnuts");
  await saved;
  await other.page.getByLabel("Text", { exact: true }).fill("Rye with caraway");
  const dialog = other.page.getByRole("dialog", { name: "Somebody else has changed this post" });
  await dialog.getByRole("button", { name: "Keep mine" }).click();
  await other.page.getByText("Saved. It stays a draft until you press “Publish now”.").waitFor();
  const post = await readPost(place, id);
  assert.deepEqual([post.status, post.postingType, post.body], ["DRAFT", "DRAFT", "Rye with caraway"]);
});

test("a post that is refused after its page was left says so, and the browser has what is not saved", async () => {
  await using window = await anEditor();
  const { page } = window;
  await page.route("**/collections/*/posts", async (route) => {
    await page.getByRole("heading", { name: "Media", exact: true }).waitFor();
    await route.continue();
  });
  await page.route("**/app/api/posts/*", async (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    const errors = { scheduledAt: ["The collection has 50 posts on that day already."] };
    await route.fulfill({ status: 422, json: { status: "error", message: "Refused", errors } });
  });
  await window.open(`/brands/${place.brandId}/write?date=2026-12-03`);
  await page.getByLabel("Text", { exact: true }).fill("Rye on Thursday");
  await page.getByRole("button", { name: "Customize" }).click();
  await page.getByRole("menuitem", { name: "Bluesky" }).click();
  await page.getByRole("textbox", { name: "Text for Bluesky" }).fill("Rye, blue");
  await openWhen(page);
  await page.getByLabel("Time", { exact: true }).fill("09:30");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await sendAllTheSame(page);
  await page.getByRole("link", { name: "Media", exact: true }).click();
  const told = page.getByRole("alert").filter({ hasText: "The post that you were writing is not saved" });
  assert.match(await told.innerText(), /has 50 posts on that day already/);
  const [post] = await posts();
  assert.deepEqual([post.status, post.body], ["DRAFT", "Rye on Thursday"]);
  await page.unroute("**/app/api/posts/*");
  await window.open(`/brands/${place.brandId}/posts/${post.id}/edit`);
  await page.getByRole("button", { name: "Bluesky", exact: true }).click();
  assert.equal(await page.getByRole("textbox", { name: "Text for Bluesky" }).inputValue(), "Rye, blue");
});

test("what is being typed when the post leaves stays: it becomes a draft of its own", async () => {
  const id = await aPost(place, { publishMode: "QUEUE", caption: "Rye at eight" });
  await using one = await anEditor();
  await using other = await anEditor();
  const path = `/brands/${place.brandId}/posts/${id}/edit`;
  await one.open(path);
  await one.page.getByLabel("Text", { exact: true }).fill("Rye at nine");
  await other.open(path);
  await chooseWhen(other.page, "Now");
  await other.page.getByRole("button", { name: "Publish now" }).click();
  await sendAllTheSame(other.page);
  await other.page.getByText("The post is on its way.").waitFor();
  await stage.settle();
  await one.page.getByText("You were still writing here.").waitFor();
  assert.deepEqual(await one.barriers(), []);
  await one.picture("left-behind");
  await one.page.getByRole("button", { name: "Save them as a new draft" }).click();
  await one.page.waitForURL((url) => url.pathname !== path);
  await one.page.waitForFunction(() => document.querySelector("textarea")?.value === "Rye at nine");
  const draft = Number(/posts\/(\d+)\/edit/.exec(one.page.url())?.[1]);
  assert.deepEqual([(await readPost(place, draft)).status, (await readPost(place, draft)).body], ["DRAFT", "Rye at nine"]);
  assert.equal((await readPost(place, id)).body, "Rye at eight");
  await one.open(path);
  await one.page.getByText("Rye at eight").waitFor();
  assert.equal(await one.page.getByText("You were still writing here.").count(), 0);
  assert.deepEqual([...one.troubles, ...other.troubles], []);
});

test("what was being typed into a post that somebody deletes can be saved as a new draft", async () => {
  const id = await aPost(place, { publishMode: "QUEUE", caption: "Rye at eight" });
  await must(stage.admin("PATCH", `/account?owner=${encodeURIComponent(place.person.email)}`, { sensitiveActions: true }));
  await using window = await anEditor();
  const { page } = window;
  await window.open(`/brands/${place.brandId}/posts/${id}/edit`);
  await page.getByLabel("Text", { exact: true }).fill("Rye at nine");
  await must(place.api("DELETE", `/posts/${id}`));
  await page.reload();
  await page.getByRole("heading", { name: "This post no longer exists" }).waitFor();
  assert.deepEqual(await window.barriers(), []);
  await page.getByRole("button", { name: "Save them as a new draft" }).click();
  await page.waitForFunction(() => document.querySelector("textarea")?.value === "Rye at nine");
});

test("somebody else in the same browser sees nothing of what was typed and not saved", async () => {
  const email = await aMember(stage, place, "editor");
  await using window = await anEditor();
  const { page } = window;
  await window.open(`/brands/${place.brandId}/write`);
  await page.getByLabel("Text", { exact: true }).fill("Mine alone");
  await page.context().clearCookies();
  await page.goto(`${stage.url}/sign-in`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((at) => at.pathname !== "/sign-in");
  await window.open(`/brands/${place.brandId}/write`);
  assert.equal(await page.getByLabel("Text", { exact: true }).inputValue(), "");
});

test("whoever has been signed out elsewhere reads it on the page, and nothing typed is lost", async () => {
  await using window = await anEditor();
  const { page } = window;
  await window.open(`/brands/${place.brandId}/write`);
  await page.getByLabel("Text", { exact: true }).fill("Half a thought");
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByText("You have been signed out.").waitFor();
  assert.equal(await page.getByLabel("Text", { exact: true }).inputValue(), "Half a thought");
  assert.match((await page.getByRole("link", { name: "Sign in again" }).getAttribute("href")) ?? "", /return_to=.*write/);
});

test("files come from the library or by address, which is not left behind without a question, and a post is copied and deleted", async () => {
  await uploaded(stage, place, { bytes: await aPicture(), name: "shelf.png" });
  const id = await aPost(place, { publishMode: "DRAFT", caption: "Shelf" });
  await using window = await anEditor();
  const { page } = window;
  await window.open(`/brands/${place.brandId}/posts/${id}/edit`);
  await page.getByRole("button", { name: "From the library" }).click();
  await page.getByRole("checkbox", { name: "shelf.png" }).click();
  await window.picture("library");
  assert.deepEqual(await window.barriers(), []);
  await page.getByRole("button", { name: "Add 1 file" }).click();
  await page.getByRole("button", { name: "Remove shelf.png" }).waitFor();
  await page.getByRole("button", { name: "From a link" }).click();
  await page.getByLabel("Link to a file").fill("not an address");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("Enter an address that begins with http:// or https://.").waitFor();
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByText("The draft is saved.").waitFor();
  assert.deepEqual(
    (await readPost(place, id)).media.map(({ name }: { name: string }) => name),
    ["shelf.png"],
  );
  await page.getByRole("button", { name: "Copy as a draft" }).click();
  await page.getByRole("dialog", { name: "Leave without the file?" }).getByRole("button", { name: "Leave" }).click();
  await page.waitForURL((url) => !url.pathname.includes(`/posts/${id}/`));
  const copy = Number(/posts\/(\d+)/.exec(page.url())?.[1]);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("The post is deleted.").waitFor();
  assert.equal(await readPost(place, copy), undefined);
  assert.deepEqual(window.troubles, []);
});

test("a post does not go out without a file whose address is typed, and a reel is kept out of the feed", async () => {
  await using window = await anEditor();
  const { page } = window;
  await window.open(`/brands/${place.brandId}/write`);
  await page.getByLabel("Text", { exact: true }).fill("Rye in a reel");
  await page.getByRole("button", { name: "From a link" }).click();
  await page.getByLabel("Link to a file").fill("https://shop.example/rye.jpg");
  await chooseWhen(page, "Now");
  await page.getByRole("button", { name: "Publish now" }).click();
  await page.getByText("The link to a file is typed, but not added. Add it, or empty the field.").waitFor();
  await page.getByLabel("Link to a file").fill("");
  await page.getByRole("button", { name: "More for Instagram" }).click();
  await page.getByLabel("Show a reel in the feed too").selectOption({ label: "No, only among the reels" });
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.waitForURL(/draft=\d+/);
  const [post] = await posts();
  const whole = await must(stage.admin("GET", `/../posts/${post.id}`));
  assert.deepEqual(whole.platforms, { instagram: { shareToFeed: false } });
  await page.getByLabel("Show a reel in the feed too").selectOption({ label: "As Instagram does by default" });
  await eventually(
    "the draft is saved",
    async () => (await must(stage.admin("GET", `/../posts/${post.id}`))).platforms?.instagram === undefined,
  );
  assert.deepEqual(window.troubles, []);
});

test("new posts of one brand in two tabs do not take each other's place", async () => {
  await using window = await anEditor();
  const { page } = window;
  await window.open(`/brands/${place.brandId}/write`);
  await page.getByLabel("Text", { exact: true }).fill("In the first tab");
  const dated = await page.context().newPage();
  await dated.goto(`${page.url()}?date=2026-12-24`);
  await dated.getByText("This is what you were writing here before.").waitFor();
  await dated.close();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByText("This is what you were writing here before.").waitFor();
  await other.getByRole("button", { name: "Start over" }).click();
  await other.getByLabel("Text", { exact: true }).fill("In the second tab");
  const kept = () => page.evaluate(() => Object.values({ ...localStorage }).join());
  await eventually("both are kept", async () => {
    const texts = await kept();
    return texts.includes("In the first tab") && texts.includes("In the second tab");
  });
  await other.close();
  await page.getByLabel("Text", { exact: true }).fill("In the first tab, still");
  await eventually("both stay", async () => {
    const texts = await kept();
    return texts.includes("In the first tab, still") && texts.includes("In the second tab");
  });
  await chooseWhen(page, "Now");
  await page.getByRole("button", { name: "Publish now" }).click();
  await sendAllTheSame(page);
  await page.getByText("The post is on its way.").waitFor();
  await eventually("nothing of it is offered again", async () => !(await kept()).includes("In the first tab"));
  assert.deepEqual(window.troubles, []);
});

test("each file is described in words of its own; the library's are offered, and never taken by themselves", async () => {
  const loaf = await uploaded(stage, place, { bytes: await aPicture(), name: "described.png" });
  const plain = await uploaded(stage, place, { bytes: await aPhoto(), name: "plain.jpg" });
  await must(stage.admin("PATCH", `/../brands/${place.brandId}/media/description`, { id: loaf, description: "A loaf on a board" }));
  const id = await aPost(place, { publishMode: "DRAFT", caption: "Two", media: [{ id: loaf }, { id: plain }] });
  await using window = await anEditor();
  const { page } = window;
  await window.open(`/brands/${place.brandId}/posts/${id}/edit`);
  await page.getByRole("button", { name: "ALT: describe described.png" }).click();
  const first = page.getByLabel("Alternative text of described.png", { exact: true });
  assert.equal(await first.inputValue(), "");
  await page.getByRole("button", { name: "Use the library’s description" }).click();
  assert.equal(await first.inputValue(), "A loaf on a board");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "ALT: change the description of described.png" }).waitFor();
  await page.getByRole("button", { name: "ALT: describe plain.jpg" }).click();
  await page.getByLabel("Alternative text of plain.jpg", { exact: true }).fill("x".repeat(256));
  await page.getByText("This has 256 characters; the limit is 255.").waitFor();
  await window.picture("alternative-texts");
  assert.deepEqual(await window.barriers(), []);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByText("An alternative text has at most 255 characters.").waitFor();
  await describe(page, "plain.jpg", "Rolls in a basket");
  assert.deepEqual(await window.barriers(), []);
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByText("The draft is saved.").waitFor();
  const { media } = await must(stage.admin("GET", `/../posts/${id}`));
  assert.deepEqual(
    media.map(({ alt }: { alt: string }) => alt),
    ["A loaf on a board", "Rolls in a basket"],
  );
  assert.deepEqual(window.troubles, []);
});

test("a new post is made with the texts of its files, and one that does not arrive is sent again", async () => {
  await using window = await anEditor();
  const { page } = window;
  await window.open(`/brands/${place.brandId}/write`);
  await page.getByLabel("Text", { exact: true }).fill("Spelt");
  const file = { name: "spelt.jpg", mimeType: "image/jpeg", buffer: await aPhoto() };
  await page.route("**/media", (route) => route.abort(), { times: 1 });
  await page.locator("input[type=file]").setInputFiles([file]);
  const uploads = page.getByRole("region", { name: "Uploads" });
  await uploads.getByText("The service could not be reached. Check the connection, then try again.").waitFor();
  await uploads.getByRole("button", { name: "Send spelt.jpg again" }).click();
  await describe(page, "spelt.jpg", "Ears of spelt");
  await page.getByRole("button", { name: "Queue", exact: true }).click();
  await page.getByText("The post is in the queue").waitFor();
  const post = (await posts()).find(({ body }: { body: string }) => body === "Spelt");
  assert.equal((await must(stage.admin("GET", `/../posts/${post.id}`))).media[0].alt, "Ears of spelt");
  assert.deepEqual(window.troubles, []);
});

test("a picture is cropped by keyboard and in numbers; it takes the original's place, which comes back", async () => {
  const picture = await uploaded(stage, place, { bytes: await aPicture(), name: "wide.png" });
  const id = await aPost(place, { publishMode: "DRAFT", caption: "Cropped", media: [{ id: picture }] });
  await using window = await anEditor();
  const { page } = window;
  await window.open(`/brands/${place.brandId}/posts/${id}/edit`);
  await describe(page, "wide.png", "All of it");
  await page.getByRole("button", { name: "Crop wide.png" }).click();
  const dialog = page.getByRole("dialog", { name: "Crop wide.png" });
  await dialog.getByText("The result has 640 × 480 pixels.").waitFor();
  assert.match(await dialog.getByLabel("Shape").innerText(), /9:16 \(not on Instagram\)/);
  await dialog.getByLabel("Shape").selectOption("1:1");
  await dialog.getByText("The result has 480 × 480 pixels.").waitFor();
  assert.equal(await dialog.getByLabel("From the left").inputValue(), "80");
  await dialog.getByLabel("Part of the picture. Arrow keys move it.").focus();
  await page.keyboard.press("Shift+ArrowLeft");
  assert.ok(Number(await dialog.getByLabel("From the left").inputValue()) < 80);
  await dialog.getByRole("button", { name: "Rotate by 90°" }).click();
  await dialog.getByLabel("Width").fill("300");
  await dialog.getByText("The result has 300 × 300 pixels.").waitFor();
  await window.picture("crop");
  assert.deepEqual(await window.barriers(), []);
  await dialog.getByRole("button", { name: "Crop", exact: true }).click();
  await page.getByRole("button", { name: "Remove wide (cropped).png" }).waitFor();
  await page.getByRole("button", { name: "ALT: change the description of wide (cropped).png" }).click();
  assert.equal(await page.getByLabel("Alternative text of wide (cropped).png").inputValue(), "All of it");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Undo the crop" }).click();
  await page.getByRole("button", { name: "Remove wide.png" }).waitFor();
  assert.deepEqual(window.troubles, []);
});

test("the composer stays as it is if a part of it cannot be loaded, as after an upgrade", async () => {
  const picture = await uploaded(stage, place, { bytes: await aPicture(), name: "wide.png" });
  const id = await aPost(place, { publishMode: "DRAFT", caption: "Kept", media: [{ id: picture }] });
  await using window = await anEditor();
  const { page } = window;
  await window.open(`/brands/${place.brandId}/posts/${id}/edit`);
  await describe(page, "wide.png", "Typed a moment ago");
  await page.route("**/assets/CropDialog-*.js", (route) => route.abort());
  await page.getByRole("button", { name: "Crop wide.png" }).click();
  await page.getByText("A part of this page could not be loaded. Reload the page: there may be a new version.").waitFor();
  assert.equal(await page.getByRole("dialog").count(), 0);
  await page.getByRole("button", { name: "ALT: change the description of wide.png" }).click();
  assert.equal(await page.getByLabel("Alternative text of wide.png", { exact: true }).inputValue(), "Typed a moment ago");
});

test("the playlists of a YouTube channel are chosen by name; where YouTube does not answer, what was chosen stays", async () => {
  const cinema = await aPlace(stage, { channels: ["YouTube"] });
  const id = await aPost(cinema, { publishMode: "DRAFT", caption: "A film" });
  const email = await aMember(stage, cinema, "editor");
  await using window = await aDashboardWindow(opened.browser, stage, { email });
  const { page } = window;
  await window.open(`/brands/${cinema.brandId}/posts/${id}/edit`);
  await page.getByRole("button", { name: "More for YouTube" }).click();
  await page.getByRole("checkbox", { name: "Recipes" }).check();
  await page.getByText("Saved.").waitFor();
  const chosen = async () => (await must(stage.admin("GET", `/../posts/${id}`))).platforms.youtube.playlists;
  const before = await chosen();
  assert.deepEqual([before[0].channelId, before[0].playlistIds.length], [cinema.channelIds[0], 1]);
  const world = sandboxOn({ db: stage.app.db, now: stage.now, sandboxUrl: stage.app.sandboxUrl ?? "" }).world(youtubeSandbox);
  const refusal = { code: 503, reason: "backendError", message: "Come back later." };
  await world.objects.put("settings", "youtube", { refusals: { "playlists.list": refusal } });
  await window.open(`/brands/${cinema.brandId}/posts/${id}/edit`);
  await page.getByText("The playlists cannot be shown now; what was chosen stays.").waitFor();
  assert.ok(await page.getByRole("checkbox", { name: /A playlist that is not in the list/ }).isChecked());
  await window.picture("playlists");
  assert.deepEqual(await window.barriers(), []);
  await world.objects.put("settings", "youtube", {});
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("checkbox", { name: "Talks" }).waitFor();
  assert.ok(await page.getByRole("checkbox", { name: "Recipes" }).isChecked());
  assert.deepEqual(await chosen(), before);
  assert.deepEqual(window.troubles, []);
});

test("a published post is shown and cannot be changed; the keys are listed behind a question mark", async () => {
  const id = await aPost(place, { publishMode: "IMMEDIATE", caption: "Gone out" });
  await stage.settle();
  await using window = await anEditor();
  await window.open(`/brands/${place.brandId}/posts/${id}/edit`);
  await window.page.getByText("The post is already published and cannot be changed.").waitFor();
  await window.page.getByText("Gone out").waitFor();
  assert.equal(await window.page.getByRole("button", { name: "Save changes" }).count(), 0);
  await window.open(`/brands/${place.brandId}/write`);
  await window.page.getByLabel("Text", { exact: true }).waitFor();
  await window.page.keyboard.press("Shift+?");
  await window.page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  assert.deepEqual(await window.barriers(), []);
});

for (const size of ["desktop", "phone"] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`axe finds nothing wrong with the composer on a ${size}, ${colorScheme}, and nothing is wider than the window`, async () => {
      await using window = await anEditor({ size, colorScheme });
      const { page } = window;
      await window.open(`/brands/${place.brandId}/write?date=2026-12-01`);
      await page.getByLabel("Text", { exact: true }).fill(`What next? ${"long ".repeat(80)}`);
      for (const part of ["Title, link and more", "Poll", "First comment", "Story", "Place", "More for Instagram", "More for TikTok"]) {
        await page.getByRole("button", { name: part, exact: true }).click();
      }
      await page.getByRole("button", { name: "Schedule", exact: true }).click();
      await page.getByText("Ask a question, or remove the poll.").waitFor();
      await window.picture(`write-${size}-${colorScheme}`);
      assert.deepEqual(await window.barriers([colorScheme]), []);
      const width = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(width <= 0, `${width} pixels too wide`);
      await page.locator("input[type=file]").setInputFiles([{ name: "rye.jpg", mimeType: "image/jpeg", buffer: await aPhoto() }]);
      await page.getByRole("button", { name: "ALT: describe rye.jpg" }).waitFor();
      assert.deepEqual(await window.barriers([colorScheme]), []);
      await page.getByRole("button", { name: "Crop rye.jpg" }).click();
      const dialog = page.getByRole("dialog", { name: "Crop rye.jpg" });
      await dialog.getByText("The result has 640 × 480 pixels.").waitFor();
      await window.picture(`crop-${size}-${colorScheme}`);
      assert.deepEqual(await window.barriers([colorScheme]), []);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)) <= 0);
      assert.deepEqual(window.troubles, []);
    });
  }
}

test("one network gets words of its own: counted, shown, kept, published, and taken back", async () => {
  await using window = await anEditor();
  const { page } = window;
  const text = page.getByLabel("Text", { exact: true });
  const forBluesky = page.getByLabel("Text for Bluesky", { exact: true }).and(page.getByRole("textbox"));
  await window.open(`/brands/${place.brandId}/write`);
  await text.fill("Rye bread. ".repeat(30).trim());
  await row(page, "Bluesky").getByText("29 too long").first().waitFor();
  await page.getByRole("button", { name: "Customize" }).click();
  await page.getByRole("menuitem", { name: "Bluesky" }).click();
  assert.equal(await forBluesky.inputValue(), "Rye bread. ".repeat(30).trim());
  assert.ok(await forBluesky.evaluate((field) => field === document.activeElement));
  await forBluesky.fill("");
  await page.getByRole("button", { name: "Queue", exact: true }).click();
  await page.getByText("Write something for Bluesky, or use the common text again.").waitFor();
  await forBluesky.fill("Rye, in short");
  await row(page, "Bluesky").getByText("287 left").waitFor();
  await (await card(page, "Bluesky")).getByText("Goes out.").waitFor();
  await (await card(page, "Bluesky")).getByText("Rye, in short", { exact: true }).waitFor();
  await (await card(page, "Mastodon")).getByText("Rye bread.").waitFor();
  await page.reload();
  await page.getByText("This is what you were writing here before.").waitFor();
  await page.getByRole("button", { name: "Bluesky", exact: true }).click();
  assert.equal(await forBluesky.inputValue(), "Rye, in short");
  await window.picture("write-own-words");
  assert.deepEqual(await window.barriers(), []);
  await page.getByRole("button", { name: "Customize" }).click();
  await page.getByRole("menuitem", { name: "TikTok" }).click();
  await page.getByRole("button", { name: "Use the common text again for TikTok" }).click();
  assert.equal(await page.getByLabel("Text for TikTok", { exact: true }).count(), 0);
  await chooseWhen(page, "Now");
  await page.getByRole("button", { name: "Publish now" }).click();
  await sendAllTheSame(page);
  await page.getByText("The post is on its way.").waitFor();
  await stage.settle();
  const bodies = (await entries(place, "PUBLISHED")).map((entry: { body: string }) => entry.body);
  assert.ok(bodies.includes("Rye, in short") && bodies.includes("Rye bread. ".repeat(30).trim()));
  assert.deepEqual(window.troubles, []);
});

test("words of its own are in the conflict of two people too, and on a phone in the dark", async () => {
  await using window = await anEditor({ size: "phone", colorScheme: "dark" });
  const { page } = window;
  const id = await aPost(place, { publishMode: "DRAFT", caption: "Common" });
  await window.open(`/brands/${place.brandId}/posts/${id}/edit`);
  await page.getByRole("button", { name: "Customize" }).click();
  await page.getByRole("menuitem", { name: "Mastodon" }).click();
  const { version } = await must(stage.admin("GET", `/../posts/${id}`));
  const captions = [{ type: "Mastodon", caption: "Theirs for Mastodon" }];
  await must(stage.admin("PATCH", `/../posts/${id}`, { version, caption: "Common", captions }));
  await page.getByRole("textbox", { name: "Text for Mastodon" }).fill("Mine for Mastodon");
  const section = page.getByRole("region", { name: "Text for Mastodon" }).filter({ hasText: "Theirs for Mastodon" });
  await section.getByText("Mine for Mastodon").waitFor();
  assert.deepEqual(await window.barriers(), []);
  await window.picture("write-own-words-conflict");
  await page.getByRole("button", { name: "Take theirs" }).click();
  assert.equal(await page.getByRole("textbox", { name: "Text for Mastodon" }).inputValue(), "Theirs for Mastodon");
  assert.deepEqual(await window.barriers(), []);
  assert.deepEqual(window.troubles, []);
});
