import { BOUNDS } from "@rostrum/contract/bounds.ts";
import { TEST_EVENT_TYPE } from "@rostrum/contract/events.ts";
import { addSeconds, toInstant } from "@rostrum/contract/formats.ts";
import { REPLAYED_EVENTS_MAX, type Webhook } from "@rostrum/contract/private/webhooks.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { record } from "../../ground/audit/record.ts";
import { changesIn, fact } from "../../ground/audit/rules.ts";
import { offsetOf } from "../../ground/database/page.ts";
import { type Queryable, transaction } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import { receiverAt } from "./address.ts";
import { listAttempts, listSends } from "./list-store.ts";
import { openKeysOrNull, sealKeys } from "./sealed.ts";
import { countReplayed, findEventState, insertTest, storeReplay } from "./sends-store.ts";
import { newKeyPair, newSecret, type SigningKeys, stillValid } from "./sign.ts";
import {
  changeWebhookRow,
  countWebhooks,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  type LockedWebhook,
  listWebhookRows,
  lockWebhook,
  storeKeys,
  switchOff,
  switchOn,
  type WebhookRow,
} from "./store.ts";

/** For so long after a change of the secret the old one signs, too. */
const OLD_SECRET_SECONDS = 24 * 3600;
/** So many of them: each adds a signature to every request. */
const OLD_SECRETS_MAX = 4;

/** The secret is returned only here. */
export async function createWebhook(app: App, { brandId, body }: PrivateInput<"createWebhook">): Promise<PrivateOutput<"createWebhook">> {
  const { events = null, description = null, asymmetric = false } = body;
  const url = receiverAt(app, body.url);
  const secret = newSecret();
  const pair = asymmetric ? newKeyPair() : null;
  const row = await transaction(app.db, async (tx) => {
    const now = app.clock.now();
    const webhooks = (await countWebhooks(tx, brandId)) ?? refuse(404, "brand", `There is no brand with the id ${brandId}.`);
    if (webhooks >= BOUNDS.webhooks.most) refuse(422, "brand", `A brand may have ${BOUNDS.webhooks.most} webhooks. Delete one first.`);
    const id = await insertWebhook(tx, { brandId, url, description, events: typesOf(events), now });
    const secrets = sealKeys(app, id, { secret, key: pair?.key ?? null, old: [] });
    await storeKeys(tx, { id, secrets, publicKey: pair?.publicKey ?? null, now });
    const webhook = (await findWebhook(tx, id)) ?? unknown(id);
    await record(app, tx, { action: "webhook.created", brandId, object: objectOf(webhook), changes: [fact("host", hostIn(url))] });
    return webhook;
  });
  return { ...present(row), secret };
}

export async function listWebhooks(app: App, { brandId }: PrivateInput<"listWebhooks">): Promise<PrivateOutput<"listWebhooks">> {
  const rows = (await listWebhookRows(app.db, brandId)) ?? refuse(404, "brand", `There is no brand with the id ${brandId}.`);
  return rows.map(present);
}

/** Another key pair takes the place of the one before when `asymmetric` is switched off and on again. */
export async function updateWebhook(app: App, { webhookId, body }: PrivateInput<"updateWebhook">): Promise<PrivateOutput<"updateWebhook">> {
  const url = body.url === undefined ? undefined : receiverAt(app, body.url);
  return transaction(app.db, async (tx) => {
    const before = await locked(tx, webhookId);
    const now = app.clock.now();
    const events = body.events === undefined ? before.events : typesOf(body.events);
    const description = body.description === undefined ? before.description : body.description;
    await changeWebhookRow(tx, { id: webhookId, url: url ?? before.url, description, events, now });
    if (body.asymmetric !== undefined && body.asymmetric !== (before.publicKey !== null)) await setPair(app, tx, before, body.asymmetric);
    if (body.status === "OFF" && before.status === "ACTIVE") await switchOff(tx, { id: webhookId, reason: null, now });
    if (body.status === "ACTIVE" && before.status === "OFF") await switchOn(tx, webhookId, now);
    const after = (await findWebhook(tx, webhookId)) ?? unknown(webhookId);
    const changes = changesIn(["host", "address", "events", "description", "status", "publicKey"], factsOf(before), factsOf(after)).map(
      withoutAddress,
    );
    if (changes.length > 0) await record(app, tx, { action: "webhook.changed", brandId: before.brandId, object: objectOf(after), changes });
    return present(after);
  });
}

export async function removeWebhook(app: App, { webhookId }: PrivateInput<"removeWebhook">): Promise<PrivateOutput<"removeWebhook">> {
  await transaction(app.db, async (tx) => {
    const webhook = await locked(tx, webhookId);
    await deleteWebhook(tx, webhookId);
    await record(app, tx, { action: "webhook.deleted", brandId: webhook.brandId, object: objectOf(webhook) });
  });
  return { id: webhookId };
}

export async function rotateWebhookSecret(
  app: App,
  { webhookId }: PrivateInput<"rotateWebhookSecret">,
): Promise<PrivateOutput<"rotateWebhookSecret">> {
  const secret = newSecret();
  return transaction(app.db, async (tx) => {
    const webhook = await locked(tx, webhookId);
    const now = app.clock.now();
    const oldUntil = addSeconds(now, OLD_SECRET_SECONDS);
    // What no key opens cannot sign any more either.
    const before = openKeysOrNull(app, webhookId, webhook.secrets);
    const pair = webhook.publicKey === null ? null : newKeyPair();
    const replaced = before === null ? [] : [{ secret: before.secret, key: before.key, until: oldUntil }, ...stillValid(before.old, now)];
    const old = replaced.slice(0, OLD_SECRETS_MAX);
    await storeKeys(tx, {
      id: webhookId,
      secrets: sealKeys(app, webhookId, { secret, key: pair?.key ?? null, old }),
      publicKey: pair?.publicKey ?? null,
      now,
    });
    await record(app, tx, { action: "webhook.secret-changed", brandId: webhook.brandId, object: objectOf(webhook) });
    return { id: webhookId, secret, publicKey: pair?.publicKey ?? null, oldUntil };
  });
}

export async function testWebhook(app: App, { webhookId }: PrivateInput<"testWebhook">): Promise<PrivateOutput<"testWebhook">> {
  const eventId = await transaction(app.db, async (tx) => {
    const { brandId } = active(await locked(tx, webhookId));
    const message = "This is a test. If you can read it, the webhook works.";
    return insertTest(tx, { webhookId, brandId, type: TEST_EVENT_TYPE, now: app.clock.now(), message });
  });
  return { eventId };
}

export async function replayWebhook(app: App, { webhookId, body }: PrivateInput<"replayWebhook">): Promise<PrivateOutput<"replayWebhook">> {
  const { eventId = null, from, to, failedOnly = false } = body;
  return transaction(app.db, async (tx) => {
    const { brandId, events: types } = active(await locked(tx, webhookId));
    if (eventId !== null) {
      const state = await findEventState(tx, { brandId, webhookId, eventId });
      if (state === null) refuse(404, "eventId", `There is no event with the id ${eventId} in this brand. It may be too long ago.`);
      if (state.waits) refuse(409, "eventId", "This event is still on its way: it is sent without a replay.");
    }
    const replay = {
      webhookId,
      brandId,
      types,
      eventId,
      from: from === undefined ? null : toInstant(from),
      to: to === undefined ? null : toInstant(to),
      failedOnly,
      now: app.clock.now(),
    };
    const events = await countReplayed(tx, replay);
    if (events > REPLAYED_EVENTS_MAX)
      refuse(422, "from", `These are ${events} events. At most ${REPLAYED_EVENTS_MAX} are sent again at once: choose a shorter time.`);
    return { events: await storeReplay(tx, replay) };
  });
}

export async function listWebhookEvents(app: App, input: PrivateInput<"listWebhookEvents">): Promise<PrivateOutput<"listWebhookEvents">> {
  const { webhookId, status = null } = input;
  await existing(app.db, webhookId);
  const { total, rows } = await listSends(app.db, { webhookId, status }, { limit: input.perPage, offset: offsetOf(input) });
  return { total, events: rows };
}

export async function listWebhookAttempts(
  app: App,
  input: PrivateInput<"listWebhookAttempts">,
): Promise<PrivateOutput<"listWebhookAttempts">> {
  const { webhookId, eventId = null } = input;
  await existing(app.db, webhookId);
  const { total, rows } = await listAttempts(app.db, { webhookId, eventId }, { limit: input.perPage, offset: offsetOf(input) });
  return { total, attempts: rows };
}

async function setPair(app: App, tx: Queryable, { id, secrets }: LockedWebhook, isWanted: boolean): Promise<void> {
  const keys = openKeysOrNull(app, id, secrets);
  if (keys === null) refuse(409, "asymmetric", "None of this service's keys opens the webhook's secret. Make a new secret first.");
  const pair = isWanted ? newKeyPair() : null;
  const changed: SigningKeys = { ...keys, key: pair?.key ?? null };
  await storeKeys(tx, { id, secrets: sealKeys(app, id, changed), publicKey: pair?.publicKey ?? null, now: app.clock.now() });
}

async function locked(tx: Queryable, webhookId: number): Promise<LockedWebhook> {
  return (await lockWebhook(tx, webhookId)) ?? unknown(webhookId);
}

async function existing(db: Queryable, webhookId: number): Promise<WebhookRow> {
  return (await findWebhook(db, webhookId)) ?? unknown(webhookId);
}

function active(webhook: LockedWebhook): LockedWebhook {
  if (webhook.status === "OFF") refuse(409, "status", "The webhook is switched off. Switch it on first.");
  return webhook;
}

function unknown(webhookId: number): never {
  refuse(404, "webhook", `There is no webhook with the id ${webhookId}.`);
}

/** Each type once, in the order given. */
function typesOf(events: readonly string[] | null): readonly string[] | null {
  return events === null ? null : [...new Set(events)];
}

function present(row: WebhookRow): Webhook {
  const { id, brandId, url, description, events, status, offReason, publicKey, waiting, failures, failingSince, heldUntil } = row;
  const { createdAt, updatedAt } = row;
  return {
    ...{ id, brandId, url, description, events: events === null ? null : [...events], status, offReason, publicKey },
    ...{ waiting, failures, failingSince, heldUntil, createdAt, updatedAt },
  };
}

/** The trail names the host alone: what follows it may be a receiver's secret. */
function objectOf({ id, description, url }: WebhookRow) {
  return { type: "webhook", id, name: description ?? hostIn(url) } as const;
}

function hostIn(url: string): string {
  return URL.parse(url)?.host ?? "";
}

function factsOf({ url, events, description, status, publicKey }: WebhookRow) {
  return { host: hostIn(url), address: url, events: events?.join(", ") ?? "all", description, status, publicKey };
}

function withoutAddress<C extends { readonly name: string }>(change: C): C {
  return change.name === "address" ? { ...change, before: null, after: "changed" } : change;
}
