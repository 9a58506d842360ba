import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { aPlace, aPost, type Place } from "../../server/src/testing/builders.ts";
import { aPhoto, aPicture, uploaded } from "../../server/src/testing/media.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aVideoFile } from "../../server/src/testing/videos.ts";
import { aBrowser } from "../journeys/browser.ts";
import { aDashboardWindow, aMember } from "./window.ts";

let stage: Stage;
let place: Place;
let opened: Awaited<ReturnType<typeof aBrowser>>;
before(async () => {
  stage = await openStage();
  opened = await aBrowser();
});
beforeEach(async () => {
  place = await aPlace(stage, { queues: ["Mon 09:00"] });
});
after(async () => {
  await opened[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

async function aFile(name: string): Promise<string> {
  return uploaded(stage, place, { bytes: await aPhoto(), name });
}

async function someFiles(): Promise<void> {
  const used = await aFile("rye-with-walnuts.jpg");
  await aFile("oven at night, from the street, with a very long name that does not fit.jpg");
  await uploaded(stage, place, { bytes: await aVideoFile({ seconds: 2 }), name: "dough.mp4" });
  await aPost(place, { publishMode: "QUEUE", caption: "Rye with walnuts, every Monday", media: [{ id: used }] });
  await aPost(place, { publishMode: "DRAFT", caption: "Not yet", media: [{ id: used }] });
}

const path = () => `/brands/${place.brandId}/media`;
const asEditor = async (facts: { size?: "phone"; colorScheme?: "dark" } = {}) =>
  aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "editor"), ...facts });

test("files are uploaded by choice and by paste; one that cannot be taken stays with the reason", async () => {
  await using window = await asEditor();
  const { page } = window;
  await window.open(path());
  await page.getByRole("heading", { name: "No files yet", exact: true }).waitFor();
  const [first, second] = [await aPicture("#c80"), await aPicture("#08c")];
  await page.locator('input[type="file"]').setInputFiles([
    { name: "bread.png", mimeType: "image/png", buffer: first },
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("not a picture") },
  ]);
  await page.getByRole("button", { name: "Show bread.png" }).waitFor();
  const uploads = page.getByRole("region", { name: "Uploads" });
  assert.match(await uploads.getByRole("alert").innerText(), /The file must be a file of type jpg, jpeg, png, bmp, mp4, mov or pdf/);
  await window.picture("media-upload-refused");
  await uploads.getByRole("button", { name: "Dismiss notes.txt" }).click();
  await uploads.waitFor({ state: "detached" });
  await page.evaluate(
    (bytes) => {
      // A spreadsheet's cell: its text, and a picture of it.
      const cell = new DataTransfer();
      cell.setData("text/plain", "Rye");
      cell.items.add(new File([new Uint8Array(bytes)], "cell.png", { type: "image/png" }));
      globalThis.dispatchEvent(new ClipboardEvent("paste", { clipboardData: cell }));
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], "pasted.png", { type: "image/png" }));
      globalThis.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data }));
    },
    [...second],
  );
  await page.getByRole("button", { name: "Show pasted.png" }).waitFor();
  await page.getByText(/^2 files, .* None of them is used yet\./).waitFor();
  assert.deepEqual(window.troubles, []);
});

test("a file says what it is and where it is used, and can be renamed", async () => {
  await someFiles();
  await using window = await asEditor();
  const { page } = window;
  await window.open(path());
  await page.getByRole("button", { name: "Show rye-with-walnuts.jpg" }).click();
  const dialog = page.getByRole("complementary");
  await dialog.getByText("640 × 480 pixels").waitFor();
  const queued = dialog.getByRole("listitem").filter({ hasText: "Queued" });
  assert.match(await queued.innerText(), /Rye with walnuts, every Monday\s+Mon, Nov 23, 9:00 AM/);
  assert.match((await queued.getByRole("link").getAttribute("href")) ?? "", /\/posts\/\d+\/edit$/);
  await dialog.getByLabel("Name").fill("loaf.jpg");
  await dialog.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("complementary", { name: "loaf.jpg" }).waitFor();
  await dialog.getByLabel("What it shows").fill("A loaf with walnuts");
  await dialog.getByRole("button", { name: "Save the description" }).click();
  await page.getByText("The description is saved.").waitFor();
  await window.picture("media-file");
  await dialog.getByLabel("What it shows").fill("A loaf with walnuts, not saved");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: /^Delete loaf\.jpg/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: /^Delete loaf\.jpg/ }).waitFor({ state: "hidden" });
  assert.equal(await dialog.getByLabel("What it shows").inputValue(), "A loaf with walnuts, not saved", "only the question is closed");
  await page.keyboard.press("Escape");
  await page.waitForURL((url) => url.search === "");
  assert.deepEqual(window.troubles, []);
});

test("the list shows small pictures, and a file that is cropped from another one appears beside it", async () => {
  await aFile("crusty.jpg");
  await using window = await asEditor();
  const { page } = window;
  await window.open(path());
  const picture = page.getByRole("button", { name: "Show crusty.jpg" }).locator("img");
  await picture.waitFor();
  assert.match((await picture.getAttribute("src")) ?? "", /crusty\.webp$/);
  await page.waitForFunction(() => [...document.images].some(({ naturalWidth }) => naturalWidth === 480));
  await page.getByRole("button", { name: "Show crusty.jpg" }).click();
  await page.getByRole("button", { name: "Crop…" }).click();
  const dialog = page.getByRole("dialog", { name: "Crop crusty.jpg" });
  await dialog.getByLabel("Shape").selectOption("4:5");
  await dialog.getByText("The result has 384 × 480 pixels.").waitFor();
  await window.picture("media-crop");
  assert.deepEqual(await window.barriers(), []);
  await dialog.getByRole("button", { name: "Crop", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Show crusty (cropped).jpg" }).waitFor();
  assert.deepEqual(window.troubles, []);
});

test("many are deleted at once; what a post needs stays, with the reason", async () => {
  await someFiles();
  await using window = await asEditor();
  const { page } = window;
  await window.open(path());
  await page.getByRole("button", { name: "Choose all on this page" }).click();
  await page.getByText("3 files chosen").waitFor();
  await page.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete 3 files?" });
  await window.picture("media-delete");
  await dialog.getByRole("button", { name: "Delete" }).click();
  const kept = page.getByRole("alert").filter({ hasText: "1 file stays" });
  await kept.waitFor();
  assert.match(await kept.innerText(), /2 files deleted\.[\s\S]*rye-with-walnuts\.jpg: The post “.*” needs it and has not been published/);
  await page.getByRole("button", { name: "Show dough.mp4" }).waitFor({ state: "detached" });
  await window.picture("media-kept");
});

test("the address says what the list is narrowed to, and a viewer can change nothing", async () => {
  await someFiles();
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "viewer") });
  const { page } = window;
  await window.open(`${path()}?use=unused&type=IMAGE`);
  await page.getByRole("button", { name: /^Show oven/ }).waitFor();
  assert.equal(await page.getByRole("list", { name: "Files" }).getByRole("listitem").count(), 1);
  await page.getByLabel("Kind").selectOption("Videos");
  await page.getByRole("button", { name: "Show dough.mp4" }).waitFor();
  await page.getByLabel("Search name or alt text").fill("nothing like it");
  await page.getByRole("heading", { name: "Nothing found", exact: true }).waitFor();
  assert.match(page.url(), /type=VIDEO/);
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await page.getByRole("button", { name: "Show rye-with-walnuts.jpg" }).waitFor();
  assert.equal(await page.getByRole("checkbox").count(), 0);
  assert.equal(await page.getByRole("button", { name: "Upload files" }).count(), 0);
});

test("two windows see each other's change without a reload", async () => {
  await using mine = await asEditor();
  await using theirs = await asEditor();
  for (const window of [mine, theirs]) {
    const events = window.page.waitForResponse((response) => response.url().includes("/events?"));
    await window.open(path());
    await events;
    await window.page.getByRole("heading", { name: "No files yet", exact: true }).waitFor();
  }
  for (const [from, to, name] of [
    [mine, theirs, "mine.png"],
    [theirs, mine, "theirs.png"],
  ] as const) {
    await from.page.locator('input[type="file"]').setInputFiles([{ name, mimeType: "image/png", buffer: await aPicture() }]);
    await from.page.getByRole("button", { name: `Show ${name}` }).waitFor();
    // Nothing asks for this list by itself, so that only the events can have brought it.
    await to.page.getByRole("button", { name: `Show ${name}` }).waitFor();
  }
});

test("a connection that is lost is said after five seconds, and taken back when it is there again", async () => {
  await using window = await asEditor();
  const { page } = window;
  await page.route("**/events?*", (route) => route.abort());
  await window.open(path());
  await page.getByText("Connection lost, so this page may be out of date").waitFor();
  await page.unroute("**/events?*");
  await page.getByText("Connection lost, so this page may be out of date").waitFor({ state: "detached" });
});

for (const size of ["desktop", "phone"] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`axe finds nothing wrong with the library and a file on a ${size}, ${colorScheme}`, async () => {
      await someFiles();
      const email = await aMember(stage, place, "editor");
      await using window = await aDashboardWindow(opened.browser, stage, { email, size, colorScheme });
      const { page } = window;
      await window.open(path());
      await page.getByRole("button", { name: "Choose all on this page" }).click();
      await window.picture(`media-${size}-${colorScheme}`);
      assert.deepEqual(await window.barriers([colorScheme]), []);
      const { width, screen } = await page.evaluate(() => ({ width: document.documentElement.scrollWidth, screen: globalThis.innerWidth }));
      assert.ok(width <= screen, `${width} pixels on a screen of ${screen}`);
      await page.getByRole("button", { name: "Show rye-with-walnuts.jpg" }).click();
      await page.getByRole("complementary").getByText("640 × 480 pixels").waitFor();
      await window.picture(`media-file-${size}-${colorScheme}`);
      assert.deepEqual(await window.barriers([colorScheme]), []);
      assert.deepEqual(window.troubles, []);
    });
  }
}
