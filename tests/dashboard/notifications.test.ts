import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aReceiver, type Receiver } from "../../server/src/telling/webhooks/testing/receiver.ts";
import { aPlace, type Place } from "../../server/src/testing/builders.ts";
import { aMailbox, type Mailbox } from "../../server/src/testing/mailbox.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aBrowser } from "../journeys/browser.ts";
import { aDashboardWindow, aMember } from "./window.ts";

let mailbox: Mailbox;
let chat: Receiver;
let stage: Stage;
let place: Place;
let opened: Awaited<ReturnType<typeof aBrowser>>;
before(async () => {
  [mailbox, chat] = [await aMailbox(), await aReceiver()];
  const mail = { ROSTRUM_SMTP_URL: mailbox.url, ROSTRUM_MAIL_FROM: "service@example.org" };
  stage = await openStage({ ...mail, ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" });
  opened = await aBrowser();
  place = await aPlace(stage, { channels: [] });
});
after(async () => {
  await opened[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
  await chat[Symbol.asyncDispose]();
  await mailbox[Symbol.asyncDispose]();
});

test("a viewer chooses what they are told and how, and finds it so when they come back", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "viewer") });
  const { page } = window;
  await window.open(`/brands/${place.brandId}/settings`);
  await page.getByRole("link", { name: "Notifications" }).click();
  await page.getByRole("heading", { name: "Notifications", exact: true }).waitFor();
  const box = (name: string) => page.getByRole("checkbox", { name });
  // What the bell shows until somebody chooses.
  for (const group of ["What went wrong", "Log-ins that end soon"]) assert.equal(await box(`${group}: Bell`).isChecked(), true);
  assert.equal(await page.getByRole("checkbox", { checked: true }).count(), 2);
  assert.equal(await box("What went wrong: Chat").isDisabled(), true);
  await box("What went wrong: Mail at once").check();
  await box("What was published: Digest").check();
  await page.getByLabel("How often").selectOption("Every week");
  await page.getByLabel("Day").selectOption("Friday");
  await page.getByLabel("Hour").selectOption("5:00 PM");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Your notifications are saved.").waitFor();
  await page.reload();
  await box("What went wrong: Mail at once").waitFor();
  assert.equal(await page.getByRole("checkbox", { checked: true }).count(), 4);
  assert.equal(await box("What was published: Digest").isChecked(), true);
  assert.deepEqual([await page.getByLabel("Day").inputValue(), await page.getByLabel("Hour").inputValue()], ["FRI", "17"]);
  assert.deepEqual(window.troubles, []);
});

test("an owner finds the defaults, adds a chat, tests it and removes it; its address is not shown again", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "owner") });
  const { page } = window;
  await window.open(`/brands/${place.brandId}/notifications`);
  for (const group of ["What went wrong", "Log-ins that end soon"])
    assert.equal(await page.getByRole("checkbox", { name: `${group}: Mail at once` }).isChecked(), true);
  await page.getByLabel("Chat", { exact: true }).selectOption("Mattermost");
  await page.getByLabel("Address of the webhook").fill("http://10.0.0.1/hooks/secret");
  await page.getByRole("button", { name: "Add the chat" }).click();
  await page.getByText("The url is on a private network.").waitFor();
  await page.getByLabel("Address of the webhook").fill(`${chat.url}/secret`);
  await page.getByRole("button", { name: "Add the chat" }).click();
  await page.getByText(`Mattermost, at ${new URL(chat.url).host}`).waitFor();
  assert.equal(await page.getByLabel("Address of the webhook").inputValue(), "");
  await page.getByRole("button", { name: "Test" }).click();
  await page.getByText("The test has arrived.").waitFor();
  assert.match(chat.received[0]?.event.text, /Bakery: a test/);
  chat.answer = () => ({ status: 500 });
  await page.getByRole("button", { name: "Test" }).click();
  await page.getByText("The chat has answered with 500.").waitFor();
  assert.ok(!(await page.content()).includes("/secret"));
  await page.getByRole("checkbox", { name: "Automations: Chat" }).check();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByText("The chat is removed.").waitFor();
  assert.deepEqual(window.troubles, []);
});

for (const [size, colorScheme] of [
  ["desktop", "light"],
  ["desktop", "dark"],
  ["phone", "light"],
  ["phone", "dark"],
] as const) {
  test(`axe finds nothing wrong with the notifications on a ${size}, ${colorScheme}`, async () => {
    const email = await aMember(stage, place, "editor");
    await using window = await aDashboardWindow(opened.browser, stage, { email, size, colorScheme });
    await window.open(`/brands/${place.brandId}/notifications`);
    await window.page.getByRole("table").waitFor();
    await window.picture(`notifications-${size}-${colorScheme}`);
    assert.deepEqual(await window.barriers(), []);
    const isWide = await window.page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    assert.equal(isWide, false, "wider than the window");
  });
}
