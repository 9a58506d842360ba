import { backlog } from "./backlog.ts";
import type { Bench, Measure } from "./bench.ts";
import { create } from "./create.ts";
import { dashboard } from "./dashboard.ts";
import { engine } from "./engine.ts";
import { feeds } from "./feeds.ts";
import { growth } from "./growth.ts";
import { list } from "./list.ts";
import { media } from "./media.ts";
import { profile } from "./profile.ts";
import { publishing } from "./publishing.ts";
import { describe, machine } from "./report.ts";
import { scale } from "./scale.ts";
import { service } from "./service.ts";
import { soak } from "./soak.ts";
import { startup } from "./startup.ts";
import { takeover } from "./takeover.ts";
import { uploads } from "./uploads.ts";
import { workers } from "./workers.ts";

/**
 * `npm run bench` measures; `npm run bench -- list create` runs only those; `--json` prints one JSON value. Exits with code 1 if a bench could not run or a reply was wrong. A missed aim is reported but is not a failure: it may be due to the machine.
 */
const benches: readonly Bench[] = [
  list,
  create,
  engine,
  feeds,
  startup,
  service,
  uploads,
  media,
  publishing,
  dashboard,
  soak,
  growth,
  scale,
  profile,
  backlog,
  workers,
  takeover,
];

const words = process.argv.slice(2);
const asJson = words.includes("--json");
const names = words.filter((word) => word !== "--json");
const strange = names.filter((name) => !benches.some((bench) => bench.name === name));
if (strange.length > 0) {
  console.error(`There is no bench ${strange.join(", ")}. There are:`);
  for (const bench of benches) console.error(`  ${bench.name.padEnd(10)} ${bench.about}`);
  process.exitCode = 1;
} else
  await measure(
    names.length === 0 ? benches.filter(({ onlyIfNamed }) => onlyIfNamed !== true) : benches.filter((bench) => names.includes(bench.name)),
  );

async function measure(chosen: readonly Bench[]): Promise<void> {
  const measures: (Measure & { readonly bench: string })[] = [];
  if (!asJson) console.log(`${machine()}\n`);
  for (const bench of chosen) {
    for (const found of await bench.run()) {
      measures.push({ bench: bench.name, ...found });
      if (!asJson) console.log(`${describe(found)}\n`);
    }
  }
  if (asJson) console.log(JSON.stringify({ machine: machine(), measures }, null, 2));
}
