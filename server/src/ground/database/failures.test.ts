import assert from "node:assert/strict";
import { test } from "node:test";
import { explainFailure } from "./failures.ts";

const CASES: readonly (readonly [output: string, sentence: RegExp])[] = [
  [
    'running bootstrap script ... 2026-11-21 04:47:00 UTC [7] FATAL:  could not write to file "pg_wal/xlogtemp.7": No space left on device\nchild process exited with exit code 1',
    /no space is left on the device: free some.*\(.*pg_wal.*\)$/,
  ],
  ["initdb: error: could not look up effective user ID 54321: user does not exist", /without an entry in the user database .*DATABASE_URL/],
  ["ENOSPC: no space left on device, copyfile 'a' -> 'b'", /no space is left/],
  ["EROFS: read-only file system, mkdir '/data/postgres'", /read-only: choose another ROSTRUM_DATA_DIR/],
  ["spawn /data/postgres/binaries/18/bin/initdb EACCES", /mounted noexec/],
  ["spawn /data/postgres/binaries/18/bin/initdb ENOENT", /not glibc .*DATABASE_URL/],
  ["setpriv: failed to execute /data/postgres/binaries/18/bin/initdb: No such file or directory", /not glibc .*DATABASE_URL/],
  ["LOG:  starting\nFATAL:  something new\nLOG:  shut down", /: FATAL: {2}something new$/],
  ["", /: no message$/],
];

for (const [output, sentence] of CASES) {
  test(`a failure is one line with its cause: ${output.slice(0, 60).split("\n")[0]}`, () => {
    const { message } = explainFailure("start", output);
    assert.match(message, sentence);
    assert.ok(message.startsWith("The embedded database cannot start: ") && !message.includes("\n"));
  });
}
