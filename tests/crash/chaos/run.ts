import { execFile } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { inspect, promisify } from "node:util";
import { temporaryFolder } from "../../../server/src/ground/database/testing.ts";
import { chanceFrom } from "../chance.ts";
import type { RoundPlan } from "../plan.ts";
import { playRound } from "../round.ts";
import { openSession } from "../session.ts";
import { CHAPTERS, type Chapter } from "./chapters.ts";
import { createClients } from "./client.ts";
import { readLeft } from "./left.ts";

/** A day of chaos, or some of its chapters. Returns how many found something. */
export async function runChaos(
  names: readonly string[],
  options: { readonly seed: number; tell(line: string): void; readonly logs: string | null },
): Promise<number> {
  await using compiled = await temporaryFolder();
  let broken = 0;
  for (const [index, name] of names.entries()) {
    const chapter = CHAPTERS[name];
    if (chapter === undefined) throw new Error(`--chaos is one of ${Object.keys(CHAPTERS).join(", ")}, not ${name}`);
    options.tell(`${name}: ${chapter.what}`);
    const since = performance.now();
    const place = { name, seed: options.seed + index, compiled: compiled.path, logs: options.logs };
    const faults = await playChapter(chapter, place).catch((error: unknown) => [`the chapter failed: ${inspect(error)}`]);
    for (const fault of faults.slice(0, FAULTS_SHOWN)) options.tell(`  ${fault}`);
    options.tell(`  ${faults.length === 0 ? "ok" : `${faults.length} FAULTS`} after ${Math.round((performance.now() - since) / 1000)} s`);
    if (faults.length > 0) broken += 1;
  }
  return broken;
}

const FAULTS_SHOWN = 20;
/** A round without kills: a chapter brings its own trouble. */
const QUIET: RoundPlan = { kills: [], faults: [], awaySeconds: 0, waitsForCounts: false, leftOn: null, wrongClock: null };

interface Played {
  readonly name: string;
  readonly seed: number;
  readonly compiled: string;
  readonly logs: string | null;
}

async function playChapter(chapter: Chapter, { name, seed, compiled, logs }: Played): Promise<readonly string[]> {
  await using opened = new AsyncDisposableStack();
  const disk = chapter.diskMegabytes === undefined ? {} : { folder: await ownDisk(chapter.diskMegabytes, opened) };
  const chance = chanceFrom(seed);
  const firstStarts = chapter.firstStarts?.(chance);
  const session = opened.use(
    await openSession({
      workers: chapter.workers,
      compiled,
      lasting: [],
      earlier: null,
      ...disk,
      ...(firstStarts === undefined ? {} : { firstStarts }),
      ...(chapter.openFiles === undefined ? {} : { openFiles: chapter.openFiles }),
    }),
  );
  if (logs !== null) opened.defer(() => session.keepLog(join(logs, `${name}.log`)));
  const clients = createClients(session.place);
  const ground = { ...session, place: clients.place };
  const word = `c${seed}`;
  const trouble = chapter.trouble;
  // The posts of a killed chapter are made before the kills, and have to be there after them.
  const round = await playRound(ground, {
    plan: QUIET,
    chance,
    name: word,
    ...(trouble === undefined ? {} : { trouble: () => trouble(session, clients) }),
  });
  const killed = await chapter.killed?.({ session, clients, chance, name: word });
  await clients.done();
  await session.topology.revive();
  const ended = session.topology.endedThemselves();
  const left = await readLeft(session.topology, killed?.owned ?? []);
  const faults = [...ended, ...round.violations, ...(killed?.faults ?? []), ...left.faults, ...clients.faults(left.files)];
  return faults;
}

/** A file system of its own, in memory, which only root can make. */
async function ownDisk(megabytes: number, opened: AsyncDisposableStack): Promise<string> {
  const folder = opened.use(await temporaryFolder()).path;
  const disk = join(folder, "disk");
  await mkdir(disk);
  const run = promisify(execFile);
  await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", disk]);
  opened.defer(async () => {
    await run("umount", ["--lazy", disk]);
    await rm(disk, { recursive: true, force: true });
  });
  return disk;
}
