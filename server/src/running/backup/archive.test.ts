import assert from "node:assert/strict";
import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../../ground/database/testing.ts";
import { writeArchive } from "./archive.ts";

test("a backup removes what killed ones have begun in its folder, and nothing that may still be written or is somebody else's", async () => {
  await using folder = await temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  const hoursAgo = new Date(Date.now() - 2 * 3600_000);
  for (const name of ["monday.tar.0a1b2c3d.part", "notes.part", "photos.tar.part", "old.tar"]) {
    await writeFile(at(name), "begun");
    await utimes(at(name), hoursAgo, hoursAgo);
  }
  await writeFile(at("now.tar.0a1b2c3d.part"), "being written");
  await writeArchive(at("tuesday.tar"), (tar) => tar.add("a", Buffer.from("b")));
  assert.deepEqual((await readdir(folder.path)).sort(), [
    "notes.part",
    "now.tar.0a1b2c3d.part",
    "old.tar",
    "photos.tar.part",
    "tuesday.tar",
  ]);
});
