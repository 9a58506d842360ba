import type { FastifyInstance } from "fastify";
import type { App } from "../../app.ts";
import { dataSpace, type ServiceFigures, serviceFigures } from "../../running/state/operations.ts";

/** `/healthz`: the process is alive. `/readyz`: the database is migrated (or the service would not have started) and reachable. `/metrics`. */
export async function health(scope: FastifyInstance, options: { app: App }): Promise<void> {
  const { app } = options;
  scope.get("/healthz", async () => ({ status: "ok" }));
  scope.get("/readyz", async (_request, reply) => {
    try {
      await app.db.query("select 1");
      return { status: "ready" };
    } catch {
      return reply.code(503).send({ status: "database not reachable" });
    }
  });
  scope.get("/metrics", async (_request, reply) => {
    const [isUp, figures, space] = await Promise.all([answersInTime(app), figuresInTime(app), dataSpace(app)]);
    showFigures(app, figures);
    app.metrics.gauges.databaseUp.set(isUp ? 1 : 0);
    showSpace(app, space);
    const { contentType, text } = await app.metrics.show();
    return reply.type(contentType).send(text);
  });
}

/** Scrapers give up after ten seconds, and the process's own figures matter most while the database is away. */
const FIGURES_SECONDS_MAX = 4;

/** Null if the database does not tell them in time: it may be away, or busy. */
async function figuresInTime(app: App): Promise<ServiceFigures | null> {
  try {
    return await inTime(serviceFigures(app));
  } catch (error) {
    app.log.warn({ event: "metrics incomplete", err: error });
    return null;
  }
}

function answersInTime({ db }: App): Promise<boolean> {
  return inTime(db.query("select 1")).then(
    () => true,
    () => false,
  );
}

/** Rejects like the promise, or when it takes too long. */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${FIGURES_SECONDS_MAX} s`)), FIGURES_SECONDS_MAX * 1000);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Figures that are not known are left out: the last ones would look as if they were true. */
function showFigures({ metrics, db, heardClocks }: App, figures: ServiceFigures | null): void {
  const { gauges, labelled } = metrics;
  for (const gauge of Object.values(gauges)) gauge.remove();
  for (const gauge of Object.values(labelled)) gauge.reset();
  gauges.figuresUp.set(figures === null ? 0 : 1);
  labelled.connections.set({ state: "used" }, db.totalCount - db.idleCount);
  labelled.connections.set({ state: "idle" }, db.idleCount);
  gauges.connectionsMax.set(db.options.max);
  gauges.connectionsWaiting.set(db.waitingCount);
  const ahead = heardClocks.ahead();
  if (ahead !== null) gauges.clockAhead.set(ahead);
  if (figures === null) return;
  const { work, channels } = figures;
  gauges.dueDeliveries.set(work.due);
  gauges.duePosts.set(work.duePosts);
  gauges.oldestDue.set(figures.oldestDueSeconds);
  gauges.oldestUntaken.set(figures.oldestUntakenSeconds);
  gauges.inFlight.set(work.inFlight);
  gauges.unknown.set(work.unknown);
  for (const { type, status, count } of channels.byStatus) labelled.channels.set({ type, status }, count);
  for (const { type, count } of channels.held) labelled.channelsHeld.set({ type }, count);
  for (const { type, count } of channels.expiring) labelled.channelsExpiring.set({ type }, count);
  for (const { status, count } of figures.automations) labelled.automations.set({ status }, count);
  for (const { status, count } of figures.webhooks) labelled.webhooks.set({ status }, count);
  for (const { way, waiting, oldestDueSeconds } of figures.events) {
    labelled.eventsWaiting.set({ way }, waiting);
    labelled.oldestDueEvent.set({ way }, oldestDueSeconds);
  }
  gauges.mailsWaiting.set(figures.mails.waiting);
  gauges.oldestMail.set(figures.oldestMailSeconds);
}

function showSpace({ metrics: { gauges } }: App, space: Awaited<ReturnType<typeof dataSpace>>): void {
  if (space === null) return;
  gauges.dataFree.set(space.freeBytes);
  gauges.dataSize.set(space.sizeBytes);
}
