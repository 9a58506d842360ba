import assert from "node:assert/strict";
import { test } from "node:test";
import { tellIfKnown } from "./tell.ts";
import { sentencesIn } from "./testing/sources.ts";

/** Parts that speak to operators in a terminal or a log, to programs by their protocol, or that have words of their own in all languages. */
const OTHER_READERS =
  /^server\/src\/((running\/(backup|demo|doctor|sealing|upgrades)|networks\/sandbox|networks\/[\w-]+\/sandbox|ground\/(database|decoding|loops|net|observability|secrets|sentences|storage)|doors\/mcp)\/|(\w+\/)?[\w-]+\.ts$|intake\/archives\/zip-writer\.ts$|doors\/oauth\/(access|endpoints|register|routes|tokens|rules|metadata|documents|client-metadata)\.ts$|doors\/http\/(auth|brand-feeds|client-errors|proxy-notice|dashboard)\.ts$)/;

/** Sentences that are no answers: texts of posts, descriptions of the API, words of a log. */
const NO_ANSWERS = [
  "Vote in the replies.",
  "The worker died.",
  "The user denied the request.",
  "Fields as they were shown. If one of them is something else by now, nothing is stored: 409.",
  "A CSV file of at most 10 MiB and 10000 rows, as another tool has written it: the encoding, the separator and the tool are recognised.",
  // They quote the network, and say nothing else.
  "Google: a7.",
  "Facebook: a7.",
  "LinkedIn did not take the parts of the video ().",
];

const CONTRACT =
  "contract/src/{preflight,preflight-files,preflight-text,preferences,platform-options,decode,formats,posts,captions,published,credential-fields,errors,text}.ts";

test("whatever the service says to people in the dashboard is known in German and French", () => {
  const made = sentencesIn(["server/src/**/*.ts", CONTRACT, "contract/src/private/*.ts"], (file) => OTHER_READERS.test(file));
  assert.ok(made.length > 900, `only ${made.length} were found`);
  const unknown = made.filter(({ sentence }) => !NO_ANSWERS.includes(sentence) && tellIfKnown("de", sentence) === null);
  assert.deepEqual(
    unknown.map(({ place, sentence }) => `${place}: ${sentence}`),
    [],
  );
});
