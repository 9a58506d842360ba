import { secondsBetween } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { OutgoingMedia } from "../../connectors/connector.ts";
import type { GraphFailure } from "../../connectors/meta/graph.ts";
import type { Doubted, Halt } from "../../connectors/once/visible.ts";
import { oneLine } from "../../connectors/reply.ts";
import { busy } from "../../connectors/signs.ts";
import { wait } from "../../connectors/wait.ts";
import { holdSeconds, reasonOf, verdictOf, verdictOfStatus, withAdvice } from "./errors.ts";
import { CONTAINER_LIFE_SECONDS, HOUR_SECONDS, MINUTE_SECONDS, PROCESSING_SECONDS_MAX } from "./facts.ts";
import { isVideo, type Part } from "./plan.ts";
import type { Container } from "./progress.ts";
import { ask, type Session } from "./session.ts";
import { fillWithBytes, takesBytes } from "./upload.ts";
import { type Run, type Stop, stopOf, tryAgain } from "./work.ts";

/** What a container says about itself. */
export type ContainerState =
  | { readonly kind: "inProgress" | "finished" | "published" }
  | { readonly kind: "expired" }
  /** `number` is the cause, as in `error_subcode`. */
  | { readonly kind: "failed"; readonly reason: string; readonly number: number | null }
  | { readonly kind: "unread"; readonly failure: GraphFailure };

const Status = z.object({ status_code: z.string().nullish(), status: z.string().nullish() });
const Created = z.object({ id: z.string().min(1) });

const STATES = [
  ["FINISHED", "finished"],
  ["PUBLISHED", "published"],
] as const;
const REASON_LENGTH_MAX = 300;

/** The vendor asks once a minute for five minutes. Pictures are ready at once, and videos may take hours. */
const ASK_AFTER_SECONDS = [
  { age: 20, wait: 3 },
  { age: 2 * MINUTE_SECONDS, wait: 10 },
  { age: 5 * MINUTE_SECONDS, wait: 30 },
  { age: HOUR_SECONDS, wait: MINUTE_SECONDS },
] as const;
const ASK_AFTER_SECONDS_MAX = 10 * MINUTE_SECONDS;
const UNREAD_RETRY_SECONDS = 30;
const EXPIRED_RETRY_SECONDS = 5;
const CREATE_TIMEOUT_SECONDS = 60;

/** The container, ready to be published. */
type Waited = Container | Halt | Doubted;

/** Makes all containers that a part begins with, so that the network processes them side by side. */
export async function makeContainers(run: Run, part: Part, name: string): Promise<Stop | null> {
  // Once a carousel's own container exists, its children have been ready.
  if (run.progress.container(name) !== null && part.kind === "carousel") return null;
  for (const { child, wanted } of beginningsOf(part, name)) {
    const stop = await makeOne(run, child, wanted);
    if (stop !== null) return stop;
  }
  return null;
}

/** Waits for the container that publishes the part. */
export async function bringContainer(run: Run, part: Part, name: string): Promise<Waited> {
  const children = part.kind === "carousel" ? beginningsOf(part, name).map(({ child }) => child) : [];
  if (part.kind === "carousel" && run.progress.container(name) === null) {
    for (const child of children) {
      const waited = await waitFor(run, child, children);
      if ("kind" in waited) return waited;
    }
    const ids = children.map((child) => run.progress.container(child)?.id ?? "");
    const stop = await makeOne(run, name, { medium: null, fields: { ...part.fields, children: ids.join(",") } });
    if (stop !== null) return stop;
  }
  return waitFor(run, name, children);
}

function beginningsOf(part: Part, name: string): { readonly child: string; readonly wanted: Wanted }[] {
  return part.media.map((medium, index) => ({
    child: part.kind === "carousel" ? `${name}.${index}` : name,
    wanted: { medium, fields: { ...(part.kind === "carousel" ? { is_carousel_item: "true" } : part.fields), ...altOf(part, medium) } },
  }));
}

export async function readContainer(session: Session, id: string): Promise<ContainerState> {
  const reply = await ask(session, { method: "GET", path: encodeURIComponent(id), fields: { fields: "status_code,status" } });
  if (reply.kind !== "ok") return { kind: "unread", failure: reply };
  const status = Status.safeParse(reply.body);
  if (!status.success) return { kind: "unread", failure: { kind: "lost", reason: "the state of the container cannot be read" } };
  const { status_code: code, status: text } = status.data;
  // Trap: a failed container may have an empty code, with the error in its text alone.
  if (code === "ERROR" || (!code && /^error/i.test(text ?? ""))) return failed(text ?? "");
  if (code === "EXPIRED") return { kind: "expired" };
  return { kind: STATES.find(([name]) => name === code)?.[1] ?? "inProgress" };
}

interface Wanted {
  /** Null for a carousel, whose files are its children's. */
  readonly medium: OutgoingMedia | null;
  readonly fields: Readonly<Record<string, string | undefined>>;
}

/** Makes the container unless it exists. A lost answer leaves one that nobody sees and that ends by itself, so it is made anew. */
async function makeOne(run: Run, name: string, { medium, fields }: Wanted): Promise<Stop | null> {
  const { session, progress } = run;
  if (progress.container(name)?.isFilled) return null;
  const bytes = medium !== null && takesBytes(session, medium) ? medium : null;
  const source = bytes !== null ? { media_type: "VIDEO", ...fields, upload_type: "resumable" } : { ...sourceOf(medium), ...fields };
  const reply = await ask(session, {
    method: "POST",
    path: `${session.userId}/media`,
    fields: source,
    timeoutSeconds: CREATE_TIMEOUT_SECONDS,
  });
  if (reply.kind !== "ok") return stopOf(run, reply, name);
  const created = Created.safeParse(reply.body);
  if (!created.success) return stopOf(run, { kind: "lost", reason: "the response names no container" }, name);
  const container = { id: created.data.id, madeAt: session.call.now(), isFilled: bytes === null };
  await progress.setContainer(name, container);
  if (bytes === null) return null;
  const stop = await fillWithBytes(run, { medium: bytes, container, name });
  if (stop === null) await progress.setContainer(name, { ...container, isFilled: true });
  return stop;
}

/** `together`: the containers that were made for the same post, and end about when this one does. */
async function waitFor(run: Run, name: string, together: readonly string[]): Promise<Waited> {
  const { session, progress } = run;
  const container = progress.container(name);
  if (container === null) throw new Error("A container is waited for that was not made.");
  const state = await readContainer(session, container.id);
  switch (state.kind) {
    case "finished":
      return container;
    case "published":
      return { kind: "doubted", since: container.madeAt };
    case "inProgress":
      return stillProcessing(secondsBetween(container.madeAt, session.call.now()));
    case "unread":
      if (!isEndTold(run, state.failure, name)) return unread(run, { container, failure: state.failure, name });
      return replaced(run, { kind: "expired" }, { name, together });
    case "expired":
    case "failed":
      return replaced(run, state, { name, together });
  }
}

/** Whether a container that cannot be read is past its life, and the network says that it is not there. */
function isEndTold(run: Run, failure: GraphFailure, name: string): boolean {
  const { kind } = verdictOf(failure);
  return hasEnded(run, name) && (kind === "gone" || kind === "unseen" || kind === "again");
}

async function replaced(
  run: Run,
  state: Extract<ContainerState, { kind: "expired" | "failed" }>,
  { name, together }: { readonly name: string; readonly together: readonly string[] },
): Promise<Waited> {
  const { progress, session } = run;
  // What a container says that was published a day ago is not known.
  if (progress.isDoubted(name)) return { kind: "doubted", since: progress.container(name)?.madeAt ?? session.call.now() };
  for (const one of [name, ...together]) if (one === name || hasEnded(run, one)) await progress.setContainer(one, null);
  return ended(run, state, name);
}

function hasEnded({ session, progress }: Run, name: string): boolean {
  const container = progress.container(name);
  return container !== null && secondsBetween(container.madeAt, session.call.now()) >= CONTAINER_LIFE_SECONDS;
}

function stillProcessing(age: number): Halt {
  if (age > PROCESSING_SECONDS_MAX) return { kind: "rejected", reason: "Instagram was still processing the files after 20 hours." };
  return wait(ASK_AFTER_SECONDS.find((step) => age < step.age)?.wait ?? ASK_AFTER_SECONDS_MAX);
}

/**
 * Reads of containers have been refused for a day while publishing worked. After a minute of it the request to publish is the better question:
 * one for a container that is not ready is refused and harmless.
 */
async function unread(
  run: Run,
  { container, failure, name }: { readonly container: Container; readonly failure: GraphFailure; readonly name: string },
): Promise<Waited> {
  const { progress, session } = run;
  const isRefused = failure.kind === "refused" && ["unseen", "unauthorized", "again", "rejected"].includes(verdictOf(failure).kind);
  const halt = await couldNotAsk(run, failure, name);
  if (!isRefused || halt.kind !== "wait") return halt;
  if (progress.isDoubted(name) || secondsBetween(container.madeAt, session.call.now()) < MINUTE_SECONDS) return halt;
  await progress.setFailures(unreadName(name), progress.failures(unreadName(name)) + 1);
  return container;
}

/** How often the part was to be published without its container having said that it is ready. */
export function unreadName(name: string): string {
  return `${name} unread`;
}

async function couldNotAsk(run: Run, failure: GraphFailure, name: string): Promise<Halt> {
  const verdict = verdictOf(failure);
  // A permission that is missing for a read may be trouble of the network's; only a dead token is certain.
  if (verdict.kind === "unauthorized" && verdict.ends !== "account") return stopOf(run, failure, name);
  const reason = reasonOf(failure);
  if (verdict.kind === "held") return wait(holdSeconds(failure), reason);
  const asked = failure.kind === "refused" ? failure.retryAfterSeconds : null;
  return wait(asked ?? UNREAD_RETRY_SECONDS, reason);
}

async function ended(run: Run, state: Extract<ContainerState, { kind: "expired" | "failed" }>, name: string): Promise<Stop> {
  if (state.kind === "expired") return busy("Instagram: the uploaded files have expired", EXPIRED_RETRY_SECONDS);
  const { reason, number } = state;
  const verdict = verdictOfStatus(number);
  if (verdict.kind === "again") return tryAgain(run, { ...verdict, what: name, reason });
  return { kind: "rejected", reason: withAdvice(reason, verdict) };
}

function failed(text: string): ContainerState {
  const number = /error code:? (\d{7})/i.exec(text)?.[1];
  const words = oneLine(text, REASON_LENGTH_MAX);
  return { kind: "failed", reason: `Instagram: ${words || "processing failed"}`, number: number === undefined ? null : Number(number) };
}

/** A lone video is a reel and a story's file has its type already; only a carousel's video is called a video. */
function sourceOf(medium: OutgoingMedia | null): Readonly<Record<string, string>> {
  if (medium === null) return {};
  return isVideo(medium) ? { media_type: "VIDEO", video_url: medium.url() } : { image_url: medium.url() };
}

/** Stories and videos have none. */
function altOf({ kind }: Part, medium: OutgoingMedia): { readonly alt_text?: string } {
  const { alt } = medium;
  return alt === null || alt === "" || kind === "story" || isVideo(medium) ? {} : { alt_text: alt };
}
