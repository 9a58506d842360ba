import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Bench } from "./bench.ts";
import { openNetworkedSoil, type Soil } from "./ground.ts";
import { burst, pagesTouched, sized, someCollections } from "./posts.ts";
import { settle } from "./seed.ts";
import { median, rounded, spreadOf } from "./statistics.ts";

const CHANNELS = sized("ROSTRUM_BENCH_CHANNELS", 200);
const POSTS = sized("ROSTRUM_BENCH_POSTS", 3_000);
const ROUNDS = sized("ROSTRUM_BENCH_ROUNDS", 4);
const WARM_UP = 400;
/** Folders of Linux control groups, one for each worker: with a limit on the processor, as if each ran on a machine of its own. */
const GROUPS = (process.env.ROSTRUM_BENCH_WORKER_GROUPS ?? "").split(",").filter((folder) => folder !== "");

/** How much a second worker adds, at a network that takes 50 ms to answer. */
export const workers: Bench = {
  name: "workers",
  about: "two workers against one, with a network that answers in 50 ms; only if named",
  onlyIfNamed: true,
  async run() {
    await using ground = await openNetworkedSoil();
    const { soil, secretKey, environment } = ground;
    await someCollections(soil.db, { count: CHANNELS, secretKey });
    await settle(soil.db);
    const done: { readonly one: Worked; readonly two: Worked }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // In turns, so that other load on the machine meets both.
      const first = round % 2 === 0 ? 1 : 2;
      const worked = new Map<number, Worked>();
      for (const count of [first, 3 - first]) worked.set(count, await work(soil, { environment, count }));
      done.push({ one: worked.get(1) as Worked, two: worked.get(2) as Worked });
    }
    const ratios = done.map(({ one, two }) => two.perSecond / one.perSecond);
    const each = (of: (worked: Worked) => number) => ({
      one: done.map(({ one }) => rounded(of(one))).join(", "),
      two: done.map(({ two }) => rounded(of(two))).join(", "),
    });
    const [rates, cpu, pages] = [each(({ perSecond }) => perSecond), each(({ cpu }) => cpu), each(({ pages }) => pages)];
    return [
      {
        title: `two workers against one, ${POSTS} posts due at once on ${CHANNELS} channels${GROUPS.length > 0 ? ", each worker in a control group" : ""}`,
        value: median(ratios),
        unit: "x",
        spread: spreadOf(ratios),
        aim: { atLeast: 1.7 },
        facts: {
          "posts/s of one": rates.one,
          "posts/s of two": rates.two,
          "CPU ms/post of one": cpu.one,
          "CPU ms/post of two": cpu.two,
          "pages/post of one": pages.one,
          "pages/post of two": pages.two,
        },
      },
    ];
  },
};

interface Worked {
  readonly perSecond: number;
  /** Of the workers' processes, in milliseconds a post. */
  readonly cpu: number;
  readonly pages: number;
}

async function work(soil: Soil, { environment, count }: { environment: Readonly<Record<string, string>>; count: number }): Promise<Worked> {
  await using started = new AsyncDisposableStack();
  const processes = await Promise.all(Array.from({ length: count }, () => soil.start("worker", environment)));
  for (const each of processes) started.use(each);
  for (const [index, { pid }] of processes.entries()) {
    const group = GROUPS[index];
    if (group !== undefined) await writeFile(join(group, "cgroup.procs"), String(pid));
  }
  await burst(soil.db, WARM_UP);
  const cpu = async () => (await Promise.all(processes.map((each) => each.cpuMicroseconds()))).reduce((sum, used) => sum + used, 0);
  const before = { cpu: await cpu(), pages: await pagesTouched(soil.db) };
  const { perSecond } = await burst(soil.db, POSTS);
  return {
    perSecond,
    cpu: ((await cpu()) - before.cpu) / 1000 / POSTS,
    pages: ((await pagesTouched(soil.db)) - before.pages) / POSTS,
  };
}
