import { addSeconds } from "@rostrum/contract/formats.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { faultOn } from "../../sandbox/faults.ts";
import { googleCaller, requireOneScope } from "../../sandbox/google/caller.ts";
import { expiryOf } from "../../sandbox/kit/processing.ts";
import { takeRawBodies } from "../../sandbox/kit/uploads.ts";
import { SANDBOX_BODY_BYTES_MAX } from "../../sandbox/limits.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { type Asked, askedLocation, type Call, MANAGE } from "./caller.ts";
import { change, find, insert, newKey, type Stored } from "./model.ts";
import { badArgument, notFound } from "./refusals.ts";
import { settingsOf } from "./settings.ts";

/** https://developers.google.com/my-business/content/upload-photos (2024-10) */
export const UPLOAD_CALLS: readonly Call[] = [
  {
    method: "POST",
    // A colon that is part of the path is written twice.
    path: "/v4/accounts/:account/locations/:location/media::startUpload",
    service: "posts",
    answer: start,
  },
];

async function start(asked: Asked): Promise<Record<string, unknown>> {
  const { world, settings } = asked;
  const location = await askedLocation(asked);
  const name = await newKey(world, "GoogleProvidedValue");
  const endsAt = addSeconds(world.now(), settings.upload_seconds);
  await insert(world, "upload", name, { location_id: location.id, ends_at: endsAt, has_bytes: false, lost: false, used: false });
  return { resourceName: name };
}

/** Takes the bytes of an upload; the answer is empty. Sent again, they replace the first. */
export function uploadRoutes(parent: FastifyInstance, world: SandboxWorld): void {
  parent.register(async (scope) => {
    takeRawBodies(scope);
    scope.route<{ Params: { name: string }; Querystring: Record<string, string> }>({
      method: "POST",
      url: "/upload/v1/media/:name",
      bodyLimit: SANDBOX_BODY_BYTES_MAX,
      handler: async (request, reply) => {
        requireOneScope(await googleCaller(world, request), [MANAGE]);
        if (request.query.upload_type !== "media") throw badArgument("upload_type", "Upload type must be media");
        await take(world, request, request.params.name);
        return reply.send("");
      },
    });
  });
}

async function take(world: SandboxWorld, request: FastifyRequest, name: string): Promise<void> {
  const upload = await liveUpload(world, name);
  if (upload === null) throw notFound();
  if (!Buffer.isBuffer(request.body) || request.body.byteLength === 0) throw badArgument("body", "The file is missing");
  if (faultOn(request, "upload-lost") !== null) {
    await change(world, "upload", upload, { lost: true });
    throw notFound();
  }
  const { upload_seconds } = await settingsOf(world);
  await world.objects.putBytes(upload.id, request.body);
  await change(world, "upload", upload, { has_bytes: true, ends_at: expiryOf(world, request, upload_seconds) });
}

/** Null if there is none, or it is over or lost. */
export async function liveUpload(world: SandboxWorld, name: string): Promise<Stored<"upload"> | null> {
  const upload = await find(world, "upload", name);
  return upload === null || upload.lost || upload.ends_at <= world.now() ? null : upload;
}
