import { connect } from "./connect.ts";
import { startEmbedded } from "./embedded.ts";
import { execute } from "./query.ts";

/**
 * A minimal service for the tests that kill one. Usage: `node test-host.ts <data directory>`. Prints `ready <url>`, then
 * writes rows one after the other and prints `written <number>` once the database has acknowledged each. Continues if the
 * connection is lost. If startup fails, prints `failed <name>: <message>`. SIGTERM stops it.
 */
const [dataDirectory = ""] = process.argv.slice(2);
const stopping = new AbortController();
process.once("SIGTERM", () => stopping.abort());

const database = await startEmbedded({ dataDirectory, log: () => {} }).catch((error: Error) => {
  console.log(`failed ${error.name}: ${error.message}`);
  process.exit(1);
});
const db = connect(database.url, { poolSize: 2, log: () => {} });
await execute(db, { text: "DROP TABLE IF EXISTS written" });
await execute(db, { text: "CREATE TABLE written (number integer PRIMARY KEY)" });
console.log(`ready ${database.url}`);
for (let number = 1; !stopping.signal.aborted; number += 1) {
  await execute(db, { text: "INSERT INTO written VALUES ($1)", values: [number] }).then(
    () => console.log(`written ${number}`),
    () => {},
  );
}
await db.end();
await database.stop();
