import { readFileSync, writeFileSync } from "node:fs";
import { NETWORKS_PAGE, rewritten } from "./networks-page.ts";
import { present } from "./outcomes/present.ts";
import { type Outcome, publishExamples } from "./outcomes/publish.ts";

/** Part of `npm run abilities`: publishes six posts on every network of the sandbox and writes what became of them into its page. */

const BEGIN = "<!-- Written by `npm run abilities` from what became of the posts on the networks of the sandbox. -->";

/** The committed page with the part between the two markers written anew. */
export function outcomesPage(page: string, outcomes: readonly Outcome[]): string {
  return rewritten(page, BEGIN, present(outcomes));
}

if (import.meta.main) writeFileSync(NETWORKS_PAGE, outcomesPage(readFileSync(NETWORKS_PAGE, "utf8"), await publishExamples()));
