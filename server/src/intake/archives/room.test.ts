import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { lackOfRoom } from "./room.ts";

test("what does not fit on the disk with something to spare is said with what is free", async () => {
  assert.match(
    (await lackOfRoom({ incoming: tmpdir() }, 1e15)) ?? "",
    /^The archive needs \d+ MiB on the service's disk, and \d+ MiB are free\. Ask its operator to make room/,
  );
  assert.equal(await lackOfRoom({ incoming: "/nowhere at all" }, 1e15), null);
});
