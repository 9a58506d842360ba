import assert from "node:assert/strict";
import { test } from "node:test";
import { cardsOf, followed, moveCard, placesOf, splitCard, textOf, withCard } from "./parts-of-thread.ts";

test("cards are the text between three line breaks or more, and become that text again", () => {
  assert.deepEqual(cardsOf("One\n\n\nTwo\n\nstill\n\n\n\nThree"), ["One", "Two\n\nstill", "Three"]);
  assert.equal(textOf(["One", "Two"]), "One\n\n\nTwo");
});

test("three line breaks on a card make another one, on which the writing goes on", () => {
  assert.deepEqual(withCard(["One", "Three"], 0, "One\n\n\nTwo"), { cards: ["One", "Two", "Three"], focus: 1 });
  assert.deepEqual(withCard(["One", "Three"], 1, "Four"), { cards: ["One", "Four"], focus: 1 });
});

test("a card that is too long is divided at the last space before its overhang", () => {
  assert.deepEqual(splitCard(["Rye with walnuts"], 0, 4), ["Rye with", "walnuts"]);
  assert.deepEqual(splitCard(["Ryewithwalnuts", "B"], 0, 4), ["Ryewithwal", "nuts", "B"]);
});

test("a card moves to another place; blank ones have no place among what is published", () => {
  assert.deepEqual(moveCard(["A", "B", "C"], 2, 0), ["C", "A", "B"]);
  assert.deepEqual(moveCard(["A"], 0, 1), ["A"]);
  assert.deepEqual(placesOf(["A", " ", "C"]), [0, null, 1]);
});

test("a file follows its card when cards move, come between or go; without its card it goes with the one above", () => {
  const before = ["A", "B", "C"];
  assert.equal(followed({ before, after: ["C", "A", "B"], to: (card) => (card + 1) % 3 }, 2), 0);
  assert.equal(followed({ before, after: ["A", "new", "B", "C"], to: (card) => (card > 0 ? card + 1 : card) }, 1), 2);
  assert.equal(followed({ before, after: ["A", "C"], to: (card) => (card > 0 ? card - 1 : card) }, 1), 0);
  assert.equal(followed({ before, after: [" ", "B", "C"], to: (card) => card }, 0), 0);
  assert.equal(followed({ before, after: ["A", " ", "C"], to: (card) => card }, 1), 0);
  assert.equal(followed({ before, after: ["A", " ", "C"], to: (card) => card }, 2), 1);
});
