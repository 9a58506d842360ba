import { type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { Finding } from "@rostrum/contract/private/doctor.ts";
import { messageOf } from "../../ground/database/failures.ts";
import { readMigrations } from "../../ground/database/migrate.ts";
import type { Queryable } from "../../ground/database/query.ts";
import { missingTimeOuts } from "../../ground/database/sessions.ts";
import { judgeSchema, judgeServer, judgeTimeOuts } from "./database-rules.ts";
import { fault, judgeClock } from "./rules.ts";
import { readSchema, readServerFacts } from "./store.ts";

/** Asked this often, because the first query may have to make a connection. */
const QUERIES = 3;

interface Examined {
  readonly db: Queryable;
  readonly isEmbedded: boolean;
  readonly now: () => Instant;
}

/** The server, its clock and the schema; a single finding if it does not answer. */
export async function examineDatabase({ db, isEmbedded, now }: Examined): Promise<readonly Finding[]> {
  try {
    let [milliseconds, ahead, version] = [Number.POSITIVE_INFINITY, 0, ""];
    for (let query = 0; query < QUERIES; query += 1) {
      const startedAt = performance.now();
      const facts = await readServerFacts(db);
      const took = performance.now() - startedAt;
      if (took >= milliseconds) continue;
      milliseconds = took;
      version = facts.version;
      ahead = (facts.clock + took / 2 - toEpochMilliseconds(now())) / 1000;
    }
    const known = (await readMigrations()).length;
    return [
      judgeServer({ version, milliseconds, isEmbedded }),
      judgeClock(ahead),
      judgeSchema({ applied: await readSchema(db), known }),
      ...judgeTimeOuts(await missingTimeOuts(db)),
    ];
  } catch (error) {
    const why = messageOf(error);
    const advice = isEmbedded ? "Restart the service, and check its log." : "Check DATABASE_URL, the server, and the network in between.";
    return [fault("database", `The database does not answer: ${why.replace(/\.$/, "")}.`, advice)];
  }
}
