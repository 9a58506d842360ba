import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { aPlace, must, type Place } from "../../server/src/testing/builders.ts";
import { aDashboard } from "../../server/src/testing/dashboard.ts";
import { aProgram, aSignedIn, isLetIn, PASSWORD } from "../../server/src/testing/program.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aBrowser, aWindow } from "../journeys/browser.ts";
import { aDashboardWindow, aMember, type Window } from "./window.ts";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");

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

const open = (email: string) => aDashboardWindow(opened.browser, stage, { email });

async function aUser(name = "Grace Miller"): Promise<string> {
  const email = `${randomBytes(6).toString("hex")}@example.org`;
  await must(stage.admin("POST", "/users", { name, email, password: PASSWORD }));
  return email;
}

async function aBrandOf(email: string, title = "Corner Bakery"): Promise<number> {
  return (await must(stage.admin("POST", "/brands", { owner: email, title, timezone: "Europe/Berlin" }))).id;
}

const panel = ({ page }: Window, name: string) => page.getByRole("region", { name, exact: true });

test("a person changes their name, and what is wrong stands next to its field without losing what was typed", async () => {
  await using window = await open(await aUser());
  const { page } = window;
  await window.open("/");
  await page.getByRole("button", { name: "Menu of Grace Miller" }).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await page.getByRole("heading", { name: "Profile", exact: true }).waitFor();
  await page.getByRole("textbox", { name: "Name" }).fill(" ");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("This must not be empty.").waitFor();
  await page.getByRole("textbox", { name: "Name" }).fill("Ada Baker");
  await page.getByLabel("Time zone").first().fill("tokyo");
  await page.getByRole("option", { name: "Asia/Tokyo" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Your profile is saved.").waitFor();
  await page.getByRole("button", { name: "Menu of Ada Baker" }).waitFor();
  await page.getByText("Times are in Asia/Tokyo.").waitFor();
  assert.deepEqual(window.troubles, []);
});

test("a new password signs out all other browsers but this one", async () => {
  const email = await aUser();
  await using other = await open(email);
  await using window = await open(email);
  const { page } = window;
  await window.open("/settings/profile");
  await page.getByText("Chrome").first().waitFor();
  assert.equal(await panel(window, "Where you are signed in").getByRole("listitem").count(), 2);
  assert.equal(await page.getByLabel("Current password").count(), 0, "no form before it is asked for");
  await page.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog", { name: "New password" });
  await dialog.getByLabel("Current password").fill("wrong horse");
  const next = dialog.getByRole("textbox", { name: "New password" });
  await next.fill("a better horse");
  await dialog.getByRole("button", { name: "Change password" }).click();
  await dialog.getByText("That is not your current password.").waitFor();
  assert.equal(await next.inputValue(), "a better horse");
  assert.deepEqual(await window.barriers(), []);
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await next.press("Enter");
  await page.getByText("Your password has been changed.").waitFor();
  await page.getByText("This browser", { exact: true }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll("main ul[aria-label='Where you are signed in'] li").length === 1);
  await page.getByRole("textbox", { name: "Name" }).fill("Still here");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Your profile is saved.").waitFor();
  await other.page.goto(`${stage.url}/settings/profile`);
  await other.page.getByRole("heading", { name: "Sign in", exact: true }).waitFor();
});

test("another browser is signed out from the list, and this one from the menu", async () => {
  const email = await aUser();
  await aDashboard(stage, email);
  await using window = await open(email);
  const { page } = window;
  await window.open("/settings/profile");
  await page.getByRole("button", { name: /^Sign out (?!everywhere)/ }).click();
  await page.getByText("That browser is signed out.").waitFor();
  await page.getByRole("button", { name: "Menu of Grace Miller" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in", exact: true }).waitFor();
  await page.goto(`${stage.url}/settings/profile`);
  assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), "Sign in");
});

test("a key is shown once, the snippets with it work as pasted, and revoking ends it", async () => {
  const email = await aUser();
  await aBrandOf(email);
  await using window = await open(email);
  const { page } = window;
  await window.open("/settings/api");
  await page.getByText("You have no API keys yet.").waitFor();
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByRole("dialog").waitFor();
  assert.match(page.url(), /dialog=key/);
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByText("This must not be empty.").waitFor();
  await page.getByLabel("What is it for?").fill("website");
  await page.getByRole("button", { name: "Create key" }).click();
  const field = page.getByRole("textbox", { name: "API key" });
  await field.waitFor();
  const key = await field.inputValue();
  assert.match(key, /^rst_/);
  await window.picture("api-key");
  assert.deepEqual(await window.barriers(), []);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  const snippet = async (name: string) => {
    await page.getByRole("tab", { name, exact: true }).click();
    return page.getByRole("region", { name, exact: true }).innerText();
  };
  const { stdout } = await run("bash", ["-c", `${await snippet("curl")} --silent`]);
  assert.equal(JSON.parse(stdout).data[0].title, "Corner Bakery");
  const typescript = ["--input-type=module-typescript", "--eval", await snippet("TypeScript")];
  assert.match((await run(process.execPath, typescript, { cwd: ROOT })).stdout, /^\d+ Corner Bakery\n$/);
  assert.deepEqual(JSON.parse(await snippet("MCP")).mcpServers.rostrum, { type: "http", url: `${stage.url}/mcp` });
  const local = JSON.parse(await snippet("MCP with a key")).mcpServers.rostrum;
  assert.deepEqual(local.env, { ROSTRUM_URL: stage.url, ROSTRUM_API_KEY: key });
  await page.getByRole("button", { name: "Revoke website" }).click();
  await page.getByRole("dialog", { name: "Revoke website?" }).getByRole("button", { name: "Revoke" }).click();
  await page.getByText("website is revoked.").waitFor();
  const reply = await fetch(`${stage.url}/v1/me`, { headers: { authorization: `Bearer ${key}` } });
  assert.equal(reply.status, 401);
});

test("a program is disconnected, and the owner lets posts be deleted through the API", async () => {
  const person = await aSignedIn(stage);
  const { access_token } = await (await aProgram(stage)).connect(person);
  await must(stage.admin("PATCH", `/account?owner=${person.email}`, { maxCollections: 4 }));
  await using window = await open(person.email);
  const { page } = window;
  await window.open("/settings/api");
  await page.getByText("0 of 4").waitFor();
  await page.getByRole("switch", { name: "Posts may be deleted through the API" }).click();
  await page.getByText("Posts may now be deleted through the API.").waitFor();
  await page.getByRole("button", { name: "Disconnect Sous-chef" }).click();
  await page.getByRole("dialog", { name: "Disconnect Sous-chef?" }).getByRole("button", { name: "Disconnect" }).click();
  await page.getByText("No programs are connected.").waitFor();
  assert.equal(await isLetIn(stage, access_token), false);
});

test("a new brand opens with the browser's zone, and its settings change title and zone", async () => {
  await using window = await open(await aUser());
  const { page } = window;
  await window.open("/?dialog=brand");
  const dialog = page.getByRole("dialog", { name: "New brand" });
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  assert.equal(await dialog.getByLabel("Time zone").first().inputValue(), zone);
  await dialog.getByRole("button", { name: "Create brand" }).click();
  await dialog.getByText("This must not be empty.").waitFor();
  await dialog.getByLabel("Title").fill("Corner Bakery");
  await dialog.getByRole("button", { name: "Create brand" }).click();
  await page.getByRole("heading", { name: "Corner Bakery", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("heading", { name: "Brand settings", exact: true }).waitFor();
  await page.getByLabel("Title").fill("Market Bakery");
  await page.getByLabel("Time zone").first().fill("lisbon");
  await page.getByRole("option", { name: "Europe/Lisbon" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Market Bakery" }).waitFor();
  await page.getByRole("button", { name: "Pause the queue" }).click();
  await page.getByRole("button", { name: "Resume the queue" }).waitFor();
  await page.getByText("Dates are in Europe/Lisbon.").waitFor();
});

test("somebody who is invited signs in, accepts, is given another role, and owns the brand in the end", async () => {
  const [owner, guest] = [await aUser("Olga Owner"), await aUser("Gus Guest")];
  const brandId = await aBrandOf(owner);
  await using window = await open(owner);
  const { page } = window;
  await window.open(`/brands/${brandId}/settings`);
  await page.getByText("There is nobody to hand it over to.").waitFor();
  await page.getByLabel("Role", { exact: true }).selectOption("Viewer");
  await page.getByRole("button", { name: "Create a link" }).click();
  const link = await page.getByRole("textbox", { name: "Invitation link" }).inputValue();
  await page.getByText("Viewer, invited by Olga Owner").waitFor();

  const visit = await aWindow(opened.browser, { size: "desktop" });
  await visit.page.goto(link);
  await visit.page.getByRole("heading", { name: "Olga Owner invites you" }).waitFor();
  await visit.page.getByText("You see everything and change nothing.").waitFor();
  await visit.page.getByRole("link", { name: "I have an account" }).click();
  await visit.page.getByLabel("E-mail address").fill(guest);
  await visit.page.getByLabel("Password").fill(PASSWORD);
  await visit.page.getByRole("button", { name: "Sign in" }).click();
  await visit.page.getByText("Olga Owner invites you to Corner Bakery.").waitFor();
  await visit.page.getByRole("button", { name: "Accept" }).click();
  await visit.page.getByRole("heading", { name: "Corner Bakery", level: 1 }).waitFor();
  await visit.page.goto(link);
  await visit.page.getByText("You are a member of Corner Bakery already.").waitFor();
  await visit.page.goto(`${stage.url}/brands/${brandId}/settings`);
  await visit.page.getByText("Gus Guest").first().waitFor();
  assert.equal(await visit.page.getByRole("button", { name: /Delete|Save|Create a link|Remove|Pause/ }).count(), 0);
  await visit.context.close();

  await window.open(`/brands/${brandId}/settings`);
  await page.getByLabel("Role of Gus Guest").selectOption("Admin");
  await page.getByRole("button", { name: "Make Gus Guest an admin" }).click();
  await page.getByText("Gus Guest is now an admin.").waitFor();
  await page.getByLabel("New owner").selectOption({ label: `Gus Guest (${guest})` });
  await page.getByRole("button", { name: "Hand over" }).click();
  await page.getByRole("dialog", { name: "Make Gus Guest the owner?" }).getByRole("button", { name: "Hand over" }).click();
  await page.getByText("Gus Guest owns the brand now.").waitFor();
  await page.getByRole("region", { name: "Delete this brand" }).waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Leave this brand" }).click();
  await page.getByRole("dialog", { name: "Leave this brand?" }).getByRole("button", { name: "Leave this brand" }).click();
  await page.getByText("You have left Corner Bakery.").waitFor();
  await page.getByRole("heading", { name: "Your brands", exact: true }).waitFor();
  assert.deepEqual(window.troubles, []);
});

test("a used and a revoked link say so, and what to do", async () => {
  const [owner, guest] = [await aUser("Olga Owner"), await aUser("Gus Guest")];
  const brandId = await aBrandOf(owner);
  const dashboard = await aDashboard(stage, owner);
  const invite = async () => must(dashboard.call("POST", `/brands/${brandId}/invitations`, { role: "editor" }));
  const [used, revoked] = [await invite(), await invite()];
  const secret = used.url.split("/").at(-1);
  await must((await aDashboard(stage, guest)).call("POST", "/invitations/accept", { secret }));
  await must(dashboard.call("DELETE", `/brands/${brandId}/invitations?invitation_id=${revoked.id}`));
  await using window = await open(await aUser());
  await window.open(new URL(used.url).pathname);
  await window.page.getByText("This invitation has been used already.").waitFor();
  await window.open(new URL(revoked.url).pathname);
  await window.page.getByText("This invitation may have been withdrawn").waitFor();
  assert.deepEqual(await window.barriers(), []);
});

test("a brand is deleted only with its title typed", async () => {
  const owner = await aUser();
  const brandId = await aBrandOf(owner);
  await using window = await open(owner);
  const { page } = window;
  await window.open(`/brands/${brandId}/settings?dialog=delete`);
  const dialog = page.getByRole("dialog", { name: "Delete Corner Bakery?" });
  await dialog.getByRole("textbox").fill("Bakery");
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await dialog.getByText("This is not the title of the brand.").waitFor();
  assert.deepEqual(await window.barriers(), []);
  await dialog.getByRole("textbox").fill("Corner Bakery");
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await page.getByText("Corner Bakery is deleted.").waitFor();
  await page.getByText("You have no brand yet.").waitFor();
  assert.deepEqual(window.troubles, []);
});

for (const size of ["desktop", "phone"] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`axe finds nothing wrong with the settings and their dialogs on a ${size}, ${colorScheme}`, async () => {
      const email = await aMember(stage, place, "owner");
      await must(stage.admin("POST", "/keys", { user: email, name: "website" }));
      await must(stage.admin("PATCH", `/account?owner=${email}`, { maxCollections: 4, maxAutomations: 0 }));
      const dashboard = await aDashboard(stage, email);
      await aMember(stage, place, "viewer");
      const { url } = await must(dashboard.call("POST", `/brands/${place.brandId}/invitations`, { role: "editor" }));
      const other = await aUser("Olga Owner");
      const strange = await aDashboard(stage, other);
      const theirs = await aBrandOf(other);
      const invited = await must(strange.call("POST", `/brands/${theirs}/invitations`, { role: "editor" }));
      const pages = {
        "new-brand": "/?dialog=brand",
        profile: "/settings/profile",
        api: "/settings/api",
        "new-key": "/settings/api?dialog=key",
        settings: `/brands/${place.brandId}/settings`,
        delete: `/brands/${place.brandId}/settings?dialog=delete`,
        invitation: new URL(invited.url).pathname,
        member: new URL(url).pathname,
      };
      await using window = await aDashboardWindow(opened.browser, stage, { email, size, colorScheme });
      for (const [name, path] of Object.entries(pages)) {
        await window.page.goto(`${stage.url}${path}`);
        await window.page.locator("main h1").waitFor();
        if (path.includes("dialog=")) await window.page.getByRole("dialog").waitFor();
        await window.picture(`people-${name}-${size}-${colorScheme}`);
        assert.deepEqual(await window.barriers([colorScheme]), [], path);
        const isWide = await window.page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
        assert.equal(isWide, false, `${path} is wider than the window`);
      }
      assert.deepEqual(window.troubles, []);
    });
  }
}
