import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addSeconds, printLocal } from "@rostrum/contract/formats.ts";
import { aPlace, aPost, type Place } from "../../server/src/testing/builders.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aBrowser } from "../journeys/browser.ts";
import { aDashboardWindow, aMember } from "./window.ts";

/** What the service says stands on the screen in the language of the person who reads it. */

let stage: Stage;
let opened: Awaited<ReturnType<typeof aBrowser>>;
let place: Place;
let email: string;
before(async () => {
  stage = await openStage();
  opened = await aBrowser();
  place = await aPlace(stage, { channels: ["Mastodon", "Pinterest"] });
  email = await aMember(stage, place, "admin");
});
after(async () => {
  await opened[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

const open = (language: string) => aDashboardWindow(opened.browser, stage, { email, language });

test("the needs list and the bell say in German why a post did not arrive", async () => {
  stage.intercept = (request, reply) =>
    request.method === "POST" && request.url.startsWith("/sandbox/mastodon/") ? reply.code(422).send({ error: "Refused" }) : null;
  await aPost(place, { publishMode: "IMMEDIATE", caption: "Friday rolls" });
  await stage.settle();
  stage.intercept = null;
  await using window = await open("de");
  const { page } = window;
  await window.open(`/brands/${place.brandId}`);
  const refused = /Mastodon hat .*nicht angenommen/;
  await page.getByText(refused).first().waitFor();
  await page.getByRole("button", { name: /ungelesen/ }).click();
  await page.getByRole("link", { name: refused }).waitFor();
  await window.picture("told-needs-de");
});

test("what a network does not take of a post is said in German and in French", async () => {
  for (const [language, sentence] of [
    ["de", /Pinterest braucht ein Bild oder ein Video|Pinterest nimmt keinen Beitrag ohne Bild/],
    ["fr", /Pinterest demande une image ou une vidéo|Pinterest n’accepte pas de publication sans image/],
  ] as const) {
    await using window = await open(language);
    const { page } = window;
    await window.open(`/brands/${place.brandId}/write?collection=${place.collectionId}`);
    await page.locator("textarea").first().fill("Fresh rye");
    await page.getByTitle(sentence).first().waitFor();
    await window.picture(`told-write-${language}`);
  }
});

test("what is wrong with a file and with a field is said in French and in German", async () => {
  {
    await using window = await open("fr");
    const { page } = window;
    await window.open(`/brands/${place.brandId}/import`);
    const buffer = Buffer.from("Text,Date\nFine,2027-03-04 09:00\nToo old,2020-03-04 09:00\nOdd,someday\n");
    await page.locator('input[type="file"]').setInputFiles({ name: "plan.csv", mimeType: "text/csv", buffer });
    await page.getByText("La date est passée.").first().waitFor();
    await page.getByText(/«\ssomeday\s» n’est pas une date lisible/).waitFor();
    await window.picture("told-import-fr");
  }
  await using window = await open("de");
  const { page } = window;
  await window.open("/settings/profile");
  await page.getByRole("button", { name: "Passwort ändern" }).click();
  const dialog = page.getByRole("dialog");
  // Words that many pages share are in the reader's language, too.
  await dialog.getByRole("button", { name: "Abbrechen" }).waitFor();
  await dialog.getByLabel("Jetziges Passwort").fill("not my password");
  await dialog.getByRole("textbox", { name: "Neues Passwort" }).fill("a new long password");
  await dialog.getByRole("button", { name: "Passwort ändern" }).click();
  await page.getByText("Das ist nicht Ihr jetziges Passwort.").waitFor();
  await window.picture("told-profile-de");
  assert.deepEqual(window.troubles, []);
});

test("the calendar and a post's panel say in German why a post will not go out", async () => {
  const scheduledAt = printLocal(addSeconds(stage.now(), 86_400), "Europe/Berlin");
  await aPost(place, { publishMode: "SCHEDULE", scheduledAt, caption: `Rye ${"with walnuts ".repeat(50)}` });
  await using window = await open("de");
  const { page } = window;
  await window.open(`/brands/${place.brandId}/calendar?date=2026-11-22`);
  const why = /Der Text hat \d+ Zeichen; Mastodon nimmt 500/;
  await page.getByRole("link", { name: why }).first().click();
  await page.getByRole("complementary").getByText(why).first().waitFor();
  await window.picture("told-calendar-de");
  assert.deepEqual(window.troubles, []);
});
