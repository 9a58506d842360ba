import { addSeconds, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { type Asked, type Call, readBody } from "./calls.ts";
import { find, type Stored } from "./model.ts";
import { isPublic, stateOf } from "./publishes.ts";
import { refusal } from "./refusals.ts";

const Question = z.object({ publish_id: z.string().min(1) });

/** https://developers.tiktok.com/doc/content-posting-api-reference-get-video-status (2026-11) */
export const STATUS_CALLS: readonly Call[] = [
  {
    method: "POST",
    path: "/v2/post/publish/status/fetch/",
    rate: "status",
    scopes: ["video.publish", "video.upload"],
    codesWith200: ["invalid_publish_id", "token_not_authorized_for_specified_publish_id"],
    run: fetchStatus,
  },
];

async function fetchStatus(asked: Asked): Promise<Record<string, unknown>> {
  const { world, account, clientId, settings } = asked;
  const { publish_id } = readBody(asked, Question);
  const publish = await find(world, "publish", publish_id);
  const { publish_id_seconds: keptSeconds } = settings;
  const isForgotten = publish !== null && keptSeconds !== null && addSeconds(publish.createdAt, keptSeconds) <= world.now();
  if (publish === null || isForgotten) throw refusal(400, "invalid_publish_id", "The publish_id does not exist.");
  if (publish.account_id !== account.id || publish.client_id !== clientId) {
    const message = "The access_token does not have authorization for this publish_id.";
    throw refusal(400, "token_not_authorized_for_specified_publish_id", message);
  }
  return statusOf(asked, publish);
}

function statusOf({ world, settings }: Asked, publish: Stored<"publish">): Record<string, unknown> {
  const { received, source, bytes } = publish;
  const state = stateOf(world, publish);
  if (state === "failed") return { status: "FAILED", fail_reason: received?.fail_reason };
  if (state === "inbox") return { status: "SEND_TO_USER_INBOX" };
  // The misspelling is TikTok's. The list is empty for posts that are not public, and for public ones until they are moderated.
  if (state === "complete") return { status: "PUBLISH_COMPLETE", publicaly_available_post_id: idsOf({ world, settings }, publish) };
  if (source === "url") return { status: "PROCESSING_DOWNLOAD", downloaded_bytes: bytes };
  return { status: "PROCESSING_UPLOAD", ...(settings.uploaded_bytes === "exact" ? { uploaded_bytes: bytes } : {}) };
}

function idsOf({ world, settings }: Pick<Asked, "world" | "settings">, publish: Stored<"publish">): bigint[] {
  if (!isPublic(world, publish)) return [];
  const { processing, post_id, second_id } = publish.received;
  if (addSeconds(toInstant(processing.ready_at), settings.ids_after_seconds) > world.now()) return [];
  return [post_id, second_id].filter((id) => id !== null).map(BigInt);
}
