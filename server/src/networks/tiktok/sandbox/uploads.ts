import type { FastifyInstance, FastifyRequest } from "fastify";
import { faultOn } from "../../sandbox/faults.ts";
import { queryIn } from "../../sandbox/kit/requests.ts";
import { inTurn } from "../../sandbox/kit/stored.ts";
import { findUpload, finishUpload, receiveRange } from "../../sandbox/kit/uploads.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { countPost } from "./creator.ts";
import { inspectVideo } from "./inspect.ts";
import { change, find, known, type Stored } from "./model.ts";
import { completePublish } from "./publishes.ts";
import { type Settings, settingsOf } from "./settings.ts";
import { chunkBytesAt } from "./video-init.ts";

const VIDEO_TYPES = ["video/mp4", "video/quicktime", "video/webm"];
const BAD_GATEWAY = "<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center></body></html>";

interface Range {
  readonly first: number;
  readonly last: number;
  readonly total: number;
}

interface Sent {
  readonly world: SandboxWorld;
  readonly request: FastifyRequest;
  readonly settings: Settings;
  readonly publish: Stored<"publish">;
  readonly upload: NonNullable<Stored<"publish">["upload"]>;
  readonly range: Range;
}

/**
 * The host of uploads: no token but the address itself, ranges in order, and nothing in its answers but their status.
 * https://developers.tiktok.com/doc/content-posting-api-reference-direct-post (2026-11). The scope takes raw bodies.
 */
export function uploadRoutes(scope: FastifyInstance, world: SandboxWorld): void {
  scope.put("/upload/video/", async (request, reply) => {
    const given = queryIn(request);
    const id = given.get("upload_id") ?? "";
    // A client that was killed may send a range again while its first request is still at work.
    const status = await inTurn(`${world.baseUrl} ${id}`, () => take(world, request, { id, token: given.get("upload_token") ?? "" }));
    return status === 502 ? reply.status(502).type("text/html").send(BAD_GATEWAY) : reply.status(status).send();
  });
}

/** The status of the answer. */
async function take(world: SandboxWorld, request: FastifyRequest, { id, token }: { readonly id: string; readonly token: string }) {
  const held = await find(world, "upload", id);
  const publish = held === null ? null : await known(world, "publish", held.publish_id);
  const upload = publish?.upload ?? null;
  if (publish === null || upload === null || upload.token !== token) return 404;
  const range = rangeIn(request.headers["content-range"]);
  if (range === null || range.last < range.first || range.last >= upload.size || range.total !== upload.size) return 416;
  // Unverified: no page says what other types are answered with.
  if (!VIDEO_TYPES.includes(request.headers["content-type"] ?? "")) return 400;
  return takeRange({ world, request, settings: await settingsOf(world), publish, upload, range });
}

async function takeRange(sent: Sent): Promise<number> {
  const { world, request, settings, publish, upload, range } = sent;
  const bytes = request.body instanceof Uint8Array ? request.body : new Uint8Array();
  if (bytes.byteLength !== range.last - range.first + 1) return 502;
  const isRepeated = settings.repeated_ranges === "taken" && fits(sent);
  // The file is complete: the same range once more does nothing.
  if (publish.received !== null) return isRepeated && range.last === upload.size - 1 ? settings.upload_done_status : 403;
  if (upload.ends_at <= world.now()) return 403;
  const session = await findUpload(world, upload.id);
  if (session === null) return 404;
  if (range.first < session.received) return isRepeated ? 206 : 416;
  if (range.first > session.received || !fits(sent)) return 416;
  const outcome = await receiveRange(world, request, { upload: upload.id, offset: range.first, bytes });
  if (outcome.kind === "lost") return 404;
  if (outcome.kind === "misplaced") return 416;
  const strike = strikeOn(request) ?? publish.strike;
  if (outcome.upload.received < upload.size) {
    await change(world, "publish", publish, { bytes: outcome.upload.received, strike });
    return 206;
  }
  return complete(sent, strike);
}

/** Whether the range is one of the chunks that were announced. */
function fits({ upload, range }: Pick<Sent, "upload" | "range">): boolean {
  const plan = { size: upload.size, chunkSize: upload.chunk_size, count: upload.count };
  return chunkBytesAt(plan, range.first) === range.last - range.first + 1;
}

/** Posting begins; nobody has to ask for it. */
async function complete({ world, request, settings, publish, upload }: Sent, strike: Stored<"publish">["strike"]): Promise<number> {
  const bytes = await finishUpload(world, upload.id);
  if (bytes === null) return 404;
  const { file, mistake } = await inspectVideo(world, bytes, settings);
  const { seconds, fails } = strike ?? { seconds: settings.video_seconds, fails: false };
  await completePublish(world, { publish, settings, arrival: { files: [file], bytes: upload.size, mistake, seconds, fails } });
  if (publish.mode === "direct") await countPost({ world, request, settings }, publish.account_id);
  return settings.upload_done_status;
}

function strikeOn(request: FastifyRequest): { seconds: number; fails: boolean } | null {
  const failing = faultOn(request, "processing-fails");
  const lasting = failing ?? faultOn(request, "processing");
  return lasting === null ? null : { seconds: lasting.seconds, fails: failing !== null };
}

function rangeIn(header: string | undefined): Range | null {
  const [, first, last, total] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(header ?? "") ?? [];
  return total === undefined ? null : { first: Number(first), last: Number(last), total: Number(total) };
}
