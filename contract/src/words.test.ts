import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogOf, languageAmong, wordsIn } from "./words.ts";

const english = {
  title: "Published",
  lead: "All times are in {zone}.",
  posts: "{count, plural, one {# post of {brand}} other {# posts of {brand}}}",
  by: { state: "{state, select, sent {It is out} other {It isn’t out}} since {hour}" },
} as const;

test("a message without arguments is a text, one with arguments a function of them", () => {
  const words = wordsIn(english, null, "en-GB");
  assert.equal(words.title, "Published");
  assert.equal(words.lead({ zone: "Europe/Berlin" }), "All times are in Europe/Berlin.");
  assert.equal(words.posts({ count: 1, brand: "Krume" }), "1 post of Krume");
  assert.equal(words.posts({ count: 1200, brand: "Krume" }), "1,200 posts of Krume");
  assert.equal(words.by.state({ state: "sent", hour: "9:00" }), "It is out since 9:00");
});

test("each language has its own plurals and numbers; what it lacks is said in English", () => {
  const french = { posts: "{count, plural, one {# publication de {brand}} other {# publications de {brand}}}" };
  const words = wordsIn(english, french, "fr");
  assert.equal(words.posts({ count: 0, brand: "Krume" }), "0 publication de Krume");
  assert.equal(words.posts({ count: 1200, brand: "Krume" }), "1\u202f200 publications de Krume");
  assert.equal(words.title, "Published");
});

test("no line of French breaks before a sign that is set off by a space, nor inside quotation marks", () => {
  const said = { ask: "Delete {name}?", quote: "“{name}”: {count} %" } as const;
  const words = wordsIn(said, { ask: "Supprimer {name} ?", quote: "« {name} » : {count} %" }, "fr-CH");
  assert.equal(words.ask({ name: "Pain" }), "Supprimer Pain\u00a0?");
  assert.equal(words.quote({ name: "Pain", count: 5 }), "«\u00a0Pain\u00a0»\u00a0: 5\u00a0%");
});

test("a catalog gives each request the words of its language", () => {
  const words = catalogOf({ hello: "Hello {name}" }, { de: { hello: "Hallo {name}" }, fr: { hello: "Bonjour {name}" } });
  assert.equal(words("de").hello({ name: "Jana" }), "Hallo Jana");
  assert.equal(words("en").hello({ name: "Jana" }), "Hello Jana");
});

test("the first known language of those that are wanted is taken", () => {
  assert.equal(languageAmong(["pt-BR", "fr-CA", "de"]), "fr");
  assert.equal(languageAmong(["DE-at"]), "de");
  assert.equal(languageAmong([]), "en");
});
