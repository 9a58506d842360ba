import { addSeconds, type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { App } from "../app.ts";
import type { Json } from "../connectors/json.ts";
import type { GrantEnds, LogInCall, OpenGrant, ProbeOutcome } from "../connectors/log-in.ts";
import { crashPoint } from "../crash-points.ts";
import { keeperOf, logInCall, type TypedLogIn } from "../platforms/log-ins.ts";
import { openTokens, sealTokens, type Tokens, type Unconfirmed } from "./sealed.ts";
import { changeEnds, endGrant, findGrant, type GrantRow, replaceCredentials, storeProbe, storeScopes } from "./store.ts";

/** For all calls of one renewal together. */
const RENEWAL_SECONDS_MAX = 60;
const RETRY_SECONDS_MIN = 60;
const RETRY_SECONDS_MAX = 3600;
const PROBE_SECONDS = 24 * 3600;
const PROBE_RETRY_SECONDS = 3600;
/** Renewals are spread over this part of the time that is left, so that those of one day do not stay together. */
const SPREAD_SHARE = 0.2;
const SPREAD_SECONDS_MAX = 24 * 3600;

/**
 * Renews the grant's tokens if it is time. The caller holds the grant's lock. The new tokens are stored before anything uses
 * them, and the earlier ones stay until the network has accepted the new ones: at whatever line the process dies, the tokens
 * that still work are among those that are stored, or the network accepts the earlier ones once more.
 */
export async function renewGrant(app: App, grantId: number, stop: AbortSignal): Promise<void> {
  const ground = await groundOf(app, grantId, stop);
  if (ground === null) return;
  const { grant } = ground;
  const tokens = openTokens(app, grant);
  if (tokens.unconfirmed !== null) return confirm(ground, tokens.current, tokens.unconfirmed);
  if (grant.renewAt === null || grant.renewAt > app.clock.now()) return;
  const { keeper, call } = ground;
  const outcome = await keeper.logIn.renew?.(openedWith(grant, tokens.current), call);
  crashPoint("grant.after-renew");
  if (outcome === undefined) return changeEnds(app.db, { ...grant, renewAt: null });
  if (outcome.kind === "busy") {
    const wait = Math.min(RETRY_SECONDS_MAX, Math.max(RETRY_SECONDS_MIN, outcome.retryAfterSeconds));
    app.log.warn({ event: "grant not renewed", grant: grant.id, application: grant.application, reason: outcome.reason });
    return changeEnds(app.db, { ...grant, renewAt: addSeconds(app.clock.now(), wait) });
  }
  if (outcome.kind === "ended") return afterRefusal(ground, tokens.current, outcome.reason);
  const unconfirmed = { earlier: tokens.current, renewAt: outcome.ends.renewAt };
  // Due at once: whoever comes next confirms them if this process does not.
  const stored = await store(ground, { current: outcome.credentials, unconfirmed }, { ...outcome.ends, renewAt: app.clock.now() });
  crashPoint("grant.after-store");
  if (!stored) return;
  app.log.info({ event: "grant renewed", grant: grant.id, application: grant.application });
  const renewed = { ...ground, grant: { ...grant, ...outcome.ends, version: grant.version + 1 } };
  await confirm(renewed, outcome.credentials, unconfirmed);
}

/** Asks the network whether it still accepts the tokens. Once a day for each grant: the person may have taken it back. */
export async function probeGrant(app: App, grantId: number, stop: AbortSignal): Promise<void> {
  const ground = await groundOf(app, grantId, stop);
  if (ground === null) return;
  const { grant, keeper, call } = ground;
  const outcome = await keeper.logIn.probe(openedWith(grant, openTokens(app, grant).current), call);
  const wait = outcome.kind === "works" ? PROBE_SECONDS : PROBE_RETRY_SECONDS;
  await storeProbe(app.db, grantId, addSeconds(app.clock.now(), wait));
  if (outcome.kind === "works" && outcome.scopes !== undefined) await storeScopes(app.db, grantId, outcome.scopes);
  if (outcome.kind === "ended") await end(ground, outcome.reason);
}

/** When a grant is next renewed: not before `renewAt`, and not all of them at once. */
export function spread({ renewAt, accessEndsAt, endsAt }: GrantEnds, chance: number): Instant | null {
  const end = accessEndsAt ?? endsAt;
  if (renewAt === null || end === null) return renewAt;
  const leftSeconds = (toEpochMilliseconds(end) - toEpochMilliseconds(renewAt)) / 1000;
  return addSeconds(renewAt, chance * Math.max(0, Math.min(SPREAD_SECONDS_MAX, leftSeconds * SPREAD_SHARE)));
}

interface Ground {
  readonly app: App;
  readonly grant: GrantRow;
  readonly keeper: TypedLogIn;
  readonly call: LogInCall;
}

/** Null for a grant that is gone, has ended, or belongs to a platform that this service no longer has. */
async function groundOf(app: App, grantId: number, stop: AbortSignal): Promise<Ground | null> {
  const grant = await findGrant(app.db, grantId);
  const keeper = grant === null ? null : keeperOf(app, grant.application);
  if (grant === null || grant.credentials === null || keeper === null) return null;
  const signal = AbortSignal.any([stop, AbortSignal.timeout(RENEWAL_SECONDS_MAX * 1000)]);
  return { app, grant, keeper, call: await logInCall(app, keeper, { sandbox: grant.sandbox, signal }) };
}

/** Tries the new tokens once: if the network refuses them but still accepts the earlier ones, those stay. */
async function confirm(ground: Ground, current: Json, { earlier, renewAt }: Unconfirmed): Promise<void> {
  const { app, grant } = ground;
  const isNew = await probe(ground, current);
  if (isNew.kind === "unknown") return;
  if (isNew.kind === "works") {
    const next = spread({ ...grant, renewAt }, Math.random());
    return void (await store(ground, { current, unconfirmed: null }, { ...grant, renewAt: next }));
  }
  const isOld = await probe(ground, earlier);
  if (isOld.kind === "unknown") return;
  if (isOld.kind === "ended") return end(ground, isNew.reason);
  const again = addSeconds(app.clock.now(), RETRY_SECONDS_MAX);
  await store(ground, { current: earlier, unconfirmed: null }, { ...grant, renewAt: again });
}

/** The network renews no more. As long as it accepts the token in use, the channels go on, and the person is told. */
async function afterRefusal(ground: Ground, current: Json, reason: string): Promise<void> {
  const { app, grant } = ground;
  const outcome = await probe(ground, current);
  if (outcome.kind === "ended") return end(ground, reason);
  const renewAt = outcome.kind === "unknown" ? addSeconds(app.clock.now(), RETRY_SECONDS_MIN) : null;
  await changeEnds(app.db, { ...grant, renewAt, endsAt: renewAt === null ? grant.accessEndsAt : grant.endsAt });
}

function probe({ grant, keeper, call }: Ground, tokens: Json): Promise<ProbeOutcome> {
  return keeper.logIn.probe(openedWith(grant, tokens), call);
}

async function end({ app, grant }: Ground, reason: string): Promise<void> {
  const hasEnded = await endGrant(app.db, { id: grant.id, version: grant.version, reason, now: app.clock.now() });
  if (hasEnded) app.log.warn({ event: "grant ended", grant: grant.id, application: grant.application, reason });
}

async function store({ app, grant: { id, version } }: Ground, tokens: Tokens, ends: GrantEnds): Promise<boolean> {
  const { accessEndsAt, renewAt, endsAt } = ends;
  return replaceCredentials(app.db, {
    id,
    version,
    credentials: sealTokens(app, id, tokens),
    accessEndsAt,
    renewAt,
    endsAt,
    now: app.clock.now(),
  });
}

function openedWith({ remoteId, scopes }: GrantRow, credentials: Json): OpenGrant {
  return { remoteId, scopes, credentials };
}
