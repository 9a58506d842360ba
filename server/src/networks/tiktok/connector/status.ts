import { z } from "zod";
import type { Server } from "../../connectors/api.ts";
import { ask, type Failure } from "./api.ts";

/** What TikTok says about an order. */
export interface State {
  readonly kind: "read";
  readonly status: "processing" | "inbox" | "published" | "failed";
  /** TikTok's word for why it failed. */
  readonly failure: string;
  /** Of public posts, once they are reviewed; as text, since they exceed 2^53. */
  readonly ids: readonly string[];
  /** How many bytes of the video have arrived; null if it does not say. */
  readonly bytesArrived: number | null;
}

const Form = z.object({
  status: z.string(),
  fail_reason: z.string().nullish(),
  // Spelled so by TikTok.
  publicaly_available_post_id: z.array(z.union([z.string(), z.int().transform(String)])).nullish(),
  uploaded_bytes: z.coerce.number().int().nonnegative().nullish().catch(null),
});

const STATUSES: Readonly<Record<string, State["status"]>> = {
  SEND_TO_USER_INBOX: "inbox",
  PUBLISH_COMPLETE: "published",
  FAILED: "failed",
};

/** https://developers.tiktok.com/doc/content-posting-api-reference-get-video-status (2026-11). */
export async function readState(server: Server, publish: string): Promise<State | Failure> {
  const answer = await ask(server, { method: "POST", path: "/v2/post/publish/status/fetch/", body: { publish_id: publish } });
  if (answer.kind !== "ok") return answer;
  const read = Form.safeParse(answer.data);
  if (!read.success) return { kind: "lost", reason: "the state of the post cannot be read" };
  const { status, fail_reason, publicaly_available_post_id: ids, uploaded_bytes } = read.data;
  return {
    kind: "read",
    status: STATUSES[status] ?? "processing",
    failure: fail_reason ?? "",
    ids: (ids ?? []).filter((id) => /^\d+$/.test(id)),
    bytesArrived: uploaded_bytes ?? null,
  };
}
