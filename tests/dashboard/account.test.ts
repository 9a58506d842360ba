import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { type Demo, makeDemo } from "../../server/src/running/demo/make.ts";
import { sendDueMails } from "../../server/src/telling/mail/loop.ts";
import { must } from "../../server/src/testing/builders.ts";
import { aDashboard } from "../../server/src/testing/dashboard.ts";
import { eventually } from "../../server/src/testing/eventually.ts";
import { aMailbox, type Mailbox } from "../../server/src/testing/mailbox.ts";
import { PASSWORD } from "../../server/src/testing/program.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aBrowser, aWindow } from "../journeys/browser.ts";
import { aDashboardWindow, barriersOf } from "./window.ts";

let stage: Stage;
let mailbox: Mailbox;
let opened: Awaited<ReturnType<typeof aBrowser>>;
before(async () => {
  mailbox = await aMailbox();
  stage = await openStage({ ROSTRUM_SIGN_UP: "1", ROSTRUM_SMTP_URL: mailbox.url, ROSTRUM_MAIL_FROM: "service@example.org" });
  // The first account is made in another way.
  await aUser({ operator: true });
  opened = await aBrowser();
});
after(async () => {
  await opened[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
  await mailbox[Symbol.asyncDispose]();
});

async function aUser(facts: Readonly<Record<string, unknown>> = {}, on = stage): Promise<string> {
  const email = `${randomBytes(6).toString("hex")}@example.org`;
  await must(on.admin("POST", "/users", { name: "Grace Miller", email, password: PASSWORD, ...facts }));
  return email;
}

async function newestPath(to: string): Promise<string> {
  await sendDueMails(stage.app, new AbortController().signal);
  const path = mailbox.to(to).at(-1)?.path;
  assert.ok(path, `a mail to ${to}`);
  return path;
}

test("a newcomer makes an account, signs in, is reminded to confirm the address, and confirms it", async () => {
  const email = `${randomBytes(6).toString("hex")}@example.org`;
  const { context, page } = await aWindow(opened.browser, { size: "desktop" });
  await page.goto(`${stage.url}/sign-in`);
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByLabel("Name").fill("Ada Baker");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByRole("heading", { name: "Check your mail", exact: true }).waitFor();
  await context.close();
  await using window = await aDashboardWindow(opened.browser, stage, { email });
  await window.open("/");
  await window.page.getByText("Please confirm your e-mail address").waitFor();
  await window.picture("unverified");
  await window.page.getByRole("button", { name: "Send the link again" }).click();
  await window.page.getByText(`A link is on its way to ${email}.`).waitFor();
  await window.page.goto(`${stage.url}${await newestPath(email)}`);
  await window.page.getByRole("button", { name: "Confirm this address" }).click();
  await window.page.getByRole("heading", { name: "Your address is confirmed", exact: true }).waitFor();
  await window.page.getByRole("link", { name: "Go on" }).click();
  await window.page.getByRole("button", { name: "Create your first brand" }).waitFor();
  assert.equal(await window.page.getByText("Please confirm your e-mail address").count(), 0);
  assert.deepEqual(window.troubles, []);
});

test("a person changes their address by a link to the new one; a wrong password is said at its field", async () => {
  const [email, next] = [await aUser(), `${randomBytes(6).toString("hex")}@example.org`];
  await using window = await aDashboardWindow(opened.browser, stage, { email });
  const { page } = window;
  await window.open("/settings/profile");
  const section = page.getByRole("region", { name: "How you sign in", exact: true });
  await section.getByText(`You sign in with ${email}.`).waitFor();
  assert.equal(await page.getByLabel("New e-mail address").count(), 0, "no form before it is asked for");
  const change = section.getByRole("button", { name: "Change address" });
  await change.click();
  const dialog = page.getByRole("dialog", { name: "New e-mail address" });
  await dialog.getByRole("textbox", { name: "New e-mail address" }).fill(next);
  await dialog.getByLabel("Your password").fill("wrong horse");
  await dialog.getByRole("button", { name: "Change address" }).click();
  await dialog.getByText("That is not your current password.").waitFor();
  assert.equal(await dialog.getByRole("textbox", { name: "New e-mail address" }).inputValue(), next);
  assert.deepEqual(await window.barriers(), []);
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Change address" }).click();
  await section.getByText(`We have sent a link to ${next}.`).waitFor();
  await dialog.waitFor({ state: "detached" });
  await section.getByText(`You sign in with ${email}.`).waitFor();
  await page.goto(`${stage.url}${await newestPath(next)}`);
  await page.getByRole("button", { name: "Use this address" }).click();
  await page.getByRole("heading", { name: "Your address is confirmed", exact: true }).waitFor();
  await window.open("/settings/profile");
  await page.getByText(`You sign in with ${next}.`).waitFor();
});

test("the operator edits a person, makes a link to a new password, and cannot be the last to go", async () => {
  await using without = await openStage();
  const email = await aUser({ operator: true, name: "Olga" }, without);
  const other = await aUser({ name: "Linus Baker" }, without);
  await using window = await aDashboardWindow(opened.browser, without, { email });
  const { page } = window;
  await window.open("/operator?tab=people");
  const choose = async (name: string, what: string) => {
    await page.getByRole("button", { name: `More for ${name}` }).click();
    await page.getByRole("menuitem", { name: what }).click();
  };
  await choose("Linus Baker", "Edit");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "E-mail address" }).fill(email);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText(`There is already a user with the e-mail address ${email}.`).waitFor();
  assert.deepEqual(await window.barriers(), []);
  await dialog.getByRole("textbox", { name: "E-mail address" }).fill(`new-${other}`);
  await dialog.getByLabel("Name").fill("Linus Miller");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Linus Miller is saved.").waitFor();
  await page.getByRole("listitem").filter({ hasText: "Linus Miller" }).getByText(`new-${other}`).waitFor();
  await choose("Linus Miller", "Link to a new password");
  await page.getByRole("button", { name: "Make a link" }).click();
  const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
  assert.ok(link.startsWith(`${without.url}/reset-password?token=`));
  await window.picture("reset-link");
  assert.deepEqual(await window.barriers(), []);
  await page.getByRole("button", { name: "Done" }).click();
  await choose("Olga", "Edit");
  await page.getByLabel("Operates this service").uncheck({ force: true });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Nobody else operates this service.").waitFor();
  await window.picture("last-operator");
  await page.goto(link);
  await page.getByLabel("New password").fill("battery staple");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByRole("heading", { name: "Your password has been changed", exact: true }).waitFor();
  assert.deepEqual(window.troubles, []);
});

test("the demo says what it is, lets its person have an address of their own, and goes with two clicks", async () => {
  await using demoStage = await openStage();
  const demo = (await makeDemo(demoStage.app)) as Demo;
  await must(demoStage.admin("POST", "/users/password", { user: demo.email, password: PASSWORD }));
  await using window = await aDashboardWindow(opened.browser, demoStage, { email: demo.email });
  const { page } = window;
  await window.open(`/brands/${demo.brandId}`);
  const panel = page.getByRole("region", { name: "This is a demo" });
  await panel.getByRole("link", { name: "See what readers see there." }).waitFor();
  for (const size of ["desktop", "phone"] as const) {
    for (const colorScheme of ["light", "dark"] as const) {
      await using other = await aDashboardWindow(opened.browser, demoStage, { email: demo.email, size, colorScheme });
      await other.open(`/brands/${demo.brandId}`);
      await other.page.getByRole("region", { name: "This is a demo" }).waitFor();
      await other.picture(`demo-${size}-${colorScheme}`);
      assert.deepEqual(await other.barriers([colorScheme]), [], `${size} ${colorScheme}`);
    }
  }
  await panel.getByRole("link", { name: "Go to your profile" }).click();
  await page.getByRole("region", { name: "How you sign in", exact: true }).getByRole("button", { name: "Change address" }).click();
  const address = page.getByRole("dialog");
  await address.getByLabel("New e-mail address").fill("ada@example.org");
  await address.getByLabel("Your password").fill(PASSWORD);
  await address.getByRole("button", { name: "Change address" }).click();
  await page.getByText("From now on you sign in with ada@example.org.").waitFor();
  await window.open(`/brands/${demo.brandId}`);
  assert.equal(await panel.getByText("somebody made up").count(), 0);
  await panel.getByRole("button", { name: "Remove the demo" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove the demo" }).click();
  await page.getByRole("button", { name: "Create your first brand" }).waitFor();
  await page.getByText("The demo is gone.").waitFor();
  assert.equal(new URL(page.url()).pathname, "/");
  assert.equal((await must((await aDashboard(demoStage, "ada@example.org")).call("GET", "/session"))).brands.length, 0);
  assert.deepEqual(window.troubles, []);
});

/** What somebody may need from an empty service to a post that readers see, without typing. */
const CLICKS_MAX = 16;

test("without a demo, the first brand leads from page to page to the first post", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aUser() });
  const { page } = window;
  await window.open("/");
  let clicks = 0;
  const click = async (role: "link" | "button" | "radio", name: string | RegExp, place: Pick<Page, "getByRole"> = page) => {
    clicks += 1;
    await place.getByRole(role, { name }).first().click();
  };
  await click("button", "Create your first brand");
  await page.getByLabel("Name").fill("Book shop");
  await click("button", "Next: networks");
  await page.getByRole("heading", { name: "Where does Book shop post?" }).waitFor();
  await click("link", "Leave it for later");
  await page.getByRole("region", { name: "First steps" }).waitFor();
  await window.picture("first-steps");
  assert.deepEqual(await window.barriers(), []);
  await click("link", "Connect a channel");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Other ways to connect").click();
  clicks += 1;
  await click("button", "Mastodon", dialog);
  await dialog.getByText("Other ways to connect").click();
  clicks += 1;
  await dialog.getByLabel("Name of the account").fill("Book shop");
  await click("button", "Connect to the sandbox", dialog);
  await click("link", "Go to collections");
  await click("button", "New collection");
  await page.getByRole("dialog").getByLabel("Title").fill("Books");
  await click("button", "Create", page.getByRole("dialog"));
  await click("link", "Write a post");
  await page.getByLabel("Text", { exact: true }).fill("Our first words");
  await click("button", /^When: /);
  await click("button", /^Now/);
  await click("button", "Publish now");
  await page.getByText("The post is on its way.").waitFor();
  await stage.settle();
  await eventually("readers see it", async () => (await (await fetch(`${stage.url}/sandbox/mastodon`)).text()).includes("Our first words"));
  assert.ok(clicks <= CLICKS_MAX);
});

for (const size of ["desktop", "phone"] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`axe finds nothing wrong with the pages of people who cannot sign in, and the profile, on a ${size}, ${colorScheme}`, async () => {
      const email = await aUser({ verified: false });
      const dashboard = await aDashboard(stage, email);
      await must(dashboard.call("POST", "/profile/verification"));
      const verify = await newestPath(email);
      const { url } = await must(stage.admin("POST", "/users/reset-link", { user: email }));
      const { context, page } = await aWindow(opened.browser, { size, colorScheme });
      for (const path of ["/sign-in", "/sign-up", "/forgot-password", verify, new URL(url).href.slice(stage.url.length), "/verify-email"]) {
        await page.goto(`${stage.url}${path}`);
        await page.getByRole("heading", { level: 1 }).waitFor();
        assert.deepEqual(await barriersOf(page, [colorScheme]), [], path);
        const width = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.equal(width, 0, path);
        const folder = process.env.ROSTRUM_SCREENSHOTS;
        if (folder !== undefined) await page.screenshot({ path: `${folder}/${path.slice(1, 8)}-${size}-${colorScheme}.png` });
      }
      await context.close();
      await using window = await aDashboardWindow(opened.browser, stage, { email, size, colorScheme });
      await window.open("/settings/profile");
      await window.page.getByRole("region", { name: "How you sign in", exact: true }).waitFor();
      await window.picture(`profile-${size}-${colorScheme}`);
      assert.deepEqual(await window.barriers([colorScheme]), []);
      assert.deepEqual(window.troubles, []);
    });
  }
}
