import assert from "node:assert/strict";
import { test } from "node:test";
import { readPage } from "./page.ts";

const url = "https://shop.example/bread/rye";

function read(html: string | Uint8Array, contentType = "text/html") {
  return readPage({ body: Buffer.from(html), contentType, url });
}

test("OpenGraph tags take precedence over Twitter's, and those over the page's title", () => {
  const title = "<title>Title</title>";
  const twitter = '<meta name="twitter:title" content="Twitter">';
  const openGraph = '<meta property="og:title" content="Open">';
  assert.equal(read(title)?.title, "Title");
  assert.equal(read(title + twitter)?.title, "Twitter");
  assert.equal(read(title + twitter + openGraph)?.title, "Open");
});

test("The picture's address is resolved against the page's own", () => {
  assert.equal(read('<meta property="og:image" content="../a.jpg">')?.imageUrl, "https://shop.example/a.jpg");
  assert.equal(read('<meta property="og:image" content="http://[">')?.imageUrl, null);
});

test("The header's charset, then the page's, determines the encoding", () => {
  const latin = Buffer.from("<meta charset=iso-8859-1><title>K\xe4se</title>", "latin1");
  assert.equal(read(latin)?.title, "Käse");
  assert.equal(read(Buffer.from("<title>K\xe4se</title>", "latin1"), "text/html; charset=ISO-8859-1")?.title, "Käse");
  assert.equal(read("<title>Käse</title>", "text/html; charset=nonsense")?.title, "Käse");
});

test("What is not HTML has no facts, and the title of an SVG is not the page's", () => {
  assert.equal(read("<title>x</title>", "application/json"), null);
  assert.deepEqual(read("<body><svg><title>Icon</title></svg><p>x"), { title: null, description: null, imageUrl: null });
});

test("Long titles are cut, and a deeply nested page is read", () => {
  assert.equal(read(`<title>${"x".repeat(1000)}</title>`)?.title, `${"x".repeat(299)}…`);
  assert.equal(read(`${"<div>".repeat(50_000)}<title>deep</title>`)?.title, "deep");
});
