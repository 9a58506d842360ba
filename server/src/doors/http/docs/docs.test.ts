import assert from "node:assert/strict";
import test from "node:test";
import { render } from "../../../ground/web/html.ts";
import { quoted } from "./curl.ts";
import type { Schema } from "./document.ts";
import { fieldsOf } from "./fields.ts";
import { markdown } from "./markdown.ts";

test("markdown makes headings with anchors, paragraphs, lists, tables and code, and escapes the rest", () => {
  const text = "First `a < b` & so.\n\n## Rate limits\nText.\n\n- one\n- `two`\n\n| field | form |\n|---|---|\n| `x` | <b> |";
  assert.equal(
    render(markdown(text)).replaceAll("\n", ""),
    '<p>First <code>a &#60; b</code> &#38; so.</p><h2 id="rate-limits">Rate limits</h2><p>Text.</p>' +
      "<ul><li>one</li><li><code>two</code></li></ul>" +
      '<table><thead><tr><th scope="col">field</th><th scope="col">form</th></tr></thead>' +
      "<tbody><tr><td><code>x</code></td><td>&#60;b&#62;</td></tr></tbody></table>",
  );
});

test("fields are listed with their path, type, rule, choices and default", () => {
  const schemas: Record<string, Schema> = {
    Poll: {
      type: "object",
      required: ["options"],
      properties: { options: { type: "array", minItems: 2, maxItems: 4, items: { type: "string" } } },
    },
    Media: { type: "object", properties: { url: { type: "string", maxLength: 2048 } } },
  };
  const schema: Schema = {
    type: "object",
    required: ["mode"],
    properties: {
      mode: { type: "string", enum: ["QUEUE", "DRAFT"], description: "How." },
      hours: { type: "integer", minimum: 0, nullable: true, default: 24 },
      poll: { $ref: "#/components/schemas/Poll" },
      media: { type: "array", items: { $ref: "#/components/schemas/Media" } },
      who: { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
    },
  };
  const none = { required: false, description: "", rule: "", choices: [], default: undefined };
  assert.deepEqual(fieldsOf(schema, schemas), [
    { ...none, name: "mode", type: "string", required: true, description: "How.", choices: ["QUEUE", "DRAFT"] },
    { ...none, name: "hours", type: "integer or null", rule: "at least 0", default: 24 },
    { ...none, name: "poll", type: "object" },
    { ...none, name: "poll.options", type: "array of string", required: true, rule: "2 to 4 items" },
    { ...none, name: "media", type: "array of object" },
    { ...none, name: "media[].url", type: "string", rule: "at most 2,048 characters" },
    { ...none, name: "who", type: "string or array of string" },
  ]);
});

test("quoted text with apostrophes stays one shell word", () => {
  assert.equal(quoted("it's $HOME"), "'it'\\''s $HOME'");
});
