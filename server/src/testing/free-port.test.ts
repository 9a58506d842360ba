import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { test } from "node:test";

const MODULE = new URL("free-port.ts", import.meta.url).href;
/** Asks for ports and listens on none of them. */
const ASKS = `const { freePort } = await import(${JSON.stringify(MODULE)});
const ports = [];
for (let n = 0; n < 300; n += 1) ports.push(await freePort());
console.log(JSON.stringify(ports));
process.stdin.once("end", () => process.exit()).resume();`;

test("processes that ask at the same time have no port in common, and none that the kernel gives away", async () => {
  const processes = Array.from({ length: 4 }, () => spawn(process.execPath, ["--input-type=module", "-e", ASKS]));
  const ended = processes.map((child) => once(child, "exit"));
  const answers = await Promise.all(processes.map((child) => once(createInterface(child.stdout), "line")));
  // Until now each of them keeps what it has.
  for (const child of processes) child.stdin.end();
  await Promise.all(ended);
  const ports = answers.flatMap(([line]): number[] => JSON.parse(line));
  assert.equal(ports.length, 1200);
  assert.equal(new Set(ports).size, 1200);
  const [first, last] = readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8").trim().split(/\s+/).map(Number);
  const given = ports.filter((port) => port >= Number(first) && port <= Number(last));
  assert.deepEqual(given, []);
});
