import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { parseFragment } from "parse5";
import { escapeHtml, type HtmlValue, html, raw, render, safeHref } from "./html.ts";

test("values are escaped between tags and in quoted attributes", () => {
  const value = `"><script>alert('1')</script>&\``;
  assert.equal(
    render(html`<a title="${value}">${value}</a>`),
    '<a title="&#34;&#62;&#60;script&#62;alert(&#39;1&#39;)&#60;/script&#62;&#38;&#96;">&#34;&#62;&#60;script&#62;alert(&#39;1&#39;)&#60;/script&#62;&#38;&#96;</a>',
  );
});

test("markup is kept, lists are joined, absent values are omitted, numbers are printed", () => {
  const items: HtmlValue[] = ["a<", html`<b>b</b>`, 0, null, undefined, false, ["c", ["d"]], raw("<hr>")];
  assert.equal(render(html`<p>${items}</p>`), "<p>a&#60;<b>b</b>0cd<hr></p>");
});

test("whatever the text, a browser reads it back unchanged and it creates no elements", () => {
  // HTML parsers turn CR into LF and drop NUL; neither can create markup.
  const text = fc.string({ unit: "binary" }).map((value) => value.replace(/[\r\0]/g, "").toWellFormed());
  fc.assert(
    fc.property(text, (value) => {
      const [element, ...rest] = parseFragment(render(html`<i title="${value}">${value}</i>`)).childNodes;
      assert.equal(rest.length, 0);
      assert.ok(element && "attrs" in element);
      assert.equal(element.attrs[0]?.value, value);
      assert.equal(element.childNodes.map((node) => ("value" in node ? node.value : "<element>")).join(""), value);
    }),
  );
});

test("escaping twice shows the escape", () => {
  assert.equal(escapeHtml(escapeHtml("<")), "&#38;#60;");
});

test("a URL that is neither http(s) nor on this site becomes #", () => {
  const refused = [
    "javascript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,x",
    "//evil.example",
    "/\\evil.example",
    "http://",
    "vbscript:x",
    "",
  ];
  assert.deepEqual(
    refused.map(safeHref),
    refused.map(() => "#"),
  );
  const allowed = ["https://shop.example/a?b=c#d", "HTTP://shop.example", "/sandbox/mastodon/", "/"];
  assert.deepEqual(allowed.map(safeHref), allowed);
});
