import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { anImage, aPost, aTallVideo } from "../../connectors/testing/posts.ts";
import { facebookSandboxWith } from "../sandbox/index.ts";
import { facebook } from "./index.ts";
import { delivery, OUTAGE, openStage, refusal, type Stage } from "./testing/stage.ts";

const { counts } = facebook;
assert.ok(counts);

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const count = (ids: readonly string[]) => counts(ids, stage.account, stage.call());

async function published(post: Parameters<typeof aPost>[0]): Promise<string> {
  const outcome = await delivery(stage, aPost(post)).published();
  assert.ok(outcome.kind === "published");
  return outcome.remoteId;
}

// Shows Facebook: counts
test("posts and reels have their reactions, comments and shares; stories and what is gone have none", async () => {
  const text = await published({});
  const reel = await published({ media: [aTallVideo()] });
  const story = await published({ asStory: true, media: [await anImage()] });
  const network = facebookSandboxWith(null);
  const [, reelPost] = await stage.seen();
  for (const id of [text, reelPost?.id ?? ""]) {
    await network.react(stage.world, id, { kind: "like" });
    await network.react(stage.world, id, { kind: "like" });
    await network.react(stage.world, id, { kind: "share" });
    await network.react(stage.world, id, { kind: "comment", text: "Lovely" });
  }
  assert.deepEqual(await count([text, reel, story, `${stage.account.remoteId}_59999`]), {
    kind: "counted",
    counts: { [text]: { likes: 2, comments: 1, shares: 1 }, [reel]: { likes: 2, comments: 1, shares: 1 } },
  });
});

test("a limit postpones the counts, a dead token ends the channel, and anything else leaves them out", async () => {
  const id = await published({});
  const refused = async (status: number, body: unknown) => {
    stage.fault({ method: "GET", path: /reactions/, act: { when: "before", status, body } });
    const outcome = await count([id]);
    return outcome.kind;
  };
  assert.equal(await refused(400, refusal(32)), "busy");
  assert.equal(await refused(OUTAGE.status, OUTAGE.body), "busy");
  assert.equal(await refused(400, refusal(190, 460)), "unauthorized");
  assert.equal(await refused(403, refusal(10)), "unavailable");
  assert.equal(await refused(400, refusal(100)), "unavailable");
});
