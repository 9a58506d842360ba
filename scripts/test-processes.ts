import { closeSync, existsSync, openSync, writeFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe } from "node:test";
import { setImmediate } from "node:timers/promises";
import { pathToFileURL } from "node:url";

/** Test files that share processes, because most of their time would go into loading the same modules. */
export interface Queue {
  /** Where the processes note what they took and what they finished. */
  readonly folder: string;
  readonly root: string;
  readonly files: readonly string[];
}

/** What a process runs: the file `first`, then others that nobody has taken, until it had `count`. */
interface Task {
  readonly first: number;
  readonly count: number;
  /** For a file that hangs. */
  readonly secondsMax: number;
}

/** None of those that share a process takes a tenth of it, on a machine that does nothing else. */
const SHARED_SECONDS_MAX = 1200;
/** The longest, the crash rounds, take a tenth of it, and half of it on a very busy machine. */
const OWN_SECONDS_MAX = 3600;

/** What files leave behind in memory ends with a process, so most end early. The last ones run whatever is left. */
const FILES_OF_A_PROCESS = 80;

/** A file says in such a line why it does not share a process. */
const OWN = /^\/\/ A process of its own: \S/m;

/**
 * Writes the scripts that run `files` when `parallel` of them run at a time, and returns their paths in the order of their names. A process
 * takes the next file that nobody has taken, so that none waits for the slowest, and the others run what one that dies would have run.
 */
export async function writeProcesses(queue: Queue, parallel: number): Promise<string[]> {
  const { folder, root, files } = queue;
  await mkdir(folder);
  await writeFile(join(folder, "queue.json"), JSON.stringify(queue));
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), "utf8")));
  const [own, shared] = [true, false].map((isOwn) => [...files.keys()].filter((index) => OWN.test(texts[index] ?? "") === isOwn)) as [
    number[],
    number[],
  ];
  const count = Math.min(shared.length, Math.max(parallel, Math.ceil(shared.length / FILES_OF_A_PROCESS)));
  const isLast = (at: number) => at >= count - parallel;
  const tasks: Task[] = [
    // First, because these take long.
    ...own.map((first) => ({ first, count: 1, secondsMax: OWN_SECONDS_MAX })),
    // Each begins with a file that waits for it, a late one: a process without any test would count as one.
    ...shared.slice(-count).map((first, at) => ({
      first,
      count: isLast(at) ? shared.length : FILES_OF_A_PROCESS,
      secondsMax: SHARED_SECONDS_MAX,
    })),
  ];
  return await Promise.all(
    tasks.map(async (task, at) => {
      take(queue, task.first);
      const path = join(folder, `process-${String(at + 1).padStart(4, "0")}.mjs`);
      const lines = [
        `import queue from "./queue.json" with { type: "json" };`,
        `import { runFiles } from ${JSON.stringify(import.meta.url)};`,
        `await runFiles(queue, ${JSON.stringify(task)});`,
      ];
      await writeFile(path, lines.join("\n"));
      return path;
    }),
  );
}

/** What each of the scripts does. */
export async function runFiles(queue: Queue, { first, count, secondsMax }: Task): Promise<void> {
  await runFile(queue, first, secondsMax);
  let runs = 1;
  for (const index of queue.files.keys()) {
    if (runs === count) return;
    if (!take(queue, index)) continue;
    await runFile(queue, index, secondsMax);
    runs += 1;
  }
}

/** The files that did not come to their end: their process died meanwhile, or all of them had died before. */
export function unfinished({ folder, files }: Queue): readonly string[] {
  return files.filter((_, index) => !existsSync(join(folder, `${index}.finished`)));
}

/** Each file is a suite, which keeps its hooks to itself. */
async function runFile({ folder, root, files }: Queue, index: number, secondsMax: number): Promise<void> {
  const file = files[index] ?? "";
  await describe(file, { timeout: secondsMax * 1000 }, async () => {
    await import(pathToFileURL(join(root, file)).href);
  });
  // What it reported is sent first, because the next file may take the process with it.
  await setImmediate();
  writeFileSync(join(folder, `${index}.finished`), "");
}

/** False if another process has it. */
function take({ folder }: Queue, index: number): boolean {
  try {
    closeSync(openSync(join(folder, `${index}.taken`), "wx"));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
