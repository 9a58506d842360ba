import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { AdvisoryLocks, LOCK_SPACES } from "../../server/src/ground/database/locks.ts";
import { runImports } from "../../server/src/intake/imports/loop.ts";
import { aPlace, type Place } from "../../server/src/testing/builders.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aBrowser } from "../journeys/browser.ts";
import { aDashboardWindow, aMember } from "./window.ts";

let stage: Stage;
let place: Place;
let opened: Awaited<ReturnType<typeof aBrowser>>;
const stop = new AbortController();
let work: Promise<void>;
let locks: AdvisoryLocks;
before(async () => {
  stage = await openStage();
  opened = await aBrowser();
  locks = new AdvisoryLocks(stage.databaseUrl, LOCK_SPACES.imports);
  work = runImports(stage.app, { locks, stop: stop.signal });
});
beforeEach(async () => {
  place = await aPlace(stage, { queues: ["Mon 09:00"] });
});
after(async () => {
  stop.abort();
  await work;
  await locks[Symbol.asyncDispose]();
  await opened[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

const HEADER = "Text,Image URL,Tags,Posting Time";
const asEditor = async (facts: { size?: "phone"; colorScheme?: "dark" } = {}) =>
  aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "editor"), ...facts });

/** Ten posts a day, as many as a collection may have. */
function aBufferFile(count: number): string {
  const first = Date.UTC(2027, 2, 4);
  const lines = Array.from({ length: count }, (_, index) => {
    const day = new Date(first + Math.floor(index / 10) * 86_400_000).toISOString().slice(0, 10);
    return `"Post number ${index}, fresh from the oven",,,${day} ${String(8 + (index % 10)).padStart(2, "0")}:00`;
  });
  return `${HEADER}\n${lines.join("\n")}\n`;
}

async function countPosts(): Promise<number> {
  const { rows } = await stage.app.db.query("select count(*)::int n from posts where brand_id = $1", [place.brandId]);
  return rows[0].n;
}

const fileOf = (text: string, name = "buffer.csv") => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

test("a Buffer file of a thousand posts is in the calendar after two clicks, and out again after one", async () => {
  await using window = await asEditor();
  const { page } = window;
  await window.open(`/brands/${place.brandId}/queue`);
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await page.getByRole("heading", { name: "Import posts", exact: true }).waitFor();
  await page.locator('input[type="file"]').setInputFiles(fileOf(aBufferFile(1000)));
  await page.getByRole("heading", { name: "This is a Buffer file", exact: true }).waitFor();
  await page.getByText("1,000 posts can be imported. 1,000 scheduled.").waitFor();
  assert.equal(await countPosts(), 0);
  await window.picture("import-preview");
  await page.getByRole("button", { name: "Import 1,000 posts" }).click();
  await page.getByText("1,000 posts have been imported.").waitFor();
  assert.equal(await countPosts(), 1000);
  await window.picture("import-done");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("The import was undone: 1,000 posts removed.").waitFor();
  assert.equal(await countPosts(), 0);
  await window.picture("import-undone");
  assert.deepEqual(window.troubles, []);
});

test("a table that nobody knows is asked about: its columns, and which number of its dates is the day", async () => {
  await using window = await asEditor();
  const { page } = window;
  await window.open(`/brands/${place.brandId}/calendar`);
  await page.getByRole("main").getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Import", exact: true }).click();
  await page.getByRole("heading", { name: "Import posts", exact: true }).waitFor();
  await page.locator('input[type="file"]').setInputFiles(fileOf("When;What\n03/04/2027 09:00;Good morning\n", "plan.csv"));
  await page.getByRole("heading", { name: "This is a table of posts", exact: true }).waitFor();
  const question = page.getByText("Say which column has the text of the posts.");
  await question.waitFor();
  await page.getByLabel("What, such as “Good morning”").selectOption("Text");
  await question.waitFor({ state: "detached" });
  await page.getByLabel("When, such as “03/04/2027 09:00”").selectOption("Date");
  await page.getByText("Every date could have the day or the month first. Say which.").waitFor();
  await page.getByLabel("Dates such as 03/04 are").selectOption("3 April (the day first)");
  await page
    .getByRole("listitem")
    .filter({ hasText: /Sat, Apr 3, 2027, 9:00 AM/ })
    .waitFor();
  await page.getByRole("button", { name: "Import 1 post" }).click();
  await page.getByText("1 post has been imported.").waitFor();
  assert.equal(await countPosts(), 1);
  assert.deepEqual(window.troubles, []);
});

test("rows with problems are marked with the reason, and are told again after the import, which is found again later", async () => {
  await using window = await asEditor();
  const { page } = window;
  await window.open(`/brands/${place.brandId}/import`);
  await page.locator('input[type="file"]').setInputFiles(fileOf(`${HEADER}\nFine,,,2027-03-04 09:00\nToo old,,,2020-01-01 09:00\n`));
  await page.getByText("1 row with problems will not be imported.").waitFor();
  await page.getByLabel("Only rows that will not be imported").check();
  const row = page.getByRole("list", { name: "The posts" }).getByRole("listitem").filter({ hasText: "Too old" });
  assert.match(await row.innerText(), /Will not be imported\s+Posting Time: The date has passed\./);
  await page.getByRole("button", { name: "Import 1 post" }).click();
  await page.getByRole("heading", { name: "1 row could not be imported.", exact: true }).waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download the rows that failed" }).click();
  assert.equal((await download).suggestedFilename(), "failed rows of buffer.csv");
  await page.getByRole("button", { name: "Import another file" }).click();
  await page.getByRole("button", { name: "Show buffer.csv" }).click();
  await page.getByText("1 post has been imported.").waitFor();
  assert.deepEqual(window.troubles, []);
});

test("the three steps say where one is; whoever goes back finds the file and what was chosen, and nothing is stored before the last", async () => {
  await using window = await asEditor();
  const { page } = window;
  const at = (step: string) => page.getByRole("list", { name: "Steps of the import" }).locator("[aria-current=step]", { hasText: step });
  await window.open(`/brands/${place.brandId}/import`);
  await at("Choose the file").waitFor();
  await page.locator('input[type="file"]').setInputFiles(fileOf(`${HEADER}\nFine,,,2027-03-04 09:00\nToo old,,,2020-01-01 09:00\n`));
  await at("Check the posts").waitFor();
  await page.getByLabel("The posts are").selectOption("Saved as drafts");
  await page.getByText("2 posts can be imported. 2 as drafts.").waitFor();
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await at("Choose the file").waitFor();
  await page.getByRole("heading", { name: "buffer.csv", exact: true }).waitFor();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByText("2 posts can be imported. 2 as drafts.").waitFor();
  await page.goBack();
  await at("Choose the file").waitFor();
  await page.getByRole("button", { name: "Check the posts" }).click();
  await page.getByText("2 posts can be imported. 2 as drafts.").waitFor();
  assert.equal(await countPosts(), 0);
  await page.getByRole("button", { name: "Import 2 posts" }).click();
  await at("Import").waitFor();
  await page.getByText("2 posts are among your drafts.").waitFor();
  assert.equal(await countPosts(), 2);
  await page.goBack();
  await page.getByRole("heading", { name: "Drop a CSV file here", exact: true }).waitFor();
  assert.deepEqual(window.troubles, []);
});

for (const [size, colorScheme] of [
  ["desktop", "light"],
  ["phone", "dark"],
] as const) {
  test(`axe finds nothing wrong with the page, the preview and the result on a ${size}, ${colorScheme}`, async () => {
    await using window = await asEditor({ ...(size === "phone" ? { size } : {}), ...(colorScheme === "dark" ? { colorScheme } : {}) });
    const { page } = window;
    await window.open(`/brands/${place.brandId}/import`);
    assert.deepEqual(await window.barriers(), [], "before a file");
    await page.locator('input[type="file"]').setInputFiles(fileOf("Text,Date\nFine,2027-03-04 09:00\nToo old,2020-03-04 09:00\n"));
    await page.getByText("1 row with problems will not be imported.").waitFor();
    assert.deepEqual(await window.barriers(), [], "the preview");
    await window.picture(`import-${size}-${colorScheme}`);
    await page.getByRole("button", { name: "Import 1 post" }).click();
    await page.getByText("1 post has been imported.").waitFor();
    assert.deepEqual(await window.barriers(), [], "the result");
  });
}
