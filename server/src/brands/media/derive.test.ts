import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aPlace, must, type Place } from "../../testing/builders.ts";
import { eventually } from "../../testing/eventually.ts";
import { aPicture, uploaded } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { deriveMedium, type Order } from "./derive.ts";
import { findStoredMedium } from "./stored.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());

/** Another brand of the place's owner. */
async function anotherBrandOf({ person }: Place): Promise<Place> {
  const { id: brandId } = await must(stage.admin("POST", "/brands", { owner: person.email, title: "Mill" }));
  const api: Place["api"] = (method, path, body) => person.api(method, `/brands/${brandId}${path}`, body);
  return { person, brandId, channelIds: [], collectionId: 0, api };
}

for (const kind of ["image", "video", "thumbnail"] as const) {
  test(`an account with two brands has one ${kind} made at a time, and another account's is made meanwhile`, async () => {
    const first = await aPlace(stage, { channels: [] });
    const places = { first, "second of the same": await anotherBrandOf(first), other: await aPlace(stage, { channels: [] }) };
    const free = Promise.withResolvers<void>();
    const begun: string[] = [];
    const order = async (name: keyof typeof places): Promise<Order> => {
      const place = places[name];
      const id = await uploaded(stage, place, { bytes: await aPicture(), name: "bread.png" });
      const media = await findStoredMedium(stage.app.db, { brandId: place.brandId, id });
      if (media === null) throw new Error(`there is no medium ${id}`);
      const make = async () => {
        begun.push(name);
        await free.promise;
        return "it is only tried";
      };
      return { brandId: place.brandId, media, kind, recipe: { kind }, make };
    };
    const orders = [await order("first"), await order("second of the same"), await order("other")];
    const made = orders.map((one) => deriveMedium(stage.app, one));
    await eventually("two have begun", () => begun.length >= 2);
    assert.deepEqual([begun.length, begun.includes("other")], [2, true]);
    free.resolve();
    assert.deepEqual(await Promise.all(made), Array(3).fill("it is only tried"));
    assert.deepEqual(begun.toSorted(), ["first", "other", "second of the same"]);
  });
}
