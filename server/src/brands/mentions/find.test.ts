import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aPlace, aPost, must, type Place } from "../../testing/builders.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());

const find = (place: Place, beginning: string, channelIds: readonly number[] = place.channelIds) =>
  must(stage.admin("POST", `/../brands/${place.brandId}/people`, { channelIds, beginning }));

test("whoever types a mention is told whom each network finds, as a text for that network has to name them", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Bluesky", "Facebook", "X"] });
  assert.deepEqual(await find(place, "@ann"), [
    {
      type: "Bluesky",
      people: [
        { handle: "@anna-miller.bluesky.test", name: "Anna Miller" },
        { handle: "@annika-backer.bluesky.test", name: "Annika Bäcker" },
      ],
      problem: null,
    },
    {
      type: "Mastodon",
      people: [
        { handle: "@anna_miller@people.example", name: "Anna Miller" },
        { handle: "@annika_backer@people.example", name: "Annika Bäcker" },
      ],
      problem: null,
    },
    { type: "X", people: [], problem: null },
  ]);
});

test("whom the brand has mentioned before comes first, on the networks where it did, the latest first", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "X", "LinkedIn"] });
  const draft = (content: object) => aPost(place, { publishMode: "DRAFT", ...content });
  await draft({ caption: "With @annika_backer@people.example and @annex" });
  await draft({ caption: "With @Anneliese", comment: { comment: "Thanks, @ANNEX", delay: 0 } });
  await draft({ caption: "With @[Ann & Sons](urn:li:organization:2414183), mail to ann@shop.example" });
  const other = await aPlace(stage, { channels: ["X"] });
  await aPost(other, { publishMode: "DRAFT", caption: "@annabel" });
  assert.deepEqual(await find(place, "ann"), [
    { type: "LinkedIn", people: [{ handle: "@[Ann & Sons](urn:li:organization:2414183)", name: "Ann & Sons" }], problem: null },
    {
      type: "Mastodon",
      people: [
        { handle: "@annika_backer@people.example", name: "Annika Bäcker" },
        { handle: "@anna_miller@people.example", name: "Anna Miller" },
      ],
      problem: null,
    },
    {
      type: "X",
      people: [
        { handle: "@Anneliese", name: "@Anneliese" },
        { handle: "@ANNEX", name: "@ANNEX" },
      ],
      problem: null,
    },
  ]);
});

test("one letter asks no network, an inactive channel is not asked, and others' channels are left out", async () => {
  const place = await aPlace(stage, { channels: ["Bluesky", "Mastodon"] });
  const [bluesky, mastodon] = place.channelIds;
  assert.deepEqual(
    (await find(place, "a")).map(({ people }: { people: unknown[] }) => people.length),
    [0, 0],
  );
  await must(stage.admin("PATCH", `/channels/${bluesky}`, { status: "INACTIVE" }));
  assert.deepEqual(
    (await find(place, "ann")).map(({ type, people }: { type: string; people: unknown[] }) => [type, people.length]),
    [
      ["Bluesky", 0],
      ["Mastodon", 2],
    ],
  );
  const other = await aPlace(stage, { channels: ["Mastodon"] });
  assert.deepEqual(await find(other, "ann", [mastodon ?? 0]), []);
});

test("a network that does not answer is said, and what is known without it is there", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon"] });
  await aPost(place, { publishMode: "DRAFT", caption: "With @annika_backer@people.example" });
  await must(stage.admin("POST", "/sandbox/faults", { network: "mastodon", kind: "refuse-503", requests: "all", count: 1 }));
  const [{ people, problem }] = await find(place, "ann");
  assert.deepEqual(people, [{ handle: "@annika_backer@people.example", name: "@annika_backer@people.example" }]);
  assert.match(problem, /^Mastodon: /);
});

test("the questions of a minute are bounded, so that publishing keeps what the network allows", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon"] });
  for (let question = 0; question < 20; question += 1) await find(place, "ann");
  const [{ problem }] = await find(place, "ann");
  assert.match(problem, /Wait a minute/);
  stage.pass(60);
  assert.equal((await find(place, "ann"))[0].problem, null);
});
