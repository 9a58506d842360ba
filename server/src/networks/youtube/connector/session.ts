import { z } from "zod";
import type { CallReply } from "../../../ground/net/net.ts";
import { askGoogle, type GoogleFailure, readGoogle } from "../../connectors/google/api.ts";
import { languageOf } from "../../connectors/language.ts";
import { isBelow, isOnDomain, secondsFor } from "../../connectors/sending.ts";
import { busy } from "../../connectors/signs.ts";
import { uploadAddress } from "./api.ts";
import { stopAfter } from "./errors.ts";
import type { VideoPlan } from "./plan.ts";
import type { Session } from "./progress.ts";
import { UPLOAD } from "./quota.ts";
import type { Halt, Work } from "./work.ts";

/** What a session says about itself. */
export type SessionState =
  /** So many bytes have arrived. */
  | { readonly kind: "at"; readonly offset: number }
  | { readonly kind: "created"; readonly id: string }
  | { readonly kind: "failed"; readonly failure: GoogleFailure };

const AGAIN_SECONDS = 15;
/** "People & Blogs", which YouTube takes itself without one: https://developers.google.com/youtube/v3/docs/videoCategories (2026-11). */
const CATEGORY = "22";

const Created = z.object({ id: z.string().min(1) });

/**
 * Opens an upload: https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol (2026-03). If the answer is lost,
 * a session is left behind that never gets a byte, and nobody sees it.
 */
export async function openSession(work: Work, plan: VideoPlan): Promise<Session | Halt> {
  const { server, call, progress, account } = work;
  const { visibility, madeForKids } = Preferences.parse(account.preferences);
  const language = languageOf(account.preferences);
  const hold = await call.spend(UPLOAD);
  if (hold !== null) return hold;
  const answer = await askGoogle(server, {
    method: "POST",
    url: uploadAddress(call, "/videos"),
    query: { uploadType: "resumable", part: "snippet,status", notifySubscribers: "true" },
    headers: { "x-upload-content-length": `${plan.video.sizeBytes}`, "x-upload-content-type": plan.video.mime },
    body: {
      snippet: {
        title: plan.title,
        description: plan.description,
        categoryId: CATEGORY,
        // Of the title and the description: https://developers.google.com/youtube/v3/docs/videos#snippet.defaultLanguage (2026-11).
        ...(language === null ? {} : { defaultLanguage: language, defaultAudioLanguage: language }),
        ...(plan.tags.length === 0 ? {} : { tags: plan.tags }),
      },
      // Without a visibility, the creator's own settings may make the video private.
      status: { privacyStatus: visibility, selfDeclaredMadeForKids: madeForKids },
    },
  });
  if (answer.kind !== "ok") return stopAfter(work, answer);
  const url = answer.headers.location ?? "";
  // The token goes nowhere else, whatever address an answer names.
  if (!isBelow(url, call.host("upload")) && !isOnDomain(url, "googleapis.com"))
    return busy("YouTube: the answer names no address for the video.", AGAIN_SECONDS);
  const session: Session = { url, at: call.now(), visibility };
  await progress.setSession(session);
  return session;
}

const Preferences = z.object({ visibility: z.string(), madeForKids: z.boolean() });

/** Sends the bytes from here to there. */
export function sendPart(work: Work, url: string, { file, from, to }: { file: Blob; from: number; to: number }): Promise<SessionState> {
  const part = file.slice(from, to, file.type || "application/octet-stream");
  return put(work, url, { range: `bytes ${from}-${to - 1}/${file.size}`, size: file.size, body: part });
}

/** Asks how many bytes have arrived. */
export function probe(work: Work, url: string, size: number): Promise<SessionState> {
  return put(work, url, { range: `bytes */${size}`, size, body: new Blob([]) });
}

interface Put {
  readonly range: string;
  readonly size: number;
  readonly body: Blob;
}

/** Bytes that do not join exactly those that are there are not kept, so a doubt about them is settled by asking, never by guessing. */
async function put({ server: { token, reach } }: Work, url: string, { range, size, body }: Put): Promise<SessionState> {
  const reply = await reach.net.call({
    method: "PUT",
    url,
    headers: {
      authorization: `Bearer ${token}`,
      "content-range": range,
      ...(body.size === 0 ? {} : { "content-type": body.type }),
    },
    body,
    timeoutSeconds: secondsFor(body.size),
    signal: reach.signal,
  });
  // Not a redirect here, though it has the number of one.
  if (reply.kind === "answered" && reply.status === 308) return offsetIn(reply, size);
  const read = readGoogle(reply, reach);
  if (read.kind !== "ok") return { kind: "failed", failure: read };
  const created = Created.safeParse(read.body);
  if (!created.success) return { kind: "failed", failure: { kind: "lost", reason: "the answer names no video" } };
  return { kind: "created", id: created.data.id };
}

/** Without a range, nothing has arrived. */
function offsetIn({ headers }: Extract<CallReply, { kind: "answered" }>, size: number): SessionState {
  const range = headers.range;
  if (range === undefined) return { kind: "at", offset: 0 };
  const last = /^bytes=0-(\d+)$/.exec(range.trim())?.[1];
  const offset = Number(last) + 1;
  return last !== undefined && offset <= size
    ? { kind: "at", offset }
    : { kind: "failed", failure: { kind: "lost", reason: "the answer does not say which bytes have arrived" } };
}
