import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { linkedinSandbox } from "./index.ts";
import { elementsIn, openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

/** What readers see of this text: the whole, and the parts that are links, with where they lead. */
async function seen(commentary: string): Promise<{ text: string; links: (readonly [string, string])[] }> {
  const urn = await stage.post({ commentary });
  const post = (await linkedinSandbox.feed(stage.world, { limit: 1000 })).find(({ id }) => id === urn);
  const { text = "", links = [] } = post ?? {};
  return { text, links: links.map(({ start, end, href }) => [text.slice(start, end), href.replace(stage.world.baseUrl, "")]) };
}

const RESERVED = String.raw`|{}@[]()<>#\*_~`;

test("Escapes of all reserved characters are undone", async () => {
  const escaped = [...RESERVED].map((character) => `\\${character}`).join("");
  assert.deepEqual(await seen(`a ${escaped} z`), { text: `a ${RESERVED} z`, links: [] });
});

for (const character of RESERVED) {
  test(`A "${character}" that is not escaped ends the text, and nobody is told`, async () => {
    assert.deepEqual(await seen(`Fresh ${character} bread`), { text: "Fresh ", links: [] });
  });
}

test("A text that was cut is also read back so", async () => {
  await stage.post({ commentary: "Fresh (rye) bread" });
  const list = await stage.ask("GET", `/rest/posts?q=author&author=${encodeURIComponent(stage.author)}`);
  assert.equal(elementsIn(list)[0]?.commentary, "Fresh ");
});

test("A bare tag and the template for it are links, an escaped one is text", async () => {
  const tag = (name: string) => ["#".concat(name), `/www/feed/hashtag/?keywords=${encodeURIComponent(name)}`] as const;
  assert.deepEqual(await seen("Try #Rye and #Brötchen."), { text: "Try #Rye and #Brötchen.", links: [tag("Rye"), tag("Brötchen")] });
  assert.deepEqual(await seen(String.raw`{hashtag|\#|sour\_dough}!`), { text: "#sour_dough!", links: [tag("sour_dough")] });
  assert.deepEqual(await seen(String.raw`No \#tag`), { text: "No #tag", links: [] });
  const page = await fetch(`${stage.world.baseUrl}/www/feed/hashtag/?keywords=Rye`);
  assert.match(await page.text(), /Try /);
});

test("A mention is a link if it has exactly the name, else only text", async () => {
  const mention = (name: string, urn = stage.author) => `Thanks @[${name}](${urn})!`;
  const text = "Thanks Corner Bakery!";
  assert.deepEqual(await seen(mention("Corner Bakery")), { text, links: [["Corner Bakery", "/www/company/corner-bakery/"]] });
  assert.deepEqual(await seen(mention("corner bakery")), { text: "Thanks corner bakery!", links: [] });
  const ada = await stage.member("Ada Lovelace");
  assert.deepEqual(await seen(mention("Ada Lovelace", ada.urn)), {
    text: "Thanks Ada Lovelace!",
    links: [["Ada Lovelace", "/www/in/ada-lovelace/"]],
  });
  assert.deepEqual(await seen(mention("Nobody", "urn:li:organization:1")), { text: "Thanks Nobody!", links: [] });
});

test("Addresses are links, with their escaped characters", async () => {
  const href = "https://bakery.example/a_b?utm_source=x#top";
  const commentary = String.raw`See https://bakery.example/a\_b?utm\_source=x\#top.`;
  assert.deepEqual(await seen(commentary), { text: `See ${href}.`, links: [[href, href]] });
});
