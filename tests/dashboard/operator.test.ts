import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aPlace, aPost, must, type Place } from "../../server/src/testing/builders.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aBrowser } from "../journeys/browser.ts";
import { aDashboardWindow, aMember } from "./window.ts";

let stage: Stage;
let place: Place;
let opened: Awaited<ReturnType<typeof aBrowser>>;
before(async () => {
  stage = await openStage();
  opened = await aBrowser();
  place = await aPlace(stage, { channels: ["Mastodon"] });
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
});
after(async () => {
  await opened[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

async function anOperator(): Promise<string> {
  const email = await aMember(stage, place, "viewer");
  await stage.app.db.query("update users set operator = true where email = $1", [email]);
  return email;
}

test("the operator sees how the service is doing; nobody else finds the page in the navigation, or anything on it", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await anOperator() });
  const { page } = window;
  await window.open("/");
  await page.getByRole("button", { name: "Menu of Grace Miller" }).click();
  await page.getByRole("menuitem", { name: "Operator" }).click();
  await page.getByText("Everything leaves on time.").waitFor();
  const lastDay = page.getByRole("list", { name: "The last 24 hours, by network" });
  const mastodon = lastDay.getByRole("listitem").filter({ hasText: "Mastodon" });
  assert.match(await mastodon.innerText(), /^Mastodon\s+1 published\s+All arrived$/);
  await using other = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "owner") });
  await other.open("/");
  await other.page.getByRole("button", { name: "Menu of Grace Miller" }).click();
  await other.page.getByRole("menuitem", { name: "Profile" }).waitFor();
  assert.equal(await other.page.getByRole("menuitem", { name: "Operator" }).count(), 0);
  await other.open("/operator");
  await other.page.getByText("Only the operator of this service can see this page.").waitFor();
  assert.deepEqual([window.troubles, other.troubles], [[], []]);
});

test("the operator makes a backup, sees it in the list, and deletes it after a question", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await anOperator() });
  const { page } = window;
  await window.open("/");
  await page.getByRole("button", { name: "Menu of Grace Miller" }).click();
  await page.getByRole("menuitem", { name: "Operator" }).click();
  const backups = page.getByRole("region", { name: "Backups" });
  await backups.getByText("There is no backup yet.").waitFor();
  await backups.getByRole("button", { name: "Back up now" }).click();
  await backups
    .getByRole("listitem")
    .getByText(/^rostrum-\d{8}T\d{9}Z\.tar · /)
    .waitFor();
  await backups.getByText("Technical details").click();
  await backups.getByText(/Backups are in .*backups$/).waitFor();
  assert.deepEqual(await window.barriers(), []);
  await backups.getByRole("button", { name: /^Delete rostrum-/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await backups.getByText("There is no backup yet.").waitFor();
});

test("the operator sets the application at a network; what is refused is said and nothing typed is lost", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await anOperator() });
  const { page } = window;
  await window.open("/operator?tab=networks");
  const row = page.getByRole("list", { name: "Networks" }).getByRole("listitem").filter({ hasText: "TikTok" });
  await row.getByText("No application yet").waitFor();
  assert.equal(
    await page
      .getByText(/ROSTRUM_/)
      .filter({ visible: true })
      .count(),
    0,
    "settings are named under Technical details alone",
  );
  await row.getByRole("button", { name: "Set application: TikTok" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Client id").fill("key-1");
  await dialog.getByLabel("Client secret", { exact: true }).fill("secret-1");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("The application at TikTok is set.").waitFor();
  await row.getByText("Something is left to do").waitFor();
  await row.getByText("Technical details", { exact: true }).click();
  await row.getByText("Client id at TikTok: key-1").waitFor();
  const networks = await must(stage.admin("GET", "/networks"));
  const tiktok = networks.find(({ type }: { type: string }) => type === "TikTok");
  assert.deepEqual([tiktok.logIns[0].clientId, tiktok.logIns[0].source], ["key-1", "set"]);
});

test("the operator limits what a network may be used, and what nobody has touched stays", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await anOperator() });
  const { page } = window;
  await window.open("/operator?tab=networks");
  const limits = async () => {
    await page.getByRole("button", { name: "More for X" }).click();
    await page.getByRole("menuitem", { name: "Limits" }).click();
  };
  await limits();
  const dialog = page.getByRole("dialog", { name: "Limits of X" });
  await dialog.getByLabel("Spending, USD", { exact: true }).fill("25");
  assert.deepEqual(await window.barriers(), []);
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("The limits are set.").waitFor();
  await dialog.waitFor({ state: "detached" });
  const limitsOf = async () => {
    const networks = await must(stage.admin("GET", "/networks"));
    const { budgets } = networks.find(({ type }: { type: string }) => type === "X");
    return budgets.map(({ name, limit }: { name: string; limit: number | null }) => [name, limit]);
  };
  const others = (await limitsOf()).filter(([name]: [string]) => name !== "spending");
  assert.deepEqual(await limitsOf(), [["spending", 25], ...others]);
  assert.ok(others.length > 0 && others.every(([, limit]: [string, number | null]) => limit === null));
  await limits();
  assert.equal(await dialog.getByLabel("Spending, USD", { exact: true }).inputValue(), "25");
  await dialog.getByLabel("Spending, USD", { exact: true }).fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  assert.deepEqual(await limitsOf(), [["spending", null], ...others]);
});

test("limits and what is used of them have German names in a German dashboard", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await anOperator(), language: "de" });
  const { page } = window;
  await window.open("/operator?tab=networks");
  await page.getByRole("button", { name: "Mehr zu YouTube" }).click();
  await page.getByRole("menuitem", { name: "Grenzen" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Aufrufe, Einheiten", { exact: true }).waitFor();
  await dialog.getByLabel("Reaktionen zählen, Aufrufe", { exact: true }).waitFor();
  assert.doesNotMatch(await dialog.innerText(), /units|calls/);
});

test("the operator adds a person, who can sign in then; an address that is taken is said at the field", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await anOperator() });
  const { page } = window;
  await window.open("/operator?tab=people");
  await page.getByRole("button", { name: "Add a person" }).click();
  const dialog = page.getByRole("dialog");
  const [taken] = await must(stage.admin("GET", "/users"));
  await dialog.getByLabel("Name").fill("Linus Baker");
  await dialog.getByLabel("E-mail address").fill(taken.email);
  await dialog.getByRole("textbox", { name: "Password" }).fill("correct horse");
  await dialog.getByRole("button", { name: "Add" }).click();
  await dialog.getByText(`There is already a user with the e-mail address ${taken.email}.`).waitFor();
  await dialog.getByLabel("E-mail address").fill("linus@example.org");
  await dialog.getByRole("button", { name: "Add" }).click();
  await page.getByText("linus@example.org can sign in now.").waitFor();
  await using own = await aDashboardWindow(opened.browser, stage, { email: "linus@example.org" });
  await own.open("/");
  await own.page.getByText("You have no brand yet").waitFor();
});

for (const size of ["desktop", "phone"] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`axe finds nothing wrong with the operator's pages on a ${size}, ${colorScheme}`, async () => {
      await using window = await aDashboardWindow(opened.browser, stage, { email: await anOperator(), size, colorScheme });
      for (const tab of ["service", "networks", "people"]) {
        await window.open(`/operator?tab=${tab}`);
        await window.picture(`operator-${tab}-${size}-${colorScheme}`);
        assert.deepEqual(await window.barriers([colorScheme]), [], tab);
      }
      await window.page.getByRole("button", { name: "Add a person" }).click();
      await window.page.getByRole("dialog").getByLabel("Name").waitFor();
      assert.deepEqual(await window.barriers([colorScheme]), [], "dialog");
      assert.deepEqual(window.troubles, []);
    });
  }
}
