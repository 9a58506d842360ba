import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aBrowser, aWindow } from "../journeys/browser.ts";
import { barriersOf } from "./window.ts";

let opened: Awaited<ReturnType<typeof aBrowser>>;
before(async () => {
  opened = await aBrowser();
});
after(() => opened[Symbol.asyncDispose]());

/** What is wrong with a phone's page with a long list: of its first row, the upper 12 pixels are above what the style makes of the foot. */
async function found(style: string) {
  const { context, page } = await aWindow(opened.browser, { size: "phone" });
  await page.setContent(`<!doctype html><html lang="en"><head><title>Rows</title><style>
    body { margin: 0; background: #fff; color: #000 }
    h1 { margin: 0; height: 668px }
    button, a { display: block; width: 48px; height: 48px }
    nav { width: 360px; height: 60px; background: #fff; ${style} }
    </style></head><body>
    <main><h1>Rows</h1><button>A</button><div style="height: 2000px"></div></main>
    <nav><a href="#more">More</a></nav></body></html>`);
  const rules = (await barriersOf(page)).map((sentence) => sentence.split(":")[0]);
  await context.close();
  return rules;
}

test("a row that stands half under the phone's foot by chance of scrolling is no barrier", async () => {
  assert.deepEqual(await found("position: sticky; bottom: 0"), []);
});

test("a row that stays half covered wherever the page is scrolled to is a barrier", async () => {
  assert.deepEqual(await found("position: absolute; top: 680px"), ["target-size"]);
});

test("colours that only one scheme has are held, too", async () => {
  assert.deepEqual(await found("} @media (prefers-color-scheme: dark) { h1 { color: #ddd }"), ["in the other scheme"]);
});
