import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aPlace, must, type Place } from "../../testing/builders.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
let place: Place;
before(async () => {
  stage = await openStage();
  place = await aPlace(stage, {});
});
after(() => stage[Symbol.asyncDispose]());

const text = { caption: "Fresh bread", publishMode: "DRAFT" };
const create = () => place.api("POST", `/collections/${place.collectionId}/posts`, text);

test("a post that finds no room on the database's disk is refused by a sentence that says whom to ask, and stored once there is room", async () => {
  await stage.app.db.query(`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
  await stage.app.db.query("create trigger no_room before insert on posts for each row execute function no_room()");
  const message = "The service's disk is full. Ask its operator to make room, then look whether this has to be done again.";
  const { status, body } = await create();
  assert.deepEqual([status, body], [507, { status: "error", message, errors: { server: message } }]);
  await stage.app.db.query("drop function no_room() cascade");
  assert.deepEqual((await place.api("GET", "/posts")).body.data, []);
  const { id } = await must(create());
  assert.ok(id > 0);
});
