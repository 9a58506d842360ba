import assert from "node:assert/strict";
import { test } from "node:test";
import { toInstant } from "@rostrum/contract/formats.ts";
import { codePoints } from "@rostrum/contract/text.ts";
import type { FeedItem } from "./item.ts";
import { cutText, render } from "./template.ts";

const ITEM: FeedItem = {
  key: "k",
  linkKey: null,
  contentKey: "c",
  datedKey: null,
  loneKey: null,
  title: "Tide tables",
  description: "High water at four.",
  link: "https://harbour.example/tides",
  author: "Mara Voss",
  publishedAt: toInstant("2026-11-03T14:30:00Z"),
  tags: ["Sea", "Walks"],
  price: "19.99 USD",
  images: ["https://harbour.example/1.jpg", "https://harbour.example/2.jpg"].map((url) => ({ url, alt: "" })),
  feedImage: null,
  video: null,
  audio: null,
};
const BARE: FeedItem = { ...ITEM, description: "", link: null, author: null, publishedAt: null, tags: [], price: null, images: [] };

test("every placeholder is filled", () => {
  const template = "{{title}}|{{description}}|{{link}}|{{author}}|{{date}}|{{tags}}|{{price}}|{{image}}";
  assert.equal(
    render(template, ITEM),
    "Tide tables|High water at four.|https://harbour.example/tides|Mara Voss|2026-11-03|Sea, Walks|19.99 USD|https://harbour.example/1.jpg",
  );
  assert.equal(render(template, BARE), "Tide tables|||||||");
});

test("spaces inside the braces do not matter, unknown placeholders become empty", () => {
  assert.equal(render("{{ title }}/{{\ttitle\t}}/{{nothing}}/{{constructor}}/{{}}", ITEM), "Tide tables/Tide tables///");
  assert.equal(render("{{título}}{{title | upper}}{{two\nlines}}{{link}}", ITEM), "https://harbour.example/tides");
  assert.equal(render("{title} {{title}", ITEM), "{title} {{title}");
});

test("a value that looks like a placeholder stays as it is", () => {
  assert.equal(render("{{title}} {{link}}", { ...ITEM, title: "{{link}} $& $1" }), "{{link}} $& $1 https://harbour.example/tides");
});

test("an empty template is title and link", () => {
  for (const template of ["", "  \n"]) assert.equal(render(template, ITEM), "Tide tables\n\nhttps://harbour.example/tides");
});

test("an empty value leaves no gap that would part the posts of a thread", () => {
  assert.equal(
    render("{{title}}\n\n{{description}}\n\n{{link}}", { ...ITEM, description: "" }),
    "Tide tables\n\nhttps://harbour.example/tides",
  );
  assert.equal(render("{{title}}\n\n{{link}}", BARE), "Tide tables");
  assert.equal(render("{{title}}\n\n\n{{link}}", ITEM), "Tide tables\n\n\nhttps://harbour.example/tides");
});

test("a caption has at most 3000 characters, and a long description gives way to the link behind it", () => {
  const long = render("{{title}}\n\n{{description}}\n\n{{link}}", { ...ITEM, description: "word ".repeat(2000).trim() });
  assert.ok(codePoints(long) <= 3000 && codePoints(long) > 2900);
  assert.match(long, /^Tide tables\n\nword word.* word…\n\nhttps:\/\/harbour\.example\/tides$/s);
  assert.ok(codePoints(render("{{description}}{{description}}", { ...ITEM, description: "é".repeat(60_000) })) <= 3000);
  assert.equal(codePoints(render("{{title}}", { ...ITEM, title: "x".repeat(5000) })), 3000);
  assert.equal(render("{{title}}", { ...ITEM, title: "one two three" }, 10), "one two…");
});

test("text is cut between words, else between what readers see as characters", () => {
  assert.equal(cutText("short", 5), "short");
  assert.equal(cutText("one two three", 12), "one two…");
  assert.equal(cutText("x".repeat(10), 5), "xxxx…");
  assert.equal(cutText("a👨‍👩‍👧b👨‍👩‍👧c", 8), "a👨‍👩‍👧b…");
  assert.equal(cutText("e\u0301e\u0301e\u0301", 4), "e\u0301…");
  assert.equal(cutText("anything", 0), "");
});

test("a number after a placeholder's name is the most characters that its value has there, cut at a word", () => {
  const item = { ...ITEM, description: "High water at four, low water at ten, and a storm in between." };
  assert.equal(
    render("{{description: 24}}|{{title:200}}|{{ link }}", item),
    "High water at four,…|Tide tables|https://harbour.example/tides",
  );
  assert.equal(render("{{description:0}}|{{title:x}}", item), "|");
});
