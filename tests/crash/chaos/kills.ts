import { cp, mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readMigrations } from "../../../server/src/ground/database/migrate.ts";
import { query } from "../../../server/src/ground/database/query.ts";
import { eventually } from "../../../server/src/testing/eventually.ts";
import { must, type Reply } from "../api.ts";
import type { Chance } from "../chance.ts";
import type { Session } from "../session.ts";
import type { Clients } from "./client.ts";
import { lostOrDoubled } from "./kept.ts";

/** Work that is killed several times, and what is wrong afterwards. `owned`: names of files that it has left on purpose. */
export type Killed = (scene: Scene) => Promise<{ readonly faults: readonly string[]; readonly owned?: readonly string[] }>;

interface Scene {
  readonly session: Session;
  readonly clients: Clients;
  readonly chance: Chance;
  /** Of this run, for texts that nobody else has. */
  readonly name: string;
}

const KILLS = 6;

/** Begins the work, kills the service after a while, and starts it again, several times. Then the work is done once more, to its end. */
async function throughKills(
  { session: { topology }, chance }: Scene,
  work: () => Promise<unknown>,
  withinMilliseconds: number,
): Promise<void> {
  for (let times = 0; times < KILLS; times += 1) {
    const begun = work().catch(() => null);
    await sleep(chance.below(withinMilliseconds));
    await topology.kill("service", 0);
    await begun;
    await topology.revive();
  }
  await work();
}

export const uploads: Killed = async (scene) => {
  await throughKills(scene, () => Promise.all(Array.from({ length: 4 }, () => scene.clients.upload(4_000_000))), 900);
  return { faults: [] };
};

const ROWS = 60;

export const imports: Killed = async (scene) => {
  const { place } = scene.clients;
  await must(place.api("POST", "/collections", { title: `Import ${scene.name}` }));
  const acknowledged: string[] = [];
  const doubtful: string[] = [];
  let files = 0;
  const work = async () => {
    files += 1;
    const texts = Array.from({ length: ROWS }, (_, row) => `${scene.name}f${files}r${row}z`);
    const form = new FormData();
    form.set("file", new Blob([`Text,Image URL,Tags,Posting Time\n${texts.map((text) => `${text},,,`).join("\n")}\n`]), "posts.csv");
    const reply: Reply = await place.operator("POST", `/brands/${place.brandId}/imports?mode=DRAFTS`, form);
    (reply?.status === 201 ? acknowledged : doubtful).push(...texts);
    // Some are killed after the reply, while rows become posts.
    await sleep(300);
  };
  await throughKills(scene, work, 1200);
  await eventually("the imports have ended", async () => {
    const listed = await listOf<{ waiting: number }>(place.operator("GET", `/brands/${place.brandId}/imports`));
    return listed.every(({ waiting }) => waiting === 0);
  });
  const posts = await place.list<{ body: string }>("/posts");
  const present = posts.map(({ body }) => body).filter((body) => body.startsWith(`${scene.name}f`));
  return { faults: lostOrDoubled({ kind: "row", acknowledged, doubtful, present }) };
};

interface Archive {
  readonly id: number;
  readonly status: string;
}

export const archives: Killed = async (scene) => {
  const { place } = scene.clients;
  for (let times = 0; times < 6; times += 1) await scene.clients.upload(6_000_000);
  const path = `/brands/${place.brandId}/archives`;
  await throughKills(scene, () => place.operator("POST", path), 1500);
  const ended = await eventually("no archive is being made", async () => {
    const listed = await listOf<Archive>(place.operator("GET", path));
    return listed.every(({ status }) => status !== "making") && listed;
  });
  const ready = ended.filter(({ status }) => status === "ready");
  return { faults: ready.length === 1 ? [] : [`${ready.length} archives are ready instead of one: ${JSON.stringify(ended)}`] };
};

export const backups: Killed = async (scene) => {
  const { topology } = scene.session;
  const { place } = scene.clients;
  for (let times = 0; times < 4; times += 1) await scene.clients.upload(6_000_000);
  const made: string[] = [];
  let files = 0;
  const back = async () => {
    files += 1;
    const to = join(topology.dataDirectory, `backup-${files}.tar`);
    const reply = await place.operator("POST", "/admin/backup", { to });
    if (reply?.status === 200) made.push(`backup-${files}.tar`);
  };
  await throughKills(scene, back, 1500);
  // What a killed backup has begun goes with the next one, an hour later.
  for (const name of (await readdir(topology.dataDirectory)).filter((one) => one.endsWith(".part"))) {
    const hoursAgo = new Date(Date.now() - 2 * 3600_000);
    await utimes(join(topology.dataDirectory, name), hoursAgo, hoursAgo);
  }
  await back();
  const there = (await readdir(topology.dataDirectory)).filter((name) => name.startsWith("backup-"));
  const faults = made.filter((name) => !there.includes(name)).map((name) => `${name} was acknowledged and is not there`);
  // A complete one whose reply was lost is as good as any.
  return { faults, owned: there.filter((name) => /^backup-\d+\.tar$/.test(name)) };
};

/** The operator's lists have their rows in `data`; the contract defines what a row is. */
async function listOf<Row>(reply: Promise<Reply>): Promise<readonly Row[]> {
  const data: unknown = await must(reply);
  return data as readonly Row[];
}

/** More migrations than there are, each of which takes a while. */
const SLOW = 8;

/** Killed while an installation with posts and files is brought up to date. */
export const migrations: Killed = async (scene) => {
  const { topology } = scene.session;
  const known = await topology.migrations();
  const folder = join(topology.dataDirectory, "../slow-migrations");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  await cp(join(import.meta.dirname, "../../../server/src/ground/database/migrations"), folder, { recursive: true });
  const own = (await readMigrations(folder)).length;
  for (let more = 1; more <= SLOW; more += 1) {
    const sql = `create table crash_slow_${more} (id integer); select pg_sleep(0.3); insert into crash_slow_${more} values (1);`;
    await writeFile(join(folder, `${String(own + more).padStart(4, "0")}-slow-${more}.sql`), sql);
  }
  await topology.kill("service", 0);
  topology.migrateWith(folder);
  await topology.reviveThrough(KILLS, () => 1500 + scene.chance.below(2500));
  const rows = await query<{ count: number }>(topology.db, {
    text: `select count(*) from schema_migrations where number > $1 union all ${Array.from({ length: SLOW }, (_, index) => `select count(*) from crash_slow_${index + 1}`).join(" union all ")}`,
    values: [known],
  });
  // The dump before the first of them is kept; what killed starts have begun is not.
  const dumps = (await readdir(join(topology.dataDirectory, "backups"))).filter((name) => /^before-\d{4}-\d{8}T\d{9}Z\.tar$/.test(name));
  const [applied = 0, ...each] = rows.map(({ count }) => Number(count));
  return {
    owned: dumps,
    faults: [
      ...(applied === SLOW ? [] : [`${applied} migrations were noted instead of ${SLOW}`]),
      ...(each.every((count) => count === 1) ? [] : [`a migration was carried out ${each.join(", ")} times`]),
    ],
  };
};
