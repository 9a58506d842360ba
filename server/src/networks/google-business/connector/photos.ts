import { addSeconds } from "@rostrum/contract/formats.ts";
import { platforms } from "@rostrum/contract/platforms.ts";
import { z } from "zod";
import { waitAsked } from "../../connectors/api.ts";
import type { OutgoingMedia } from "../../connectors/connector.ts";
import { type GoogleFailure, type GoogleReply, readGoogle } from "../../connectors/google/api.ts";
import { alongside } from "../../connectors/once/alongside.ts";
import type { Halt, OnceFacts, Part, Send, Verdict } from "../../connectors/once/visible.ts";
import { secondsFor } from "../../connectors/sending.ts";
import { type Wait, wait } from "../../connectors/wait.ts";
import { isUnclear, reasonFor, signOf } from "./errors.ts";
import { searchPhoto } from "./look-photo.ts";
import { type Live, namesOfPhoto } from "./progress.ts";
import { ask } from "./server.ts";
import { PHOTO_LOOKS_SECONDS, THROTTLE_SECONDS } from "./unverified.ts";
import type { Work } from "./work.ts";

/** A post that is live has to be told as published in the end, whatever keeps its photos. */
const WAITS_SECONDS_MAX = 1800;
/** The service gives a delivery a day from its first call. */
const DELIVERY_SECONDS_MAX = 22 * 3600;
const TRIES_MAX = 3;
/** What Google says where it does not have the bytes: they are uploaded anew. */
const WITHOUT_BYTES: readonly string[] = ["gone", "unfetched"];
const PASSING: readonly string[] = ["outage", "throttled", "proxy", ...WITHOUT_BYTES];

const IMAGE = platforms["Google Business"].media.image;
const Started = z.object({ resourceName: z.string().min(1) });
const Made = z.object({ name: z.string().min(1) });

/** One picture on its way to the photos. */
interface PhotoOrder {
  readonly index: number;
  readonly medium: OutgoingMedia;
}

const FACTS: OnceFacts = { network: "Google", looksSeconds: () => PHOTO_LOOKS_SECONDS };

/**
 * Adds the pictures of a live post to the photos of the profile; null when that is over. None of them takes anything from the post: what
 * does not succeed is told in its note.
 */
export async function addPhotos(work: Work, live: Live): Promise<Wait | null> {
  const { call, plan, progress } = work;
  for (const [index, medium] of plan.photos.entries()) {
    if (progress.photo(index).leftOut !== null) continue;
    const others = plan.photos.flatMap((_, other) => (other === index ? [] : (progress.photoId(other) ?? [])));
    const part: Part = {
      names: namesOfPhoto(index),
      facts: FACTS,
      ready: () => ready(work, { index, medium }),
      look: (looking) => searchPhoto(work, { medium, others: live.pictures }, looking),
    };
    const added = await alongside(part, { call, others });
    if (!("kind" in added)) continue;
    if (added.kind === "wait" && !isOver(work, live, added)) return added;
    const leftOut = added.kind === "wait" ? "Google did not take it in time, or did not say so" : (added.reason ?? UNTOLD);
    await progress.setPhoto(index, { ...progress.photo(index), leftOut });
  }
  return null;
}

const UNTOLD = "Google did not say whether it took it";

export function photoNotes({ plan, progress }: Work): string[] {
  return plan.photos.flatMap(({ name }, index) => {
    const { leftOut } = progress.photo(index);
    return leftOut === null ? [] : [`The image ${name} was not added to the photos of the profile: ${leftOut}.`];
  });
}

/** https://developers.google.com/my-business/content/upload-photos (2026-05): by bytes, so that no public address is needed. */
async function ready(work: Work, { index, medium }: PhotoOrder): Promise<Send | Halt> {
  const { progress } = work;
  const before = progress.photo(index);
  const resource = before.resource ?? (await upload(work, medium));
  if (typeof resource !== "string") return failed(work, index, resource);
  if (before.resource === null) await progress.setPhoto(index, { ...before, resource });
  return () => make(work, index, resource);
}

async function make(work: Work, index: number, resource: string): Promise<Verdict> {
  const { server, location, call } = work;
  const body = { mediaFormat: "PHOTO", locationAssociation: { category: "ADDITIONAL" }, dataRef: { resourceName: resource } };
  const answer = await ask(server, { method: "POST", path: `/${location}/media`, body });
  if (answer.kind === "ok") {
    const made = Made.safeParse(answer.body).data;
    if (made === undefined) return { kind: "doubtful", reason: "Google: the answer does not name the photo." };
    return { kind: "made", made: { id: made.name, url: null, at: call.now() } };
  }
  if (isUnclear(answer)) return { kind: "doubtful", reason: reasonFor(answer) };
  return { kind: "refused", halt: await failed(work, index, answer) };
}

type Unusable = { readonly kind: "unusable"; readonly reason: string };

/** Brings the bytes to Google, where nobody sees them, and returns their name there. */
async function upload(work: Work, medium: OutgoingMedia): Promise<string | Unusable | GoogleFailure> {
  const content = await contentOf(work, medium).catch((error: unknown): GoogleFailure => {
    // The post is live: that a file cannot be read now must not leave open what has become of it.
    work.call.signal.throwIfAborted();
    return { kind: "unreached", reason: reasonIn(error) };
  });
  if ("kind" in content) return content;
  const { server, location } = work;
  const started = await ask(server, { method: "POST", path: `/${location}/media:startUpload` });
  if (started.kind !== "ok") return started;
  const begun = Started.safeParse(started.body);
  if (!begun.success) return { kind: "lost", reason: "the answer names no place for the bytes" };
  const { resourceName } = begun.data;
  const sent = await send(work, resourceName, content);
  return sent.kind === "ok" ? resourceName : sent;
}

async function send({ server: { reach, token } }: Work, resourceName: string, content: Blob): Promise<GoogleReply> {
  const place = resourceName.split("/").map(encodeURIComponent).join("/");
  const reply = await reach.net.call({
    method: "POST",
    url: `${reach.host("api")}/upload/v1/media/${place}?upload_type=media`,
    headers: { accept: "application/json", authorization: `Bearer ${token}`, "content-type": content.type },
    body: content,
    timeoutSeconds: secondsFor(content.size),
    signal: reach.signal,
  });
  return readGoogle(reply, reach);
}

function reasonIn(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The picture of the post is in a form that Google takes; the others are not. */
async function contentOf({ plan }: Work, medium: OutgoingMedia): Promise<Blob | Unusable> {
  if (medium === plan.picture) {
    const file = await medium.file();
    return file.slice(0, file.size, medium.mime);
  }
  const { types, bytesMin, bytesMax } = IMAGE;
  const image = await medium.image({
    types: types ?? [],
    ...(bytesMin === null ? {} : { minBytes: bytesMin }),
    maxBytes: bytesMax ?? Number.POSITIVE_INFINITY,
  });
  if (image === "unreadable") return { kind: "unusable", reason: "it cannot be opened" };
  if (image === null) return { kind: "unusable", reason: `it cannot be made to fit the ${bytesMax} bytes that Google takes` };
  return new Blob([new Uint8Array(image.bytes)], { type: image.mime });
}

async function failed({ progress }: Work, index: number, failure: Unusable | GoogleFailure): Promise<Halt> {
  if (failure.kind === "unusable") return { kind: "rejected", reason: failure.reason };
  const photo = progress.photo(index);
  const tries = photo.tries + 1;
  if (tries >= TRIES_MAX || !PASSING.includes(signOf(failure))) return { kind: "rejected", reason: reasonFor(failure) };
  await progress.setPhoto(index, { ...photo, tries, ...(WITHOUT_BYTES.includes(signOf(failure)) ? { resource: null } : {}) });
  return wait(Math.max(THROTTLE_SECONDS, waitAsked(failure).retryAfterSeconds ?? 0));
}

/** Whether the wait would go on for too long. */
function isOver({ call, progress }: Work, { at }: Live, { seconds }: Wait): boolean {
  const then = addSeconds(call.now(), seconds);
  const firstAt = progress.firstAt() ?? at;
  // Whoever has it tried again gives it another day.
  const begunAt = addSeconds(firstAt, DELIVERY_SECONDS_MAX) < at ? at : firstAt;
  return then > addSeconds(at, WAITS_SECONDS_MAX) || then > addSeconds(begunAt, DELIVERY_SECONDS_MAX);
}
