import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { sendDueEvents } from "../../server/src/telling/webhooks/loop.ts";
import { aReceiver, type Receiver } from "../../server/src/telling/webhooks/testing/receiver.ts";
import { aPlace, must, type Place } from "../../server/src/testing/builders.ts";
import { ADMIN_TOKEN, call, openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aBrowser } from "../journeys/browser.ts";
import { aDashboardWindow, aMember } from "./window.ts";

let stage: Stage;
let place: Place;
let receiver: Receiver;
let opened: Awaited<ReturnType<typeof aBrowser>>;
before(async () => {
  stage = await openStage({ ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" }, new Date().toISOString());
  opened = await aBrowser();
  receiver = await aReceiver();
  place = await aPlace(stage, { channels: [] });
});
after(async () => {
  await receiver[Symbol.asyncDispose]();
  await opened[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

const send = () => sendDueEvents(stage.app, new AbortController().signal);

test("an admin adds a webhook, whose secret is shown once, tries it, and sees what it answers; anybody can use the page", async () => {
  const email = await aMember(stage, place, "admin");
  for (const [size, colorScheme] of [
    ["desktop", "light"],
    ["phone", "dark"],
  ] as const) {
    receiver.clear();
    const name = `Shop on ${size}`;
    await using window = await aDashboardWindow(opened.browser, stage, { email, size, colorScheme });
    const { page } = window;
    await window.open(`/brands/${place.brandId}/settings`);
    await page.getByRole("link", { name: "Webhooks" }).click();
    await page.getByRole("heading", { name: "Webhooks", level: 1 }).waitFor();
    await page.getByRole("button", { name: "New webhook" }).click();
    await page.getByRole("dialog").waitFor();
    assert.match(page.url(), /dialog=new/);
    await page.getByLabel("Address").fill("http://10.0.0.1/hook");
    await page.getByLabel("What is it for?").fill(name);
    await page.getByLabel("Only these").check();
    await page.getByRole("button", { name: "Create webhook" }).click();
    await page.getByText("Choose at least one.").waitFor();
    await page.getByLabel("Post failed", { exact: true }).check();
    await page.getByLabel("Channel disconnected").check();
    await page.getByRole("button", { name: "Create webhook" }).click();
    await page.getByText(/on a private network/).waitFor();
    assert.deepEqual(await window.barriers(), []);
    await window.picture(`webhooks-new-${size}-${colorScheme}`);
    await page.getByLabel("Address").fill(receiver.url);
    await page.getByRole("button", { name: "Create webhook" }).click();
    const field = page.getByRole("textbox", { name: "Secret" });
    await field.waitFor();
    const secret = await field.inputValue();
    assert.match(secret, /^whsec_/);
    assert.ok(!page.url().includes(secret));
    assert.deepEqual(await window.barriers(), []);
    await page.getByRole("button", { name: "Done" }).click();
    const panel = page.getByRole("list", { name: "Webhooks" }).getByRole("listitem").filter({ hasText: name });
    await panel.getByText("Post failed, Channel disconnected").waitFor();
    receiver.answer = () => ({ status: 500, body: "no such till" });
    await panel.getByRole("button", { name: `Send a test: ${name}` }).click();
    await page.getByText(/A test is on its way/).waitFor();
    await send();
    const attempts = panel.getByRole("table", { name: "Attempts" });
    await attempts.getByText("The receiver answered with status 500.").waitFor();
    await attempts.getByText("no such till").waitFor();
    await panel.getByText("1 event waits").waitFor();
    await panel.getByText(/^Failing since/).waitFor();
    assert.deepEqual(await window.barriers(), []);
    await window.picture(`webhooks-${size}-${colorScheme}`);
    receiver.answer = () => ({ status: 204 });
    stage.pass(10);
    await send();
    await attempts.getByText(/^Arrived \(status 204/).waitFor();
    const got = receiver.received.at(-1) ?? assert.fail("nothing came");
    assert.equal((new Webhook(secret).verify(got.body, got.headers) as { type: string }).type, "webhook.test");
    assert.deepEqual(window.troubles, []);
  }
});

test("an admin sends events again, gives a webhook another secret, switches it off and on, changes and deletes it", async () => {
  receiver.clear();
  const made = { url: receiver.url, description: "Till" };
  const { id } = await must(call(`${stage.url}/app/api/brands/${place.brandId}/webhooks`, "POST", ADMIN_TOKEN, made));
  await must(call(`${stage.url}/app/api/webhooks/${id}/test`, "POST", ADMIN_TOKEN));
  await send();
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "admin") });
  const { page } = window;
  await window.open(`/brands/${place.brandId}/webhooks`);
  const rowOf = (name: string) =>
    page
      .getByRole("list", { name: "Webhooks" })
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name, exact: true }) });
  const panel = rowOf("Till");
  const act = async (what: string, name = "Till") => {
    await page.getByRole("button", { name: `More for ${name}`, exact: true }).click();
    await page.getByRole("menuitem", { name: what, exact: true }).click();
  };
  await act("Send again");
  await page.getByLabel("Only those that did not arrive").uncheck();
  await page.getByRole("dialog").getByRole("button", { name: "Send again" }).click();
  await page.getByText("1 event is sent again.").waitFor();
  await send();
  assert.equal(new Set(receiver.received.map((got) => got.id)).size, 1);
  assert.equal(receiver.received.length, 2);
  await act("New secret");
  await page.getByRole("dialog").getByRole("button", { name: "New secret" }).click();
  assert.match(await page.getByRole("textbox", { name: "Secret" }).inputValue(), /^whsec_/);
  await page.getByRole("button", { name: "Done" }).click();
  const isOn = page.getByRole("switch", { name: "Till is on" });
  await isOn.press("Space");
  await page.getByText("Till is switched off.").waitFor();
  await panel.getByText("Off", { exact: true }).waitFor();
  assert.equal(await panel.getByRole("button", { name: /^Send a test/ }).count(), 0);
  await isOn.press("Space");
  await panel.getByText("On", { exact: true }).waitFor();
  await act("Change");
  await page.getByLabel("What is it for?").fill("Second till");
  // Somebody else changes it meanwhile.
  await must(call(`${stage.url}/app/api/webhooks/${id}`, "PATCH", ADMIN_TOKEN, { asymmetric: true, events: ["post.failed"] }));
  await page.getByRole("button", { name: "Save" }).click();
  const renamed = rowOf("Second till");
  await renamed.getByText(/^Public key: whpk_/).waitFor();
  const webhooks = await must(call(`${stage.url}/app/api/brands/${place.brandId}/webhooks`, "GET", ADMIN_TOKEN));
  assert.deepEqual(webhooks.find((one: { id: number }) => one.id === id).events, ["post.failed"]);
  await act("Delete", "Second till");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Second till is deleted.").waitFor();
  await renamed.waitFor({ state: "hidden" });
  assert.deepEqual(window.troubles, []);
});

test("what is refused after its form was closed is said, and the form that is open by then stays", async () => {
  const made = { url: receiver.url, description: "Counter" };
  await must(call(`${stage.url}/app/api/brands/${place.brandId}/webhooks`, "POST", ADMIN_TOKEN, made));
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "admin") });
  const { page } = window;
  await window.open(`/brands/${place.brandId}/webhooks`);
  const held = Promise.withResolvers<void>();
  await page.route("**/webhooks/*", async (route) => {
    await held.promise;
    await route.fulfill({ status: 422, json: { status: "error", message: "Not like that.", errors: { url: "Not like that." } } });
  });
  const change = async () => {
    await page.getByRole("button", { name: "More for Counter" }).click();
    await page.getByRole("menuitem", { name: "Change", exact: true }).click();
  };
  await change();
  await page.getByLabel("What is it for?").fill("Never stored");
  await page.getByRole("button", { name: "Save" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await change();
  await page.getByLabel("What is it for?").fill("Typed since");
  held.resolve();
  await page.getByText("Not like that.").waitFor();
  assert.equal(await page.getByLabel("What is it for?").inputValue(), "Typed since");
  assert.deepEqual(window.troubles, []);
});

test("an editor is not offered the webhooks, and finds none at their address", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "editor") });
  const { page } = window;
  await window.open(`/brands/${place.brandId}/settings`);
  assert.equal(await page.getByRole("link", { name: "Webhooks" }).count(), 0);
  await window.open(`/brands/${place.brandId}/webhooks`);
  await page.getByText("Only the brand's owner and admins can see its webhooks.").waitFor();
});
