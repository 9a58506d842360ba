import { AdvisoryLocks, LOCK_SPACES } from "../locks.ts";

/**
 * A process that holds a lock and says so, and says why once it has lost it: `holder.ts URL ID SILENCE_SECONDS`. It ends with its
 * standard input.
 */
const [url = "", id = "", silenceSeconds = ""] = process.argv.slice(2);
const locks = new AdvisoryLocks(url, LOCK_SPACES.grants, { silenceSeconds: Number(silenceSeconds) });
const lock = await locks.acquire(Number(id));
if (lock === null) throw new Error("somebody else holds the lock");
lock.signal.addEventListener("abort", () => process.stdout.write("lost\n"));
process.stdout.write("held\n");
process.stdin.resume();
process.stdin.on("end", () => process.exit());
