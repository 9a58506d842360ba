import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { test } from "node:test";

const { href } = new URL("./stop-signals.ts", import.meta.url);

/** Runs a program that gets a signal at each of these milliseconds, and says at which it was asked for haste. */
async function hasteAfter(...times: readonly number[]): Promise<unknown> {
  const program = `import { stopSignal } from ${JSON.stringify(href)};
    const asked = [];
    let now = 0;
    performance.now = () => now;
    const stop = stopSignal(() => asked.push(now));
    for (now of ${JSON.stringify(times)}) process.emit("SIGINT");
    await stop;
    console.log(JSON.stringify(asked));`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], { stdio: ["ignore", "pipe", "inherit"] });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  assert.equal(code, 0);
  return JSON.parse(said);
}

test("signals within a second are one, and a later one is from somebody who will not wait", async () => {
  assert.deepEqual(await hasteAfter(0, 30, 999), []);
  assert.deepEqual(await hasteAfter(0, 30, 1000, 1500), [1000, 1500]);
});

/** Runs a program that is told to stop late after `milliseconds`. */
async function ended(milliseconds: number, rest: string) {
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
