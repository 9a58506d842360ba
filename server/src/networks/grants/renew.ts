import { setTimeout as sleep } from "node:timers/promises";
import { addSeconds, type Instant, secondsBetween, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import { processAwake } from "../../ground/awake.ts";
import { crashPoint } from "../../ground/crash-points.ts";
import { withoutSecrets } from "../../ground/observability/redactor.ts";
import type { Json } from "../connectors/json.ts";
import type { GrantEnds, LogIn, LogInCall, OpenGrant, ProbeOutcome } from "../connectors/log-in.ts";
import { keeperOf, logInCall, type TypedLogIn } from "../platforms/log-ins.ts";
import { type Earlier, openTokens, sealTokens, type Tokens, type Unconfirmed } from "./sealed.ts";
import {
  changeEnds,
  claimRenewal,
  endGrant,
  findGrant,
  type GrantRow,
  type Renewed,
  replaceCredentials,
  storeProbe,
  storeScopes,
} from "./store.ts";

/** For all calls of one renewal together. */
const RENEWAL_SECONDS_MAX = 60;
/** How long new tokens are held in memory while the database is unreachable. */
const STORE_SECONDS_MAX = 30;
const STORE_PAUSE_MILLISECONDS = 500;
/** By then a renewal is over, whatever happened to the process that began it. */
const CLAIM_SECONDS = RENEWAL_SECONDS_MAX + STORE_SECONDS_MAX;
/** A token that ends sooner than this might end while a call is under way. */
const MARGIN_SECONDS = 120;
const RETRY_SECONDS_MIN = 60;
const RETRY_SECONDS_MAX = 3600;
/** A network that refuses the tokens that it gives so many times has taken the grant back. */
const REFUSALS_MAX = 2;
const CONFIRM_AGAIN_SECONDS = 300;
const PROBE_SECONDS = 24 * 3600;
const PROBE_RETRY_SECONDS = 3600;
/** A log-in that cannot be renewed has ended if it is refused for so long: networks refuse good ones now and then. */
const REFUSED_SECONDS = 150;
/** Renewals are spread over this part of the time that is left, so that those of one day do not stay together. */
const SPREAD_SHARE = 0.2;
const SPREAD_SECONDS_MAX = 24 * 3600;

/**
 * Renews the grant's tokens if it is time. The caller holds the grant's lock.
 *
 * - A renewal is claimed in the database before the network is called: even if the lock is lost or the process dies, nobody else
 *   sends the same refresh token while the request may still be on its way. A network that detects reuse (RFC 9700 section
 *   4.14.2) would take back the whole grant.
 * - The new tokens are stored before anything uses them, and the earlier ones stay until the network has accepted the new ones:
 *   at whatever line the process dies, the tokens that still work are among those that are stored, or the network accepts the
 *   earlier ones once more.
 * - Whatever changed the grant in between, such as a log-in, wins.
 */
export async function renewGrant(app: App, grantId: number, stop: AbortSignal): Promise<void> {
  const ground = await groundOf(app, grantId, stop);
  if (ground === null) return;
  const { grant } = ground;
  const now = app.clock.now();
  if (grant.renewAt === null || grant.renewAt > now) return;
  const { current, unconfirmed, refused } = openTokens(app, grant);
  if (unconfirmed !== null && !endsSoon(grant, now)) return confirm(ground, current, unconfirmed);
  const newest = { credentials: current, accessEndsAt: grant.accessEndsAt, endsAt: grant.endsAt };
  // Nobody was awake to confirm them: if the network refuses them now, the earlier ones may still be renewed.
  const sources = unconfirmed === null ? [newest] : [newest, unconfirmed.earlier];
  if (refused === undefined) return renewFrom(ground, sources, { current, refusals: 0 });
  await renewFrom(ground, [refused, ...sources], { current, refusals: 0, working: newest });
}

/**
 * Asks the network whether it still accepts the tokens, once a day for each grant: the person may have taken it back. Returns whether it
 * said that it does.
 */
export async function probeGrant(app: App, grantId: number, stop: AbortSignal): Promise<boolean> {
  const ground = await groundOf(app, grantId, stop);
  if (ground === null) return false;
  const { grant } = ground;
  const now = app.clock.now();
  const { current, unconfirmed } = openTokens(app, grant);
  // Its renewal is under way or overdue: that the network refuses these tokens would not mean that the grant has ended.
  const isBetween = grant.renewAt !== null && (unconfirmed !== null || endsSoon(grant, now) || isClaimed(grant, now));
  const { refusedAt } = grant;
  if (isBetween) {
    await storeProbe(app.db, { ...grant, next: addSeconds(now, PROBE_RETRY_SECONDS), refusedAt });
    return false;
  }
  const outcome = await probe(ground, current);
  const canBeRenewed = grant.renewAt !== null && canRenew(ground.keeper.logIn);
  if (outcome.kind === "ended" && !canBeRenewed && (refusedAt === null || secondsBetween(refusedAt, now) < REFUSED_SECONDS)) {
    await storeProbe(app.db, { ...grant, next: addSeconds(now, REFUSED_SECONDS), refusedAt: refusedAt ?? now });
    return false;
  }
  const wait = outcome.kind === "works" ? PROBE_SECONDS : PROBE_RETRY_SECONDS;
  await storeProbe(app.db, { ...grant, next: addSeconds(now, wait), refusedAt: outcome.kind === "unknown" ? refusedAt : null });
  if (outcome.kind === "works" && outcome.scopes !== undefined) await storeScopes(app.db, grantId, outcome.scopes);
  if (outcome.kind === "ended") await afterProbe(ground, { reason: outcome.reason, canBeRenewed }, stop);
  return outcome.kind === "works";
}

/** Networks refuse good tokens now and then, and after a change of their keys: what can be renewed has ended once that is refused. */
async function afterProbe(
  ground: Ground,
  { reason, canBeRenewed }: { readonly reason: string; readonly canBeRenewed: boolean },
  stop: AbortSignal,
): Promise<void> {
  if (!canBeRenewed) return end(ground, reason);
  const { app, grant } = ground;
  await changeEnds(app.db, { ...grant, renewAt: app.clock.now() });
  await renewGrant(app, grant.id, stop);
}

/** Ends a grant that has reached its end, unless its renewal is under way. The caller holds the grant's lock. */
export async function endIfOver(app: App, grantId: number): Promise<void> {
  const grant = await findGrant(app.db, grantId);
  const now = app.clock.now();
  if (grant === null || grant.endsAt === null || grant.endsAt > now || isClaimed(grant, now)) return;
  await endGrant(app.db, { id: grant.id, version: grant.version, reason: "The log-in has ended: log in again.", now });
}

/** Whether somebody may be renewing it at this moment, or will very soon. */
export function isClaimed({ renewAt }: GrantRow, now: Instant): boolean {
  return renewAt !== null && renewAt > now && renewAt <= addSeconds(now, CLAIM_SECONDS);
}

/** Whether the network accepts the grant's tokens for other calls than the one that it has refused. */
export async function probeAccess(app: App, grantId: number, stop: AbortSignal): Promise<ProbeOutcome> {
  const ground = await groundOf(app, grantId, stop);
  return ground === null ? { kind: "ended", reason: "The log-in has ended." } : probe(ground, openTokens(app, ground.grant).current);
}

/** When a grant is next renewed: not before `renewAt`, and not all of them at once. */
export function renewalTime({ renewAt, accessEndsAt, endsAt }: GrantEnds, chance: number): Instant | null {
  const end = accessEndsAt ?? endsAt;
  if (renewAt === null || end === null) return renewAt;
  const leftSeconds = (toEpochMilliseconds(end) - toEpochMilliseconds(renewAt)) / 1000;
  return addSeconds(renewAt, chance * Math.max(0, Math.min(SPREAD_SECONDS_MAX, leftSeconds * SPREAD_SHARE)));
}

/** Whether the token might have ended by the time the network sees it. */
export function endsSoon({ accessEndsAt }: GrantRow, now: Instant): boolean {
  return accessEndsAt !== null && accessEndsAt <= addSeconds(now, MARGIN_SECONDS);
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

interface Renewing {
  readonly current: Json;
  /** How many successors of the earlier tokens the network has refused. */
  readonly refusals: number;
  /** What to go back to if the network refuses the new tokens; absent: what they are renewed from. */
  readonly working?: Earlier;
  /** What the network said when it last refused to renew. */
  readonly refusal?: string;
}

/** Renews the first of the tokens that the network accepts. */
async function renewFrom(ground: Ground, [source, ...others]: readonly Earlier[], renewing: Renewing): Promise<void> {
  const { current, refusals, working, refusal } = renewing;
  const { app, keeper } = ground;
  const { logIn } = keeper;
  if (source === undefined) return afterRefusal(ground, current, refusal ?? null);
  if (!canRenew(logIn)) return changeEnds(app.db, { ...ground.grant, renewAt: null });
  const claimed = await claim(ground);
  if (claimed === null) return;
  const { grant, call } = claimed;
  const said = await logIn.renew(openedWith(grant, source.credentials), call);
  crashPoint("grant.after-renew");
  const outcome = withoutSecrets(said, secretsOf(call, source.credentials));
  if (outcome.kind === "ended") return renewFrom(claimed, others, { current, refusals, refusal: outcome.reason });
  if (outcome.kind === "busy") {
    const wait = Math.min(RETRY_SECONDS_MAX, Math.max(RETRY_SECONDS_MIN, outcome.retryAfterSeconds));
    app.log.warn({ event: "grant not renewed", grant: grant.id, application: grant.application, reason: outcome.reason });
    return changeEnds(app.db, { ...grant, renewAt: addSeconds(app.clock.now(), wait), renewalProblem: outcome.reason });
  }
  const unconfirmed = { earlier: working ?? source, renewAt: outcome.ends.renewAt, refusals };
  // Due at once: whoever comes next confirms them if this process does not.
  const ends = { ...outcome.ends, renewAt: app.clock.now() };
  const isStored = await storeSurely(claimed, { current: outcome.credentials, unconfirmed }, ends);
  crashPoint("grant.after-store");
  if (!isStored) return;
  app.log.info({ event: "grant renewed", grant: grant.id, application: grant.application });
  await confirm(
    { ...ground, grant: { ...grant, ...ends, renewalProblem: null, version: grant.version + 1 } },
    outcome.credentials,
    unconfirmed,
  );
}

function canRenew(logIn: LogIn): logIn is LogIn & Required<Pick<LogIn, "renew">> {
  return logIn.renew !== undefined;
}

/**
 * Null if the grant has changed since it was read. From here on neither the end of the service nor the loss of the lock interrupts
 * the call: its answer may hold the only tokens.
 */
async function claim(ground: Ground): Promise<Ground | null> {
  const { app, grant, call } = ground;
  const until = addSeconds(app.clock.now(), CLAIM_SECONDS);
  const signal = AbortSignal.timeout(RENEWAL_SECONDS_MAX * 1000);
  const { stoodStill } = processAwake;
  const isClaimed = await claimRenewal(app.db, { id: grant.id, version: grant.version, until });
  crashPoint("grant.after-claim");
  // The claim of a process that stood still may be over, and somebody else may have made one.
  processAwake.look();
  if (stoodStill.aborted) return null;
  return isClaimed ? { ...ground, grant: { ...grant, renewAt: until, version: grant.version + 1 }, call: { ...call, signal } } : null;
}

/**
 * Stores new tokens, and tries again while the database is unreachable: only this process has them. False if the grant has changed
 * in the meantime.
 */
async function storeSurely({ app, grant }: Ground, tokens: Tokens, ends: GrantEnds): Promise<boolean> {
  const giveUpAt = performance.now() + STORE_SECONDS_MAX * 1000;
  const renewed = renewedOf(app, grant, { tokens, ends });
  for (;;) {
    try {
      if (await replaceCredentials(app.db, renewed)) return true;
      // A commit whose answer was lost counts as well.
      return (await findGrant(app.db, grant.id))?.credentials === renewed.credentials;
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      app.log.warn({ event: "renewed tokens not stored yet", grant: grant.id, err: error });
      await sleep(STORE_PAUSE_MILLISECONDS);
    }
  }
}

/**
 * Tries the new tokens: if the network refuses them but still accepts the earlier ones, those stay; if those have ended, they are
 * renewed once more.
 */
async function confirm(ground: Ground, current: Json, { earlier, renewAt, refusals }: Unconfirmed): Promise<void> {
  const { app, grant } = ground;
  const isNew = await probe(ground, current);
  if (isNew.kind === "unknown") return confirmLater(ground);
  if (isNew.kind === "works") {
    const next = renewalTime({ ...grant, renewAt }, Math.random());
    return void (await store(ground, { current, unconfirmed: null }, { ...grant, renewAt: next }));
  }
  const isOld = await probe(ground, earlier.credentials);
  if (isOld.kind === "unknown") return confirmLater(ground);
  if (isOld.kind === "ended" && refusals >= REFUSALS_MAX) return end(ground, isNew.reason);
  const refused = { credentials: current, accessEndsAt: grant.accessEndsAt, endsAt: grant.endsAt };
  // The newest first: that they were refused once may have been a whim, and where refresh tokens are good for once, only theirs still is.
  if (isOld.kind === "ended") return renewFrom(ground, [refused, earlier], { current, refusals: refusals + 1 });
  const { accessEndsAt, endsAt } = earlier;
  const again = renewalBefore(accessEndsAt, app.clock.now());
  await store(ground, { current: earlier.credentials, unconfirmed: null, refused }, { accessEndsAt, endsAt, renewAt: again });
}

/** Each question may cost the network's quota, and others wait for their turn. */
async function confirmLater({ app, grant }: Ground): Promise<void> {
  const { accessEndsAt } = grant;
  const [now, wished] = [app.clock.now(), addSeconds(app.clock.now(), CONFIRM_AGAIN_SECONDS)];
  // When the tokens end, they are renewed, confirmed or not.
  const latest = accessEndsAt === null ? wished : addSeconds(accessEndsAt, -MARGIN_SECONDS);
  const renewAt = wished < latest ? wished : latest;
  if (renewAt > now) await changeEnds(app.db, { ...grant, renewAt });
}

/** When to renew tokens again whose successors were refused: not soon, but before they end. */
function renewalBefore(accessEndsAt: Instant | null, now: Instant): Instant {
  const earliest = addSeconds(now, RETRY_SECONDS_MIN);
  const latest = addSeconds(now, RETRY_SECONDS_MAX);
  const timely = accessEndsAt === null ? latest : addSeconds(accessEndsAt, -MARGIN_SECONDS);
  if (timely > latest) return latest;
  return timely < earliest ? earliest : timely;
}

/** The network renews no more. As long as it accepts the token in use, the channels go on, and the person is told. */
async function afterRefusal(ground: Ground, current: Json, refusal: string | null): Promise<void> {
  const { app, grant } = ground;
  const outcome = await probe(ground, current);
  if (outcome.kind === "ended") return end(ground, outcome.reason);
  const renewAt = outcome.kind === "unknown" ? addSeconds(app.clock.now(), RETRY_SECONDS_MIN) : null;
  await changeEnds(app.db, { ...grant, renewAt, endsAt: renewAt === null ? grant.accessEndsAt : grant.endsAt, renewalProblem: refusal });
}

async function probe({ grant, keeper, call }: Ground, tokens: Json): Promise<ProbeOutcome> {
  return withoutSecrets(await keeper.logIn.probe(openedWith(grant, tokens), call), secretsOf(call, tokens));
}

function secretsOf({ application }: LogInCall, tokens: Json) {
  return { tokens, clientSecret: application?.clientSecret };
}

async function end({ app, grant }: Ground, reason: string): Promise<void> {
  const hasEnded = await endGrant(app.db, { id: grant.id, version: grant.version, reason, now: app.clock.now() });
  if (hasEnded) app.log.warn({ event: "grant ended", grant: grant.id, application: grant.application, reason });
}

function store({ app, grant }: Ground, tokens: Tokens, ends: GrantEnds): Promise<boolean> {
  return replaceCredentials(app.db, renewedOf(app, grant, { tokens, ends }));
}

function renewedOf(app: App, { id, version }: GrantRow, { tokens, ends }: { readonly tokens: Tokens; readonly ends: GrantEnds }): Renewed {
  const { accessEndsAt, renewAt, endsAt } = ends;
  return { id, version, credentials: sealTokens(app, id, tokens), accessEndsAt, renewAt, endsAt, now: app.clock.now() };
}

function openedWith({ remoteId, scopes }: GrantRow, credentials: Json): OpenGrant {
  return { remoteId, scopes, credentials };
}
