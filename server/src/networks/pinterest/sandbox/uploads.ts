import type { FastifyInstance, FastifyRequest } from "fastify";
import { faultOn } from "../../sandbox/faults.ts";
import { beginProcessing, expiryOf } from "../../sandbox/kit/processing.ts";
import { answerRefusals, Refusal } from "../../sandbox/kit/refusals.ts";
import { digestOf } from "../../sandbox/kit/stored.ts";
import type { SandboxRefusal, SandboxWorld } from "../../sandbox/network.ts";
import { type Part, readParts } from "../../sandbox/parts.ts";
import { mimeOf, videoOf } from "../../sandbox/uploaded.ts";
import { mediaIdIn } from "./media.ts";
import { change, type Fields, find, type Stored } from "./model.ts";
import { settingsOf } from "./settings.ts";

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
