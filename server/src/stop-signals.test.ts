import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { test } from "node:test";

/** Runs a program that is told to stop late after `milliseconds`. */
async function ended(milliseconds: number, rest: string) {
  const { href } = new URL("./stop-signals.ts", import.meta.url);
  const program = `import { endLateStop } from ${JSON.stringify(href)}; endLateStop(${milliseconds}); ${rest}`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], { stdio: ["ignore", "ignore", "pipe"] });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { said, code };
}

test("a stop that does not come to its end ends by itself, and says what it waited for", async () => {
  const { said, code } = await ended(1, `import { createServer } from "node:net"; createServer().listen(0, "127.0.0.1");`);
  assert.equal(code, 1);
  assert.match(said, /^The stop has taken too long, so the process ends without it\. Still open: .*TCPServerWrap/);
});

test("a stop that comes to its end in time is not waited for", async () => {
  assert.deepEqual(await ended(3_600_000, ""), { said: "", code: 0 });
});
