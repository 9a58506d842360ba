import { randomBytes } from "node:crypto";
import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { faultOn } from "../../sandbox/faults.ts";
import { beginProcessing, expiryOf, processingState } from "../../sandbox/kit/processing.ts";
import { answerRefusals, Refusal } from "../../sandbox/kit/refusals.ts";
import { digestOf } from "../../sandbox/kit/stored.ts";
import type { SandboxRefusal, SandboxWorld } from "../../sandbox/network.ts";
import { type Part, readParts } from "../../sandbox/parts.ts";
import { mimeOf, videoOf } from "../../sandbox/uploaded.ts";
import type { Asked, Call } from "./caller.ts";
import { readBody } from "./caller.ts";
import { change, type Fields, find, insert, newId, type Stored } from "./model.ts";
import { mediaNotFound } from "./refusal.ts";
import { settingsOf } from "./settings.ts";

const NewMedia = z.object({ media_type: z.literal("video", "enum=video") });

export const MEDIA_CALLS: readonly Call[] = [
  { method: "POST", path: "/media", category: "org_write", scopes: ["pins:read", "pins:write"], status: 201, answer: register },
  { method: "GET", path: "/media/:media_id", category: "org_read", scopes: ["pins:read"], answer: show },
];

/** Registers an upload, which goes elsewhere and needs no token. */
async function register(asked: Asked): Promise<Record<string, unknown>> {
  const { world, account, settings } = asked;
  const { media_type } = readBody(asked, NewMedia);
  const id = await newId(world, "media");
  const endAt = addSeconds(world.now(), settings.upload_parameters_seconds);
  const parameters = parametersFor(world, { key: keyOf(account.id, id), endAt });
  await insert(world, "media", id, { account_id: account.id, parameters, parameters_end_at: endAt, lost: false, video: null });
  return { media_id: id, media_type, upload_url: `${world.baseUrl}/upload/`, upload_parameters: parameters };
}

/** The reply never says why something failed. */
async function show(asked: Asked): Promise<Record<string, unknown>> {
  const media = await ownMedia(asked, asked.ids.media_id ?? "");
  return { media_id: media.id, media_type: "video", status: statusOf(asked.world, media) };
}

/** The caller's own upload, unless it is over. */
export async function ownMedia({ world, account }: Asked, id: string): Promise<Stored<"media">> {
  const media = await find(world, "media", id);
  const isOver = media?.video != null && media.video.ends_at <= world.now();
  if (media === null || media.account_id !== account.id || isOver) throw mediaNotFound();
  return media;
}

export function statusOf(world: SandboxWorld, { video }: Stored<"media">): "registered" | "processing" | "succeeded" | "failed" {
  if (video === null) return "registered";
  const state = processingState(world, video.processing);
  return state === "ready" ? "succeeded" : state;
}

/** The upload that a key of the store belongs to. */
export function mediaIdIn(key: string): string {
  return /^uploads\/(?:\w\w\/){3}3:video:\d+:(\d+)$/.exec(key)?.[1] ?? "";
}

function keyOf(accountId: string, mediaId: string): string {
  const [a, b, c] = [mediaId.slice(-6, -4), mediaId.slice(-4, -2), mediaId.slice(-2)];
  return `uploads/${a}/${b}/${c}/3:video:${accountId}:${mediaId}`;
}

/** What Amazon's store wants with the file. https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTForms.html (2026-11) */
function parametersFor(world: SandboxWorld, { key, endAt }: { readonly key: string; readonly endAt: Instant }): Record<string, string> {
  const date = world.now().replace(/[-:]|\.\d+/g, "");
  const policy = { expiration: endAt, conditions: [{ bucket: "pinterest-media-upload" }, { key }] };
  return {
    "Content-Type": "multipart/form-data",
    key,
    policy: Buffer.from(JSON.stringify(policy)).toString("base64"),
    "x-amz-algorithm": "AWS4-HMAC-SHA256",
    "x-amz-credential": `ASIASANDBOX/${date.slice(0, 8)}/us-east-1/s3/aws4_request`,
    "x-amz-date": date,
    "x-amz-security-token": randomBytes(48).toString("base64"),
    "x-amz-signature": randomBytes(32).toString("hex"),
  };
}

/** For how long an uploaded video can be pinned. Pinterest publishes no figure. */
const LIFETIME_SECONDS = 7 * 86_400;
/** Unverified: what products tell their customers about Pinterest (2026-11). */
const TYPES = ["video/mp4", "video/quicktime"];
const SECONDS_MIN = 4;
const SECONDS_MAX = 15 * 60;
const RATIO_MIN = 0.5;
const RATIO_MAX = 1.91;

/**
 * The store of uploads: one form with every parameter as a field and then the file. It is Amazon's, so it knows nothing of tokens,
 * ignores fields behind the file, and answers in XML.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html (2026-11)
 */
export function uploadRoutes(parent: FastifyInstance, world: SandboxWorld): void {
  parent.register(async (scope) => {
    answerRefusals(scope, { failed });
    for (const path of ["/upload", "/upload/"]) {
      scope.post(path, async (request, reply) => {
        await take(world, request);
        return reply.status(204).send();
      });
    }
  });
}

async function take(world: SandboxWorld, request: FastifyRequest): Promise<void> {
  if (request.headers.authorization !== undefined) throw refusal(400, "InvalidArgument", "Only one auth mechanism allowed");
  if (!request.isMultipart()) throw refusal(412, "PreconditionFailed", "Bucket POST must be of the enclosure-type multipart/form-data");
  const { fields, bytes } = formIn(await readParts(request));
  const media = await find(world, "media", mediaIdIn(fields.get("key") ?? ""));
  if (media === null || media.lost) throw denied("Invalid according to Policy");
  for (const [name, value] of Object.entries(media.parameters)) {
    if (fields.get(name) !== value) throw denied(`Invalid according to Policy: ${name}`);
  }
  if ([...fields.keys()].some((name) => !Object.hasOwn(media.parameters, name))) {
    throw denied("Invalid according to Policy: Extra input fields");
  }
  if (media.parameters_end_at <= world.now()) throw refusal(403, "ExpiredToken", "The provided token has expired.");
  if (faultOn(request, "upload-lost") !== null) {
    await change(world, "media", media, { lost: true });
    throw denied("Access Denied");
  }
  await keep(world, request, { media, bytes });
}

interface Taken {
  readonly media: Stored<"media">;
  readonly bytes: Uint8Array;
}

async function keep(world: SandboxWorld, request: FastifyRequest, { media, bytes }: Taken): Promise<void> {
  const { video_seconds } = await settingsOf(world);
  const mime = await mimeOf(bytes);
  const facts = TYPES.includes(mime) ? await videoOf(bytes) : null;
  const processing = beginProcessing(world, request, video_seconds);
  const video: NonNullable<Fields<"media">["video"]> = {
    mime,
    digest: digestOf(bytes),
    facts: facts === null ? null : { width: facts.width, height: facts.height, seconds: facts.seconds },
    processing: { ...processing, fails: processing.fails || !isUsable(facts) },
    ends_at: expiryOf(world, request, LIFETIME_SECONDS),
  };
  await world.objects.putBytes(media.id, bytes);
  await change(world, "media", media, { video });
}

function isUsable(facts: { readonly width: number; readonly height: number; readonly seconds: number } | null): boolean {
  if (facts === null) return false;
  const ratio = facts.width / facts.height;
  return facts.seconds >= SECONDS_MIN && facts.seconds <= SECONDS_MAX && ratio >= RATIO_MIN && ratio <= RATIO_MAX;
}

function formIn(parts: readonly Part[]): { fields: ReadonlyMap<string, string>; bytes: Uint8Array } {
  const fields = new Map<string, string>();
  for (const part of parts) {
    // Whatever comes behind the file is not read.
    if (part.kind === "file" && part.name === "file") return { fields, bytes: part.bytes };
    if (part.kind === "field") fields.set(part.name, String(part.value));
  }
  throw refusal(400, "InvalidArgument", "POST requires exactly one file upload per request.");
}

function refusal(status: number, code: string, message: string): Refusal {
  return new Refusal(said(status, code, message));
}

function denied(message: string): Refusal {
  return refusal(403, "AccessDenied", message);
}

function said(status: number, code: string, message: string): SandboxRefusal {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return { status, headers: { "content-type": "application/xml" }, body: xml };
}

function failed(status: number): SandboxRefusal {
  if (status >= 500) return said(status, "InternalError", "We encountered an internal error. Please try again.");
  return said(status, "MalformedPOSTRequest", "The body of your POST request is not well-formed multipart/form-data.");
}
