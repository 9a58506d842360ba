import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { NETWORKS } from "./abilities/words.ts";
import { NETWORKS_PAGE } from "./networks-page.ts";
import { EXAMPLES } from "./outcomes/examples.ts";
import { present } from "./outcomes/present.ts";
import { type Ending, type Outcome, publishExamples } from "./outcomes/publish.ts";
import { outcomesPage } from "./outcomes.ts";

let outcomes: readonly Outcome[];
before(async () => {
  outcomes = await publishExamples();
});

test("the committed table says what became of each post on each network; `npm run abilities` updates it", () => {
  const page = readFileSync(NETWORKS_PAGE, "utf8");
  assert.deepEqual(page.split("\n"), outcomesPage(page, outcomes).split("\n"));
});

test("the preview says of each post on each network what then becomes of it, and why, in the same words", () => {
  const foretold = outcomes.map(({ kind, network, preview }) => ({ kind, network, ...preview }));
  const became = outcomes.map(({ kind, network, entry }) => ({ kind, network, ...(goesOut(entry) ?? endingOf(entry)) }));
  assert.equal(became.length, EXAMPLES.length * NETWORKS.length);
  assert.deepEqual(foretold, became);
});

/** What a preview says of a post that goes out; null if it does not. */
function goesOut({ status }: Ending): Ending | null {
  return ["PUBLISHED", "SENT"].includes(status) ? { status: "PUBLISHED", reason: null, message: null } : null;
}

function endingOf({ status, reason, message }: Ending): Ending {
  return { status, reason, message };
}

test("a cell has a few words; longer ones stand below the table, each once", () => {
  const preview = { status: "PUBLISHED", reason: null, message: null };
  const long = "Google's posts take a photo, not a video, so the video was left out.";
  const ended = (status: string, message: string | null) => ({ status, reason: "any", message, postType: "TEXT" as const });
  const [first = "", second = "", third = "", fourth = ""] = EXAMPLES.map(({ kind }) => kind);
  const cells = [
    { kind: first, network: "Google Business", preview, entry: ended("PUBLISHED", long) },
    { kind: second, network: "Google Business", preview, entry: ended("SKIPPED", "Google Business takes no documents.") },
    { kind: third, network: "Google Business", preview, entry: ended("FAILED", long) },
    { kind: fourth, network: "Google Business", preview, entry: ended("SENT", null) },
  ] as const;
  const lines = present(cells).split("\n");
  const row = "| Google Business | as a text (1) | skipped: takes no documents | failed (1) | handed over |";
  assert.deepEqual([lines.find((line) => line.startsWith("| Google")), ...lines.slice(-2)], [row, "", `1. ${long}`]);
});
