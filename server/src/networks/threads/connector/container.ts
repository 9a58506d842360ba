import { secondsBetween } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { OutgoingMedia } from "../../connectors/connector.ts";
import { reasonOf } from "../../connectors/meta/graph.ts";
import type { Calls } from "../../connectors/once/calls.ts";
import type { Doubted, Halt } from "../../connectors/once/visible.ts";
import { IdForm } from "../../connectors/reply.ts";
import { busy } from "../../connectors/signs.ts";
import { wait } from "../../connectors/wait.ts";
import { ask } from "./api.ts";
import { signOf, stopAfter } from "./errors.ts";
import { awaitParent } from "./parent.ts";
import type { Container, Strikes } from "./progress.ts";
import { readContainer } from "./reading.ts";
import { byteLength } from "./text.ts";
import type { Work } from "./work.ts";

/**
 * Containers that had read FINISHED were refused as missing in their first seconds; the vendor advises to wait this long:
 * https://developers.facebook.com/documentation/threads/posts (2026-04).
 */
const REST_SECONDS = 30;
const CHILD_SECONDS = 5;
const ASK_SECONDS_MAX = 60;
/**
 * For no longer a container should be asked about: https://developers.facebook.com/documentation/threads/troubleshooting (2026-11). One that
 * is published before it is ready is refused as missing, and harmless: https://github.com/fbsamples/threads_api/issues/70 (2026-03).
 */
const UNREAD_SECONDS = 300;
/** After which the same container is tried again that was not there. */
const MISSING_WAITS: readonly number[] = [5, 30, 120];
const RENEWED_SECONDS = 5;
const LOST = "Threads lost the post before it was published.";
const UNFETCHED_MAX = 2;
const UNFETCHED_RETRY_SECONDS = 300;
/** Threads fetches a picture before it answers. */
const CREATE_TIMEOUT_SECONDS = 90;

const Made = z.object({ id: IdForm });

/** Brings the piece's container to where it can be published: makes it if there is none, and waits until Threads has processed it. */
export async function readyContainer(work: Work, earlier: Calls | null): Promise<Container | Halt | Doubted> {
  const { server, progress, piece } = work;
  const { container } = progress.state(piece.name);
  if (container === null) return makeContainer(work);
  const age = secondsBetween(container.at, server.reach.now());
  if (age < REST_SECONDS) return wait(REST_SECONDS - age);
  const reading = await readContainer(server, container.container);
  const doubted = { kind: "doubted", since: container.at } as const;
  if (reading.kind === "missing") return (await missed(work)) ?? (earlier === null ? lost(work) : doubted);
  if (reading.kind === "unread")
    // Reads have been refused for days while publishing worked, and one that is not ready is only refused.
    return reading.isRefused && earlier === null && age >= UNREAD_SECONDS ? container : reading.halt;
  switch (reading.status) {
    case "FINISHED":
      return container;
    case "IN_PROGRESS":
      return wait(Math.min(ASK_SECONDS_MAX, Math.max(CHILD_SECONDS, age / 2)));
    case "PUBLISHED":
      return doubted;
    case "ERROR":
    case "EXPIRED":
      // What a container says that a lost call may have published is not known.
      if (earlier !== null && earlier.silences > 0) return doubted;
      if (reading.status === "ERROR") return failed(work, reading.message);
      return lost(work);
  }
}

/** Whether the container has been missing so often that only the profile's list can tell what it became. */
export function isGivenUp({ missing }: Strikes): boolean {
  return missing > MISSING_WAITS.length;
}

/** The container is not there, although Threads made it: it may come yet. Null: it does not. */
export async function missed({ progress, piece }: Work): Promise<Halt | null> {
  const seconds = MISSING_WAITS[(await progress.strike(piece.name, "missing")) - 1];
  return seconds === undefined ? null : wait(seconds);
}

/** One that was never to be published is made anew. */
async function lost({ progress, piece }: Work): Promise<Halt> {
  await progress.renew(piece.name);
  return busy(LOST, RENEWED_SECONDS);
}

/** The reasons that processing again cannot help: https://developers.facebook.com/documentation/threads/troubleshooting (2026-11). */
const LASTING = /^(INVALID_|FAILED_PROCESSING_)/;

async function failed({ progress, piece }: Work, message: string | null): Promise<Halt> {
  const reason = `Threads could not process the post: ${message ?? "no reason was given"}`;
  // Also for whoever has the post tried again after a lasting refusal.
  await progress.renew(piece.name);
  return LASTING.test(message ?? "") ? { kind: "rejected", reason } : busy(reason, UNFETCHED_RETRY_SECONDS);
}

async function makeContainer(work: Work): Promise<Halt> {
  const { piece, progress, parent } = work;
  const { text, poll, link, media } = piece;
  const shared = { text: text === "" ? undefined : text, reply_to_id: parent?.id };
  const [only, ...others] = media;
  if (only === undefined) {
    const poll_attachment = poll === null ? undefined : JSON.stringify(pollOf(poll));
    return keep(work, await create(work, { media_type: "TEXT", ...shared, link_attachment: link ?? undefined, poll_attachment }));
  }
  if (others.length === 0) return keep(work, await create(work, { ...fileOf(only), ...shared }));
  const halt = await readyChildren(work);
  if (halt !== null) return halt;
  const children = progress
    .state(piece.name)
    .children.map(({ container }) => container)
    .join(",");
  return keep(work, await create(work, { media_type: "CAROUSEL", children, ...shared }));
}

async function keep({ server, progress, piece }: Work, made: string | Halt): Promise<Halt> {
  if (typeof made !== "string") return made;
  await progress.change(piece.name, { container: { container: made, at: server.reach.now() } });
  return wait(REST_SECONDS);
}

/** Makes what is missing of a carousel's children; null if all are processed. */
async function readyChildren(work: Work): Promise<Halt | null> {
  const { server, progress, piece } = work;
  for (const medium of piece.media.slice(progress.state(piece.name).children.length)) {
    const made = await create(work, { ...fileOf(medium), is_carousel_item: "true" });
    if (typeof made !== "string") return made;
    const child = { container: made, at: server.reach.now(), isReady: false };
    await progress.change(piece.name, { children: [...progress.state(piece.name).children, child] });
  }
  for (const [index, child] of progress.state(piece.name).children.entries()) {
    if (child.isReady) continue;
    const age = secondsBetween(child.at, server.reach.now());
    const reading = await readContainer(server, child.container);
    if (reading.kind === "missing") return (await missed(work)) ?? lost(work);
    if (reading.kind !== "read") return reading.halt;
    if (reading.status === "ERROR") return failed(work, reading.message);
    if (reading.status === "IN_PROGRESS") return wait(Math.min(ASK_SECONDS_MAX, Math.max(CHILD_SECONDS, age / 2)));
    if (reading.status === "EXPIRED") return lost(work);
    await progress.change(piece.name, { children: progress.state(piece.name).children.with(index, { ...child, isReady: true }) });
  }
  return null;
}

/** Makes one container; nobody sees it, so one whose answer was lost is simply made again. */
async function create(work: Work, fields: Readonly<Record<string, string | undefined>>): Promise<string | Halt> {
  const { server, progress, piece, parent } = work;
  const answer = await ask(server, { method: "POST", path: "/me/threads", fields, timeoutSeconds: CREATE_TIMEOUT_SECONDS });
  if (answer.kind === "ok") {
    const made = Made.safeParse(answer.body);
    return made.success ? made.data.id : busy("Threads: the answer names no container.", CHILD_SECONDS);
  }
  const outcome = stopAfter(answer, server.reach);
  switch (signOf(answer)) {
    case "missing":
      return parent === null ? childrenGone(work, outcome) : awaitParent({ ...work, parent }, reasonOf("Threads", answer));
    case "bad children":
      return childrenGone(work, outcome);
    case "unfetched":
      return (await progress.strike(piece.name, "unfetched")) > UNFETCHED_MAX
        ? outcome
        : busy(reasonOf("Threads", answer), UNFETCHED_RETRY_SECONDS);
    case "text too long":
      // Of a poll's option, Threads says the same.
      return piece.poll === null ? { kind: "rejected", reason: tooLong(piece.text) } : outcome;
    default:
      return outcome;
  }
}

async function childrenGone({ progress, piece }: Work, outcome: Halt): Promise<Halt> {
  if (progress.state(piece.name).children.length === 0) return outcome;
  await progress.change(piece.name, { children: [] });
  return busy(LOST, RENEWED_SECONDS);
}

function tooLong(text: string): string {
  return `Threads refused the text as too long: it has ${byteLength(text)} bytes. Threads allows 500 characters, and emoji and accents count more.`;
}

function fileOf(medium: OutgoingMedia): Readonly<Record<string, string | undefined>> {
  const isVideo = medium.mime.startsWith("video/");
  const place = isVideo ? { media_type: "VIDEO", video_url: medium.url() } : { media_type: "IMAGE", image_url: medium.url() };
  return { ...place, alt_text: medium.alt?.trim() ? medium.alt : undefined };
}

function pollOf(options: readonly string[]): Record<string, string> {
  return Object.fromEntries(options.map((option, index) => [`option_${"abcd".charAt(index)}`, option]));
}
