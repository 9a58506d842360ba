import type { AuditAction, AuditChange } from "@rostrum/contract/private/audit.ts";
import type { App } from "../../app.ts";
import type { Queryable } from "../database/query.ts";
import { type Actor, actsNowAs, currentOrigin } from "../origin.ts";
import { cutText, type Entry, FACT_LENGTH_MAX, fact, shortened } from "./rules.ts";
import { findPerson, insertEntry, type PersonRow } from "./store.ts";

/**
 * Writes one entry into the audit trail, in the transaction of what it tells: both are there, or neither. The only way in. Who does it
 * and from where is known from the request.
 */
export async function record(app: Pick<App, "clock">, tx: Queryable, entry: Entry): Promise<void> {
  const { actor, surface, address, userAgent, requestId } = currentOrigin();
  const { action, brandId, object, changes = [] } = entry;
  await insertEntry(tx, {
    at: app.clock.now(),
    action,
    brandId,
    ...whoOf(actor),
    surface,
    objectType: object.type,
    objectId: object.id === null ? null : String(object.id),
    objectName: object.name === null ? null : cutText(object.name, FACT_LENGTH_MAX),
    changes: changes.map(shortened),
    address,
    userAgent,
    requestId,
  });
}

/** A person has proved who they are within a request, by a password or a link: what it does from now on, they do. */
export async function identify(tx: Queryable, userId: number): Promise<void> {
  const { publicId, name } = await existingPerson(tx, userId);
  actsNowAs({ kind: "person", viewer: { publicId, name } });
}

/** A person as what something is done to. */
export async function personObject(tx: Queryable, userId: number): Promise<Entry["object"]> {
  const { publicId, name } = await existingPerson(tx, userId);
  return { type: "person", id: publicId, name };
}

/** Records what changed of a person, if anything did. */
export async function recordPerson(
  app: Pick<App, "clock">,
  tx: Queryable,
  { userId, action, changes }: { readonly userId: number; readonly action: AuditAction; readonly changes: readonly AuditChange[] },
): Promise<void> {
  if (changes.length > 0) await record(app, tx, { action, brandId: null, object: await personObject(tx, userId), changes });
}

/** Whom something is made for or taken from, where that is not what the entry is on. */
export async function userFact(tx: Queryable, userId: number): Promise<AuditChange> {
  return fact("user", (await existingPerson(tx, userId)).email);
}

async function existingPerson(tx: Queryable, userId: number): Promise<PersonRow> {
  const person = await findPerson(tx, userId);
  if (person === null) throw new Error(`there is no user ${userId}`);
  return person;
}

const NONE = { personId: null, person: null, through: null, throughId: null, throughName: null };

function whoOf(actor: Actor) {
  if (actor.kind !== "person") return { ...NONE, actor: actor.kind };
  const { publicId, name, through } = actor.viewer;
  const person = { ...NONE, actor: actor.kind, personId: publicId, person: name };
  if (through === undefined) return person;
  const kind = through.kind === "KEY" ? ("key" as const) : ("program" as const);
  return { ...person, through: kind, throughId: through.id, throughName: through.name };
}
