import assert from "node:assert/strict";
import { test } from "node:test";
import { bluesky } from "./index.ts";
import { startGround } from "./testing/ground.ts";
import { aPost } from "./testing/posts.ts";

const TYPEAHEAD = "app.bsky.actor.searchActorsTypeahead";

test("people are found by how their name or handle begins, without a session, and a few of many", async (context) => {
  const ground = await startGround(context);
  const find = (beginning: string) => bluesky.people?.(beginning, ground.account, ground.call());
  assert.deepEqual(await find("ann"), {
    kind: "found",
    people: [
      { handle: "@anna-miller.bluesky.test", name: "Anna Miller" },
      { handle: "@annika-backer.bluesky.test", name: "Annika Bäcker" },
    ],
  });
  assert.deepEqual(ground.called, [TYPEAHEAD]);
  const crowd = await find("crowd");
  assert.equal(crowd?.kind === "found" && crowd.people.length, 8);
  assert.deepEqual(await find("nobody"), { kind: "found", people: [] });
});

test("whoever is suggested can be mentioned: the record names their account", async (context) => {
  const ground = await startGround(context);
  const found = await bluesky.people?.("anna", ground.account, ground.call());
  const [person] = found?.kind === "found" ? found.people : [];
  await bluesky.publish(aPost({ text: `Baked with ${person?.handle}` }), ground.account, ground.call());
  const [record] = await ground.world.objects.list("record", { where: { collection: "app.bsky.feed.post" } });
  assert.match(
    JSON.stringify(record),
    /app\.bsky\.richtext\.facet#mention","did":"did:plc:|"did":"did:plc:[^"]+","\$type":"app\.bsky\.richtext\.facet#mention/,
  );
});

test("what cannot be mentioned is left out, and odd names are made harmless", async (context) => {
  const ground = await startGround(context);
  const actors = [
    null,
    {},
    { handle: "handle.invalid", displayName: "Broken" },
    { handle: "no handle", displayName: "x" },
    { handle: "rye.example", displayName: "Rye\u202E\n".repeat(1000) },
    ...Array.from({ length: 5000 }, (_, index) => ({ handle: `reader-${index}.example` })),
  ];
  ground.fault({ method: TYPEAHEAD, kind: "reply", status: 200, body: { actors } });
  const found = await bluesky.people?.("r", ground.account, ground.call());
  assert.ok(found?.kind === "found");
  assert.deepEqual(
    [found.people.length, found.people[0]?.handle, found.people[1]],
    [8, "@rye.example", { handle: "@reader-0.example", name: "reader-0.example" }],
  );
  assert.match(found.people[0]?.name ?? "", /^(Rye )+Rye?$|^[Rye ]{100}$/);
  ground.fault({ method: TYPEAHEAD, kind: "reply", status: 429, body: { error: "RateLimitExceeded", message: "Rate Limit Exceeded" } });
  assert.deepEqual(await bluesky.people?.("r", ground.account, ground.call()), {
    kind: "failed",
    reason: "Bluesky: Rate Limit Exceeded (RateLimitExceeded).",
  });
});
