import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect, type Database } from "../../../server/src/ground/database/connect.ts";
import { one } from "../../../server/src/ground/database/query.ts";
import { temporaryFolder } from "../../../server/src/ground/database/testing.ts";
import { freePort } from "../../../server/src/testing/free-port.ts";
import { type Running, running } from "../../journeys/running.ts";
import { must } from "../api.ts";
import { embeddedUrl } from "../database.ts";
import { lostOrDoubled } from "./kept.ts";
import type { Killed } from "./kills.ts";
import { readLeft } from "./left.ts";

const KILLS = 5;

/** A backup is brought into an empty installation that is killed meanwhile, until it has been brought in. */
export const restores: Killed = async ({ session, clients, chance }) => {
  const { topology } = session;
  for (let times = 0; times < 4; times += 1) await clients.upload(6_000_000);
  const name = "backup-to-restore.tar";
  const from = join(topology.dataDirectory, name);
  await must(clients.place.operator("POST", "/admin/backup", { to: from }));
  await using folder = await temporaryFolder();
  const dataDirectory = join(folder.path, "data");
  const settings = {
    PORT: String(await freePort()),
    ROSTRUM_DEMO: "0",
    ROSTRUM_SANDBOX: "0",
    ROSTRUM_SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
  };
  const start = () => running(settings, { dataDirectory });
  let service: Running = await start();
  try {
    for (let times = 0; times < KILLS; times += 1) {
      const begun = service.rostrum(["admin", "restore", "--from", from]);
      await sleep(500 + chance.below(2500));
      await service.kill();
      await begun;
      service = await start();
    }
    const { code, err } = await service.rostrum(["admin", "restore", "--from", from]);
    // One whose end was not told is complete: such a service has people, and says so.
    const faults = code === 0 || /already|empty|people|users/.test(err) ? [] : [`the backup cannot be restored: ${err}`];
    const db = connect(embeddedUrl(dataDirectory), { poolSize: 2, log: () => {} });
    try {
      const [here, there] = [await countsOf(topology.db), await countsOf(db)];
      const media = (await readLeft(topology, [name])).files;
      const restored = await readLeft({ db, dataDirectory }, []);
      const different = here === there ? [] : [`the restored database has ${there} instead of ${here}`];
      return {
        faults: [
          ...faults,
          ...different,
          ...restored.faults,
          ...lostOrDoubled({ kind: "restored file", acknowledged: media, present: restored.files }),
        ],
        owned: [name],
      };
    } finally {
      await db.end();
    }
  } finally {
    await service.stop();
  }
};

/** How much there is of everything that people have made. */
async function countsOf(db: Database): Promise<string> {
  const { counts } = await one<{ counts: string }>(db, {
    text: `select concat_ws(', ', (select count(*) from users) || ' users', (select count(*) from posts) || ' posts',
             (select count(*) from deliveries) || ' deliveries', (select count(*) from media) || ' media') counts`,
  });
  return counts;
}
