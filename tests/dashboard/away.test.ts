import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { temporaryFolder } from "../../server/src/ground/database/testing.ts";
import { aPlace, type Place } from "../../server/src/testing/builders.ts";
import { freePort } from "../../server/src/testing/free-port.ts";
import { PASSWORD } from "../../server/src/testing/program.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aBrowser } from "../journeys/browser.ts";
import { running } from "../journeys/running.ts";
import { aDashboardWindow, aMember } from "./window.ts";

const EMAIL = "ada@example.org";

let stage: Stage;
let place: Place;
let opened: Awaited<ReturnType<typeof aBrowser>>;
before(async () => {
  stage = await openStage();
  opened = await aBrowser();
  place = await aPlace(stage, { channels: ["Mastodon"] });
});
after(async () => {
  await opened[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

test("a page that was opened while the service was stopped comes back by itself when it is started", async () => {
  await using folder = await temporaryFolder();
  const settings = { PORT: String(await freePort()), ROSTRUM_DEMO: "0" };
  const options = { dataDirectory: join(folder.path, "data") };
  const service = await running(settings, options);
  await service.rostrum(["admin", "users", "create", "--name", "Ada Baker", "--email", EMAIL]);
  await service.rostrum(["admin", "users", "set-password", "--user", EMAIL, "--password-stdin"], { input: `${PASSWORD}\n` });
  await using window = await aDashboardWindow(opened.browser, service, { email: EMAIL });
  const { page } = window;
  await window.open("/settings/profile");
  await service.stop();
  await page.getByRole("button", { name: "Menu of Ada Baker" }).click();
  await page.getByRole("menuitem", { name: "API and programs" }).click();
  await page.getByText("Rostrum cannot be reached right now").waitFor();
  await using again = await running(settings, options);
  await page.getByRole("heading", { name: "API and programs" }).waitFor();
  assert.equal(again.url, service.url);
});

test("who is offline reads so at once, and the page goes on where it was when they are back", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "editor") });
  const { page } = window;
  await window.open("/settings/profile");
  await page.getByRole("textbox", { name: "Name" }).fill("Ada Offline");
  await page.context().setOffline(true);
  await page.getByText("You are offline.").waitFor();
  await page.context().setOffline(false);
  await page.getByText("You are offline.").waitFor({ state: "detached" });
  assert.equal(await page.getByRole("textbox", { name: "Name" }).inputValue(), "Ada Offline");
});

test("whoever has been signed out finds the way back in at the button that they pressed, and what they typed is kept", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "editor") });
  const { page } = window;
  await window.open("/settings/profile");
  await page.getByRole("textbox", { name: "Name" }).fill("Ada Signed Out");
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Save" }).click();
  const problem = page.locator("form").getByRole("alert");
  await problem.getByText("You have been signed out.").waitFor();
  const href = await problem.getByRole("link", { name: "Sign in again" }).getAttribute("href");
  assert.equal(href, "/sign-in?return_to=%2Fsettings%2Fprofile");
  assert.equal(await page.getByRole("textbox", { name: "Name" }).inputValue(), "Ada Signed Out");
});

test("a person's language is that of the dashboard and of the service's pages, whatever their browser asks for", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "editor") });
  const { page } = window;
  await window.open("/settings/profile");
  await page.getByRole("combobox", { name: "Language" }).click();
  await page.getByRole("option", { name: "Deutsch" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Profil", exact: true }).waitFor();
  await page.goto(`${stage.url}/account`);
  await page.getByRole("heading", { name: "Ihr Konto" }).waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "de");
});
