import { BOUNDS } from "@rostrum/contract/bounds.ts";
import type { FastifyInstance } from "fastify";
import type { App } from "../../app.ts";
import { permit } from "../../brands/brands/rights.ts";
import { refuse } from "../../ground/refusal.ts";
import { findAdmitted } from "../live/store.ts";
import { EventStream } from "./event-stream.ts";
import { pathIds } from "./path-ids.ts";

const HEARTBEAT_MILLISECONDS = 20_000;
const CHECK_MILLISECONDS = 60_000;

interface Reader {
  readonly stream: EventStream;
  readonly userId: number;
  /** Of the session. */
  readonly hash: Buffer;
  readonly brandId: number;
  /** Ends the stream, and reads no more changes. */
  readonly end: EventStream["end"];
}

/**
 * `GET /brands/{brand_id}/events`: tells members of a brand what changes in it, for as long as they have the page open. Beside the
 * table, because its reply has no end. The first event says whether something may have changed `since` a position that the session told,
 * which the page has missed. An idle reader costs no query: all readers of a process are checked in one, once a minute.
 */
export async function events(scope: FastifyInstance, { app }: { readonly app: App }): Promise<void> {
  const readers = new Set<Reader>();
  const beating = setInterval(() => {
    for (const { stream } of readers) stream.beat();
  }, HEARTBEAT_MILLISECONDS).unref();
  const checking = setInterval(() => void endForeign(app, readers), CHECK_MILLISECONDS).unref();
  /** Brands whose readers are about to be looked at: once for all of them, however many are told of a change. */
  const due = new Set<number>();
  const lookAt = (brandId: number) => {
    if (due.has(brandId)) return;
    due.add(brandId);
    setImmediate(() => {
      due.delete(brandId);
      void endForeign(app, readers, brandId);
    });
  };
  // A stop waits for open replies, and these would never end.
  scope.addHook("preClose", async () => {
    clearInterval(beating);
    clearInterval(checking);
    for (const reader of [...readers]) reader.end("stopping");
  });

  // Not counted: it takes as long as the page is open.
  scope.get("/brands/:brand_id/events", { config: { countedAs: null } }, async (request, reply) => {
    const { privateCaller: caller } = request;
    if (caller.kind !== "person") refuse(403, "session", "This is for people who are signed in. The admin token stands for nobody.");
    const { session } = caller;
    const ids = pathIds(request.params as Record<string, string>);
    const { id: brandId } = (await permit(app, session, { row: { allows: "viewer" }, ids })) ?? refuse(404, "brand", "Brand not found.");
    // A proxy that gathers replies would keep every event until the end.
    reply.header("Content-Type", "text/event-stream").header("X-Accel-Buffering", "no");
    const { raw } = reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
    raw.flushHeaders();
    raw.socket?.setNoDelay(true);
    const stream = new EventStream(raw);
    const unlisten = app.changes.listen(brandId, (nouns) => {
      stream.send("change", { nouns });
      // Perhaps it is the membership that has changed.
      if (nouns.includes("brand")) lookAt(brandId);
    });
    const leave = () => {
      unlisten();
      readers.delete(reader);
    };
    const reader: Reader = {
      stream,
      userId: session.viewer.userId,
      hash: session.hash,
      brandId,
      end(why) {
        leave();
        stream.end(why);
      },
    };
    raw.on("close", leave);
    // Whoever hung up while the rights were looked at is not told of by the event any more.
    if (raw.destroyed) return leave();
    // Browsers keep one per visible tab.
    const [oldest, ...others] = [...readers].filter(({ userId }) => userId === session.viewer.userId);
    if (oldest !== undefined && others.length + 2 > BOUNDS.streams.most) oldest.end("too many");
    readers.add(reader);
    const { since } = request.query as { readonly since?: unknown };
    await app.changes.heard();
    stream.send("ready", { missed: typeof since !== "string" || app.changes.mayHaveToldSince(since, brandId) });
  });
}

/** Ends the streams of those who are no longer signed in or no longer members. `brandId`: of this brand alone. */
async function endForeign(app: App, readers: ReadonlySet<Reader>, brandId?: number): Promise<void> {
  const asked = [...readers].filter((reader) => brandId === undefined || reader.brandId === brandId);
  if (asked.length === 0) return;
  try {
    const admitted = await findAdmitted(app.db, asked, app.clock.now());
    for (const [place, reader] of asked.entries()) if (!admitted.has(place)) reader.end("signed out");
  } catch (error) {
    app.log.warn({ event: "audience not checked", err: error });
  }
}
