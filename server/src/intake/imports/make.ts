import type { Problem } from "@rostrum/contract/errors.ts";
import type { App } from "../../app.ts";
import { storePost } from "../../brands/posts/create.ts";
import { crashPoint } from "../../ground/crash-points.ts";
import { Refused } from "../../ground/refusal.ts";
import { type BrandGround, zoneOf } from "../../ground/viewer.ts";
import { countTrouble, listWaiting, markFailed, markMade, type WaitingRow } from "./work-store.ts";

/** Rows that are taken at a time. */
const ROWS_AT_ONCE = 40;
/** Rows whose files are fetched at the same time. */
const LANES = 4;
/** How often the service may be in trouble with a row, such as without a database, before it fails. */
const TRIES_MAX = 3;

interface Making {
  readonly importId: number;
  readonly brand: BrandGround;
  readonly signal: AbortSignal;
}

/**
 * Makes posts of the next rows; false if there are none left. Each post is stored in one transaction with the note that its row has
 * become it, so that a row becomes one post wherever the process is killed. Rows for queues go one after the other, which keeps the
 * order of the file.
 */
export async function makeNext(app: App, making: Making): Promise<boolean> {
  const rows = await listWaiting(app.db, making.importId, ROWS_AT_ONCE);
  if (rows.length === 0) return false;
  const queued = rows.filter(({ body }) => body.publishMode === "QUEUE");
  const others = rows.filter(({ body }) => body.publishMode !== "QUEUE").values();
  const lanes = [queued.values(), ...Array.from({ length: LANES }, () => others)];
  const ended = await Promise.allSettled(lanes.map((lane) => walk(app, making, lane)));
  const failed = ended.find((lane) => lane.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return !making.signal.aborted;
}

/** Several lanes share one iterator: each row is taken once. */
async function walk(app: App, making: Making, rows: IterableIterator<WaitingRow>): Promise<void> {
  for (const row of rows) {
    if (making.signal.aborted) return;
    await make(app, making, row);
  }
}

/** The import has been stopped, or somebody else has made the row's post. */
class NotOurs extends Error {
  override readonly name = "NotOurs";
}

async function make(app: App, { importId, brand, signal }: Making, { number, collectionId, body }: WaitingRow): Promise<void> {
  const row = { importId, number };
  try {
    await storePost(
      app,
      { brand },
      {
        brandId: brand.id,
        collectionId,
        body,
        gone: signal,
        // Dates were read by the clock that the brand had then, and shown like that.
        zone: zoneOf(brand),
        also: async (tx, postId) => {
          if (!(await markMade(tx, row, postId))) throw new NotOurs();
          crashPoint("import.before-commit");
        },
      },
    );
    crashPoint("import.after-commit");
  } catch (error) {
    if (error instanceof NotOurs || signal.aborted) return;
    if (error instanceof Refused) return await markFailed(app.db, row, sentenceOf(error.problem));
    app.log.error({ event: "engine trouble", part: "import", import: importId, row: number, err: error });
    if ((await countTrouble(app.db, row)) < TRIES_MAX) throw error;
    await markFailed(app.db, row, "The service was in trouble with this row. Import it again later.");
  }
}

function sentenceOf(problem: Problem): string {
  return problem.kind === "domain"
    ? problem.message
    : Object.values(problem.kind === "fields" ? problem.fields : {})
        .flat()
        .join(" ");
}
