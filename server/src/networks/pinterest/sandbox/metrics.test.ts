import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { pinterestSandbox } from "./index.ts";
import { fieldsIn, openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
let id: string;
beforeEach(async () => {
  stage = await openStage();
  id = await stage.pin({ title: "Rye" });
});
afterEach(() => stage[Symbol.asyncDispose]());

const metrics = async () => fieldsIn(await stage.ask("GET", `/pins/${id}?pin_metrics=true`)).pin_metrics;
const react = (kind: "like" | "share", on = id) => pinterestSandbox.react(stage.world, on, { kind });
const comment = (text: string, on = id) => pinterestSandbox.react(stage.world, on, { kind: "comment", text });
const feed = () => pinterestSandbox.feed(stage.world, { limit: 100 });

test("readers react, comment and save, which the page and the metrics count", async () => {
  for (const kind of ["like", "like", "share"] as const) await react(kind);
  await comment("Lovely");
  const [said] = await feed();
  await comment("Indeed", said?.id);
  await react("like", said?.id);
  await react("like", "123");
  const posts = await feed();
  assert.deepEqual(
    posts.map(({ author, text, replyTo, counts }) => [author, text, replyTo, counts]),
    [
      ["Reader", "Indeed", said?.id, { likes: 0, comments: 0, shares: 0 }],
      ["Reader", "Lovely", id, { likes: 1, comments: 1, shares: 0 }],
      ["@corner_bakery on Corner Bakery", "Rye", null, { likes: 2, comments: 1, shares: 1 }],
    ],
  );
  const viewed = { impression: 1, pin_click: 1, clickthrough: 0, save: 1 };
  assert.deepEqual(await metrics(), { "90d": viewed, lifetime_metrics: { ...viewed, reaction: 2, comment: 2 } });
});

test("the figures of 90 days forget, those of the whole life do not", async () => {
  await react("share");
  stage.pass(90 * 86_400);
  assert.equal((await stage.ask("GET", `/pins/${id}`)).status, 401, "the token is over");
  const { accessToken } = (await pinterestSandbox.account("Corner Bakery", stage.world)).credentials;
  const { pin_metrics } = fieldsIn(await stage.ask("GET", `/pins/${id}?pin_metrics=true`, { token: accessToken ?? "" }));
  assert.deepEqual([Object(pin_metrics)["90d"].save, Object(pin_metrics).lifetime_metrics.save], [0, 1]);
});

test("set so, the figures of the whole life are missing, or all", async () => {
  await stage.set({ metrics: "recent" });
  assert.deepEqual(Object.keys(Object(await metrics())), ["90d"]);
  await stage.set({ metrics: "none" });
  assert.equal(await metrics(), null);
});
