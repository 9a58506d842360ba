import assert from "node:assert/strict";
import { test } from "node:test";
import { assertLinear } from "../../testing/linear.ts";
import { rooms } from "./rooms.ts";
import { tell } from "./tell.ts";

const rows = Object.values(rooms).flat();
/** Words as short as these may be the same in two languages: names, files, links. */
const WORDS_ALIKE_MAX = 3;

test("every sentence is told in German and French, with the same names in it, and once", () => {
  const faults = rows.flatMap(([english, ...others]) =>
    others.flatMap((told) => {
      const isCopy = told === english && english.replaceAll(/\{\w+\}/g, "").split(/\s+/).length > WORDS_ALIKE_MAX;
      const left = namesIn(told).filter((name) => !namesIn(english).includes(name));
      return [...(isCopy ? [`${english} is not translated`] : []), ...left.map((name) => `${told} has no ${name} to say`)];
    }),
  );
  const seen = rows.map(([english]) => english);
  const twice = seen.filter((english, index) => seen.indexOf(english) !== index).map((english) => `${english} is there twice`);
  assert.deepEqual([...faults, ...twice], []);
});

test("French has no-break spaces before its signs and inside its quotation marks", () => {
  const wrong = rows.map(([, , french]) => french).filter((french) => / [:;!?»]|« /.test(french));
  assert.deepEqual(wrong, []);
});

test("names and amounts are repeated, words in a sentence are told, and what networks say stays as it is", () => {
  const said = (english: string) => [tell("de", english), tell("fr", english).replaceAll("\u00a0", " ")];
  assert.deepEqual(said("The text has 3050 characters; LinkedIn takes at most 3000 (more on request)."), [
    "Der Text hat 3050 Zeichen; LinkedIn nimmt höchstens 3000 (mehr auf Anfrage).",
    "Le texte a 3050 caractères ; LinkedIn en accepte au plus 3000 (davantage sur demande).",
  ]);
  assert.deepEqual(said("The video “A. B.mp4” is H.265 with AC-3 in MKV; X takes H.264 or HEVC with AAC in MP4 or MOV."), [
    "Das Video “A. B.mp4” ist H.265 mit AC-3 in MKV; X nimmt H.264 oder HEVC mit AAC in MP4 oder MOV.",
    "La vidéo “A. B.mp4” est H.265 avec AC-3 en MKV ; X accepte H.264 ou HEVC avec AAC en MP4 ou MOV.",
  ]);
  assert.deepEqual(said("The name field must not be empty. (and 2 more)"), [
    "Das Feld „Name“ darf nicht leer sein. (und 2 weitere)",
    "Le champ « Nom » ne doit pas être vide. (et 2 de plus)",
  ]);
  assert.deepEqual(said("Stories have no caption. Mastodon: rate limit in effect or so. The post is empty."), [
    "Stories haben keinen Text. Mastodon: rate limit in effect or so. Der Beitrag ist leer.",
    "Les stories n’ont pas de texte. Mastodon: rate limit in effect or so. La publication est vide.",
  ]);
  assert.equal(tell("de", "Error validating access token: one or more is bad"), "Error validating access token: one or more is bad");
  assert.equal(tell("en", "The post is empty."), "The post is empty.");
});

function namesIn(message: string): string[] {
  return [...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
}

test("a text that repeats what a sentence has between its names is looked through in proportion to its length", () => {
  const texts = (length: number) =>
    rows.flatMap(([english]) => {
      const [first = "", ...pieces] = english.split(/\{\w+\}/);
      return [...pieces, `“${pieces.join("")}`].map((piece) => `${first}${`${piece}1`.repeat(length)}`.slice(0, length));
    });
  assertLinear(250, (length) => {
    const all = texts(length);
    return () => {
      for (const text of all) tell("de", `${text}.`);
    };
  });
});
