import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { temporaryFolder } from "../../server/src/ground/database/testing.ts";
import { archiveOf, makeAsked } from "../../server/src/intake/archives/testing.ts";
import { aPlace, aPost, must, type Place } from "../../server/src/testing/builders.ts";
import { PASSWORD } from "../../server/src/testing/program.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aBrowser } from "../journeys/browser.ts";
import { aDashboardWindow, aMember } from "./window.ts";

let stage: Stage;
let place: Place;
let opened: Awaited<ReturnType<typeof aBrowser>>;
const cleanUp = new AsyncDisposableStack();
before(async () => {
  stage = cleanUp.use(await openStage());
  opened = cleanUp.use(await aBrowser());
  place = await aPlace(stage, { queues: ["Mon 09:00"] });
  await aPost(place, { publishMode: "QUEUE", caption: "Rye" });
});
after(() => cleanUp.disposeAsync());

test("the owner takes everything with them, and brings it in again elsewhere", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "owner") });
  const { page } = window;
  await window.open(`/brands/${place.brandId}/settings`);
  const panel = page.getByRole("region", { name: "Take everything with you" });
  await panel.getByRole("button", { name: "Make an archive" }).click();
  await panel.getByText("The archive is being made.").waitFor();
  assert.deepEqual(await window.barriers(), []);
  await makeAsked(stage);
  const link = panel.getByRole("link", { name: "Download" });
  await link.waitFor();
  assert.deepEqual(await window.barriers(), []);
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  assert.match(download.suggestedFilename(), /^Bakery-\d{4}-\d\d-\d\d\.zip$/);
  const path = await download.path();

  await window.open(`/brands/${place.brandId}`);
  await page.getByRole("button", { name: /^Brand: / }).click();
  await page.getByRole("menuitem", { name: "Import a brand" }).click();
  const dialog = page.getByRole("dialog", { name: "Import a brand" });
  const bring = async () => {
    const chooser = page.waitForEvent("filechooser");
    await dialog.getByRole("button", { name: "Archive" }).click();
    await (await chooser).setFiles(path);
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
  };
  await bring();
  await dialog.getByText(/^Bakery is here, as it was on/).waitFor();
  await dialog.getByText(/^Log in again to these channels: Mastodon /).waitFor();
  await dialog.getByText("Posts that wait until you resume the queue in the brand’s settings: 1.").waitFor();
  assert.deepEqual(await window.barriers(), []);
  await dialog.getByRole("button", { name: "Open its channels" }).click();
  await page.getByRole("heading", { name: "Channels", level: 1 }).waitFor();

  await window.open("/?dialog=bring");
  await bring();
  await dialog.getByText(/^This archive was brought in already: as the brand “Bakery”/).waitFor();
  await dialog.getByLabel("Import it again, as another brand").check();
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await dialog.getByText(/^Bakery is here, as it was on/).waitFor();
  assert.deepEqual(window.troubles, []);
});

test("what is no archive is refused with the reason, and nothing that was chosen is lost", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "holiday.zip");
  await writeFile(path, "no archive");
  const email = `${randomBytes(6).toString("hex")}@example.org`;
  await must(stage.admin("POST", "/users", { name: "Grace Miller", email, password: PASSWORD }));
  await using window = await aDashboardWindow(opened.browser, stage, { email });
  const { page } = window;
  await window.open("/?dialog=bring");
  const dialog = page.getByRole("dialog", { name: "Import a brand" });
  const chooser = page.waitForEvent("filechooser");
  await dialog.getByRole("button", { name: "Archive" }).click();
  await (await chooser).setFiles(path);
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await dialog.getByText("The file is not an archive that Rostrum made, or it is damaged or cut off. Nothing was brought in.").waitFor();
  await dialog.getByText("holiday.zip").waitFor();
  assert.deepEqual(await window.barriers(), []);
});

test("while an archive is on its way only Cancel ends it: neither Escape nor a click beside it", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "bakery.zip");
  await writeFile(path, "an archive");
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "owner") });
  const { page } = window;
  await page.route("**/app/api/brand-arrivals*", () => undefined);
  await window.open("/?dialog=bring");
  const dialog = page.getByRole("dialog", { name: "Import a brand" });
  const chooser = page.waitForEvent("filechooser");
  await dialog.getByRole("button", { name: "Archive" }).click();
  await (await chooser).setFiles(path);
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await dialog.getByRole("status").waitFor();
  assert.equal(await dialog.getByRole("button", { name: "Close" }).count(), 0);
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await dialog.getByRole("status").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  await window.open("/?dialog=bring");
  await dialog.getByRole("button", { name: "Import", exact: true, disabled: true }).waitFor();
});

for (const size of ["desktop", "phone"] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`axe finds nothing wrong with an archive and with bringing one in on a ${size}, ${colorScheme}`, async () => {
      await archiveOf(stage, place.brandId);
      const email = await aMember(stage, place, "owner");
      await using window = await aDashboardWindow(opened.browser, stage, { email, size, colorScheme });
      const { page } = window;
      for (const path of [`/brands/${place.brandId}/settings`, "/?dialog=bring"]) {
        await window.open(path);
        if (path.includes("dialog=")) await page.getByRole("dialog").waitFor();
        else await page.getByRole("link", { name: "Download" }).waitFor();
        await window.picture(`moving-${path.includes("dialog=") ? "bring" : "archive"}-${size}-${colorScheme}`);
        assert.deepEqual(await window.barriers([colorScheme]), [], path);
        const isWide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
        assert.equal(isWide, false, `${path} is wider than the window`);
      }
      assert.deepEqual(window.troubles, []);
    });
  }
}
