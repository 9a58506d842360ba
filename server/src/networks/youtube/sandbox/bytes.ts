import type { IncomingHttpHeaders } from "node:http";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { faultOn } from "../../sandbox/faults.ts";
import { googleCaller } from "../../sandbox/google/caller.ts";
import { GoogleRefusal, OUTAGE } from "../../sandbox/google/refusals.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { drain, storeBody, UNIT_BYTES } from "./body.ts";
import { finishSession } from "./finish.ts";
import { change, find, type Stored } from "./model.ts";
import { FORBIDDEN, refusal } from "./refusals.ts";
import { findSession, piecesOf } from "./sessions.ts";
import { type Settings, settingsOf } from "./settings.ts";
import { videoView } from "./video-view.ts";

interface Taking {
  readonly world: SandboxWorld;
  readonly request: FastifyRequest;
  readonly settings: Settings;
  readonly session: Stored<"session">;
}

/**
 * The bytes of an upload, and questions how far it got. The address is the key; a token that comes along must be good.
 * https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol (2026-03)
 */
export function bytesRoutes(parent: FastifyInstance, world: SandboxWorld): void {
  parent.register(async (scope) => {
    // Bodies are read as they come, so that a connection that breaks leaves what had arrived.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    for (const path of ["/upload/upload/youtube/v3/videos", "/upload/resumable/upload/youtube/v3/videos"]) {
      scope.put<{ Querystring: Record<string, unknown> }>(path, async (request, reply) => {
        const session = await findSession(world, String(request.query.upload_id ?? ""));
        if (session === null) return gone(request, reply);
        if (request.headers.authorization !== undefined) {
          const { personId } = await googleCaller(world, request);
          if (personId !== session.channel_id) throw new GoogleRefusal(FORBIDDEN);
        }
        return answer(reply, { world, request, settings: await settingsOf(world), session });
      });
    }
  });
}

async function answer(reply: FastifyReply, taking: Taking): Promise<FastifyReply> {
  const { world, request, settings, session } = taking;
  const again = await finishedAnswer(reply, taking);
  if (again !== null) return again;
  const range = readContentRange(request.headers);
  if (range.kind !== "whole" && range.total !== null && session.size !== null && range.total !== session.size) {
    throw badRange("The total is not the length that the upload was opened with.");
  }
  const taken = range.kind === "question" ? "kept" : await take(taking, range);
  if (taken === "lost") return gone(request, reply);
  // Whoever sent this does not listen any more.
  if (taken === "cut") return reply.hijack();
  const total = range.kind === "whole" ? range.length : (range.total ?? session.size);
  const received = await receivedOf(world, session);
  if (total === null || received < total) return incomplete(reply, received);
  const video = await finishSession({ world, request, settings, session });
  if (settings.finishing_answers === "incomplete") return incomplete(reply, received);
  return reply.status(settings.finishing_answers === "ok" ? 200 : 201).send(await videoView(taking, video, session.parts));
}

/** The same answer as when it was finished, for as long as the session is remembered; null if it is not finished. */
async function finishedAnswer(reply: FastifyReply, taking: Taking): Promise<FastifyReply | null> {
  const { world, request, settings, session } = taking;
  const error = await find(world, "session_error", session.id);
  const video = await find(world, "video", session.video_id);
  if (error === null && video === null) return null;
  await drain(request);
  if (error !== null) throw refusalIn(error);
  const isForgotten = video === null || addSeconds(video.createdAt, settings.finished_session_seconds) <= world.now();
  if (isForgotten || settings.finished_answers === "gone") return gone(request, reply);
  if (settings.finished_answers === "incomplete") return incomplete(reply, video.size);
  return reply.status(201).send(await videoView(taking, video, session.parts));
}

/** Takes in a body. Bytes that do not begin where the last ones ended are not kept, not even in part. */
async function take(taking: Taking, range: Exclude<ContentRange, { kind: "question" }>): Promise<"kept" | "lost" | "cut"> {
  const { world, request, settings, session } = taking;
  const [first, length] = [range.kind === "whole" ? 0 : range.first, range.length];
  const isLast = range.kind === "whole" || first + length === range.total;
  if (!isLast && length % UNIT_BYTES !== 0) throw badRange(`Chunks except the last must be multiples of ${UNIT_BYTES} bytes.`);
  if (faultOn(request, "upload-lost") !== null) {
    await change(world, "session", session, { lost: true });
    return "lost";
  }
  if (first !== (await receivedOf(world, session))) {
    await drain(request);
    return "kept";
  }
  const at = settings.break_at_byte;
  if (at === null || session.broken || at < first || at >= first + length) {
    const outcome = await storeBody({ world, request, session, offset: first, limit: length });
    return outcome === "cut" ? "cut" : "kept";
  }
  const limit = Math.floor((at - first) / UNIT_BYTES) * UNIT_BYTES;
  await storeBody({ world, request, session, offset: first, limit });
  await change(world, "session", session, { broken: true });
  throw new GoogleRefusal({ ...OUTAGE, code: 503, status: "UNAVAILABLE", message: "The service is currently unavailable." });
}

async function receivedOf(world: SandboxWorld, session: Stored<"session">): Promise<number> {
  return (await piecesOf(world, session)).reduce((sum, { size }) => sum + size, 0);
}

/** Without the header `Range` if there is nothing yet. */
function incomplete(reply: FastifyReply, received: number): FastifyReply {
  if (received > 0) reply.header("range", `bytes=0-${received - 1}`);
  return reply.status(308).send();
}

async function gone(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  await drain(request);
  return reply.status(404).type("text/plain; charset=utf-8").send("Not Found");
}

function refusalIn({ code, message, reason }: Stored<"session_error">): GoogleRefusal {
  return new GoogleRefusal({ code, message, ...(reason === undefined ? {} : { reason }) });
}

/** What a request to an upload session is about; numbers are bytes of the whole file. */
export type ContentRange =
  /** How far did it get? */
  | { readonly kind: "question"; readonly total: number | null }
  | { readonly kind: "chunk"; readonly first: number; readonly length: number; readonly total: number | null }
  /** The body is the whole file, whatever length the upload was opened with. */
  | { readonly kind: "whole"; readonly length: number };

export function readContentRange(headers: IncomingHttpHeaders): ContentRange {
  const length = Number(headers["content-length"] ?? 0);
  const range = headers["content-range"];
  if (range === undefined) return length === 0 ? { kind: "question", total: null } : { kind: "whole", length };
  const [match, first, last, end] = /^bytes (?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15}|\*)$/.exec(range) ?? [];
  if (match === undefined) throw badRange("Failed to parse the Content-Range header.");
  const total = end === "*" ? null : Number(end);
  if (first === undefined) return { kind: "question", total };
  if (length !== Number(last) - Number(first) + 1) throw badRange("The range has another length than the body.");
  if (total !== null && Number(last) >= total) throw badRange("The range ends behind the end of the file.");
  return { kind: "chunk", first: Number(first), length, total };
}

export function badRange(message: string) {
  return refusal({ code: 400, reason: "badRequest", message, location: "Content-Range", locationType: "header" });
}
