import assert from "node:assert/strict";
import { type ContentFacts, inspectContent } from "../inspect.ts";
import { hasEnded } from "../trials.ts";

/** The facts of a file whose examination must finish normally. */
export async function contentOf(path: string, mime: string): Promise<ContentFacts> {
  const looked = await inspectContent(path, mime);
  if (hasEnded(looked)) assert.fail(looked.ended);
  return looked;
}
