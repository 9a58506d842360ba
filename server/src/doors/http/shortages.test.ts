import assert from "node:assert/strict";
import fs, { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { after, before, type TestContext, test } from "node:test";
import { aPlace, must, type Place } from "../../testing/builders.ts";
import { aPicture } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
let place: Place;
before(async () => {
  stage = await openStage();
  place = await aPlace(stage, {});
});
after(() => stage[Symbol.asyncDispose]());

const text = { caption: "Fresh bread", publishMode: "DRAFT" };
const MESSAGE = "The service's disk is full. Ask its operator to make room, then look whether this has to be done again.";
const FULL = [507, { status: "error", message: MESSAGE, errors: { server: MESSAGE } }];
const create = () => place.api("POST", `/collections/${place.collectionId}/posts`, text);

test("a post that finds no room on the database's disk is refused by a sentence that says whom to ask, and stored once there is room", async () => {
  await stage.app.db.query(`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
  await stage.app.db.query("create trigger no_room before insert on posts for each row execute function no_room()");
  const { status, body } = await create();
  assert.deepEqual([status, body], [507, { status: "error", message: MESSAGE, errors: { server: MESSAGE } }]);
  await stage.app.db.query("drop function no_room() cascade");
  assert.deepEqual((await place.api("GET", "/posts")).body.data, []);
  const { id } = await must(create());
  assert.ok(id > 0);
});

/** A device whose every write fails for want of room, as on a full disk. */
const FULL_DEVICE = "/dev/full";

/** Where the file has no room: while it arrives, or when it is put among the others. */
const PLACES: Readonly<Record<string, (context: TestContext) => void>> = {
  "while it arrives": (context) => {
    const { createWriteStream } = fs;
    context.mock.method(fs, "createWriteStream", () => createWriteStream(FULL_DEVICE));
    syncBuiltinESMExports();
  },
  "when it is stored": (context) => {
    const full = Object.assign(new Error("ENOSPC: no space left on device, rename"), { code: "ENOSPC" });
    context.mock.method(stage.app.storage, "adopt", () => Promise.reject(full));
  },
};

for (const [when, fill] of Object.entries(PLACES)) {
  const skip = existsSync(FULL_DEVICE) ? false : `there is no ${FULL_DEVICE}`;
  test(`an upload that finds no room ${when} is refused by the same sentence, leaves nothing, and is stored once there is room`, {
    skip,
  }, async (context) => {
    const before = (await place.api("GET", "/media")).body.data.length;
    fill(context);
    const refused = await upload();
    context.mock.restoreAll();
    syncBuiltinESMExports();
    assert.deepEqual(refused, FULL);
    assert.equal((await place.api("GET", "/media")).body.data.length, before);
    assert.deepEqual(await readdir(stage.app.storage.incoming), []);
    const [status] = await upload();
    assert.equal(status, 201);
  });
}

async function upload() {
  const form = new FormData();
  form.set("media", new Blob([await aPicture()]), "rye.png");
  const headers = { Authorization: `Bearer ${place.person.key}` };
  const reply = await fetch(`${stage.url}/v1/brands/${place.brandId}/media`, { method: "POST", headers, body: form });
  return [reply.status, await reply.json()];
}
