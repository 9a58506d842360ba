import { addMilliseconds, fromEpochMilliseconds, type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { Call } from "../../connectors/connector.ts";
import type { Json } from "../../connectors/json.ts";
import type { Trouble } from "../../connectors/signs.ts";
import type { Wait } from "../../connectors/wait.ts";
import { POSTS } from "./addresses.ts";
import { type Embedded, embedCard } from "./card.ts";
import { type Resolved, resolveMentions, toFacets } from "./facets.ts";
import { at, isObject, type JsonObject, listAt, textAt } from "./json.ts";
import { embedMedia } from "./media.ts";
import type { Order } from "./order.ts";
import type { PartOutline } from "./outline.ts";
import { replyTo } from "./records.ts";
import { recordKey } from "./tid.ts";
import { mediaCheckpoint, type Uploader } from "./upload.ts";

/** Everything to be written except the references between parts, which exist only after writing. */
export interface Plan {
  readonly parts: readonly PlannedPart[];
  /** What is missing of it on the network. */
  readonly note: string | null;
}

export interface PlannedPart {
  readonly recordKey: string;
  /** How many earlier keys turned out to be taken. */
  readonly salt: number;
  readonly record: JsonObject;
}

/**
 * Returns the stored plan, or makes a new one and stores it before anything is written, because putting the same body under
 * the same key is idempotent. All uploads are done by then, so a thread fails before its first part rather than midway.
 */
export async function makePlan(order: Order, uploader: Uploader): Promise<Plan | Trouble | Wait> {
  const stored = storedPlan(order, uploader.call);
  if (stored !== null) return stored;
  const { parts: outlines } = order.outline;
  const { session, call } = uploader;

  const reply: { readonly reply?: Json } | Trouble = order.replyTo === null ? {} : await replyTo(order.replyTo, uploader);
  if ("kind" in reply) return reply;
  const dids = await resolveMentions(
    outlines.map(({ marked }) => marked),
    uploader,
  );
  if ("kind" in dids) return dids;
  const createdAt = await fixedMoment(order, call);

  const parts: PlannedPart[] = [];
  const notes = new Set<string>();
  for (const [part, outline] of outlines.entries()) {
    const embedded = await embedOf(outline, { session, call });
    if ("kind" in embedded) return embedded;
    if (embedded.note !== null) notes.add(embedded.note);
    const record = recordOf({
      outline,
      dids,
      language: order.language,
      embed: embedded.embed,
      createdAt: addMilliseconds(createdAt, part),
    });
    parts.push({ recordKey: recordKey({ ...order, part, salt: 0 }), salt: 0, record: part === 0 ? { ...record, ...reply } : record });
  }
  const plan = { parts, note: notes.size === 0 ? null : [...notes].join(" ") };
  await storePlan(plan, order, call);
  return plan;
}

export function storedPlan(order: Order, call: Call): Plan | null {
  const parts: PlannedPart[] = [];
  for (const part of listAt(call.checkpoint.get(planCheckpoint(order)), "parts")) {
    const key = textAt(part, "recordKey");
    const record = at(part, "record");
    const salt = at(part, "salt");
    if (key !== null && isObject(record) && typeof salt === "number") parts.push({ recordKey: key, salt, record });
  }
  return parts.length === 0 ? null : { parts, note: textAt(call.checkpoint.get(planCheckpoint(order)), "note") };
}

export async function storePlan(plan: Plan, order: Order, call: Call): Promise<void> {
  await call.checkpoint.set(planCheckpoint(order), { parts: plan.parts.map((part) => ({ ...part })), note: plan.note });
}

/** Forgets uploads that the server no longer has, and the plan that refers to them. Keys and creation time stay. */
export async function forgetPlan(order: Order, call: Call): Promise<void> {
  for (const { media } of order.outline.parts) {
    for (const { id } of media) await call.checkpoint.set(mediaCheckpoint(id), null);
  }
  await call.checkpoint.set(planCheckpoint(order), null);
}

/** Forgets what an earlier day has planned, so that the record bears the time at which it is written: the network sorts by that. */
export async function startOver(order: Order, call: Call): Promise<void> {
  // Without a plan nothing was written, and what was uploaded may still be there.
  if (storedPlan(order, call) !== null) await forgetPlan(order, call);
  if (call.checkpoint.get(momentCheckpoint(order)) !== undefined) await call.checkpoint.set(momentCheckpoint(order), null);
}

function planCheckpoint({ scope }: Order): string {
  return `${scope}-plan`;
}

function momentCheckpoint({ scope }: Order): string {
  return `${scope}-createdAt`;
}

/** The stored time of the first attempt: a different one would make a different record. */
async function fixedMoment(order: Order, call: Call): Promise<Instant> {
  const name = momentCheckpoint(order);
  const stored = call.checkpoint.get(name);
  if (typeof stored === "number") return fromEpochMilliseconds(stored);
  const now = toEpochMilliseconds(call.now());
  await call.checkpoint.set(name, now);
  return fromEpochMilliseconds(now);
}

async function embedOf(outline: PartOutline, uploader: Uploader): Promise<Embedded | Trouble | Wait> {
  if (outline.card !== null) return embedCard(outline.card, uploader);
  const made = outline.media.length > 0 ? await embedMedia(outline.media, uploader) : { embed: null };
  return "embed" in made ? { ...made, note: null } : made;
}

interface RecordSource {
  readonly language: string | null;
  readonly outline: PartOutline;
  readonly dids: Resolved;
  readonly embed: Json | null;
  readonly createdAt: Instant;
}

function recordOf({ outline: { marked }, dids, language, embed, createdAt }: RecordSource): JsonObject {
  const facets = toFacets(marked, dids);
  return {
    $type: POSTS,
    text: marked.text,
    // The network uses milliseconds; more digits are legal but would surprise old clients.
    createdAt: `${createdAt.slice(0, 23)}Z`,
    // https://docs.bsky.app/docs/advanced-guides/posts#post-language (2026-11).
    ...(language === null ? {} : { langs: [language] }),
    ...(facets.length === 0 ? {} : { facets }),
    ...(embed === null ? {} : { embed }),
  };
}
