import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { isRead, play } from "./testing/script.ts";
import { deliver, openStage, type Stage } from "./testing/stage.ts";
import { heldRow, NAMES } from "./testing/wire.ts";

/** Holds the requests about posts and photos against what is known of that API: see `testing/wire.ts`. */
let stage: Stage;
before(async () => {
  stage = await openStage();
  await play(stage, (post) => deliver(stage, post));
});
after(() => stage[Symbol.asyncDispose]());

test("every request about posts, photos and tokens is one of Google's, with its parameters and body, and each of these is made", (context) => {
  const exchanges = stage.exchanges.filter((exchange) => !isRead(exchange, stage.baseUrl));
  const made = new Set(exchanges.map((exchange) => heldRow(exchange, stage.baseUrl)));
  assert.deepEqual(
    NAMES.filter((name) => !made.has(name)),
    [],
  );
  context.diagnostic(`${made.size} paths in ${exchanges.length} requests were held against what Google's pages say`);
});
