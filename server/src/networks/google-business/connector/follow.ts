import { secondsBetween } from "@rostrum/contract/formats.ts";
import { waitAsked } from "../../connectors/api.ts";
import type { Published, PublishOutcome } from "../../connectors/connector.ts";
import type { GoogleFailure } from "../../connectors/google/api.ts";
import { busy, type Stop } from "../../connectors/signs.ts";
import { type Wait, wait } from "../../connectors/wait.ts";
import { reasonFor, signOf, stopAfter } from "./errors.ts";
import { LocalPost } from "./local-post.ts";
import { addPhotos, photoNotes } from "./photos.ts";
import type { Created, Decided } from "./progress.ts";
import { ask } from "./server.ts";
import { MISSING_MAX, READ_EVERY_SECONDS, READS_SECONDS } from "./unverified.ts";
import type { Work } from "./work.ts";

export type Followed = Published | Wait | Extract<PublishOutcome, { kind: "rejected" | "notAsked" }>;

const ASK_AGAIN_SECONDS = 60;
/** How long a post is waited for that is live without an address. */
const ADDRESS_SECONDS_MAX = 900;
/** https://support.google.com/business/answer/7213077 (2026-07). Nothing in the API says what was wrong. */
const REFUSED =
  "Google rejected the post (content policy), without saying what is wrong with it. A phone number in the text is enough: " +
  "https://support.google.com/business/answer/7213077";
/** A picture that Google does not get after it has taken the post: https://github.com/trypostit/trypost/pull/270 (2026-08). */
const REFUSED_WITH_PICTURE = `${REFUSED}. Or it could not fetch the picture from this service.`;
const MISSING = "Google no longer has the post: somebody removed it before it was live.";

/**
 * Goes on with a post that Google has: that it was taken does not mean that readers will see it. `known` is what Google has just said
 * about it, if it has. Photos come after the decision, so that a rejected post leaves nothing behind.
 */
export async function follow(work: Work, created: Created, known: LocalPost | null): Promise<Followed> {
  const decided = work.progress.decided() ?? (await decision(work, created, known));
  if ("kind" in decided) return decided;
  if (decided.state === "refused") return { kind: "rejected", reason: decided.reason };
  const photos = work.call.isStopped ? null : await addPhotos(work, decided);
  if (photos !== null) return photos;
  const { notes: planned, becomes, joined } = work.plan;
  const notes = [...planned, ...photoNotes(work)];
  return {
    kind: "published",
    remoteId: created.id,
    url: decided.url,
    ...(becomes === null ? {} : { postType: becomes }),
    ...(joined === null ? {} : { text: joined }),
    ...(notes.length === 0 ? {} : { note: notes.join(" ") }),
  };
}

type AskedAgain =
  /** It still is, or Google no longer has it. */
  { readonly kind: "refused" } | { readonly kind: "read"; readonly post: LocalPost } | { readonly kind: "stop"; readonly outcome: Stop };

/** What Google says by now of a post that it had refused: somebody may have mended it there. */
export async function askAgain(work: Work, created: Pick<Created, "id">): Promise<AskedAgain> {
  const read = await readPost(work, created);
  if (read.kind === "failed") return { kind: "stop", outcome: stopAfter(read.failure, work.call) };
  if (read.kind === "unreadable") return { kind: "stop", outcome: busy(UNREADABLE, ASK_AGAIN_SECONDS) };
  return read.kind === "missing" || read.post.state === "REJECTED" ? { kind: "refused" } : read;
}

async function decision(work: Work, created: Created, known: LocalPost | null): Promise<Decided | Wait | NotAsked> {
  const read: Read = known === null ? await readPost(work, created) : { kind: "read", post: known };
  if (read.kind === "failed" || read.kind === "unreadable") return notAsked(read);
  const { progress, call } = work;
  const age = secondsBetween(created.at, call.now());
  if (read.kind === "missing") {
    if ((await progress.strike("missing")) < MISSING_MAX) return nextRead(age);
    return decide(work, { state: "refused", reason: MISSING });
  }
  const { state, searchUrl, media } = read.post;
  if (state === "REJECTED") return decide(work, { state: "refused", reason: work.plan.picture === null ? REFUSED : REFUSED_WITH_PICTURE });
  const url = searchUrl ? searchUrl : null;
  if (state !== "LIVE" || (url === null && age < ADDRESS_SECONDS_MAX)) return nextRead(age);
  const pictures = (media ?? []).flatMap(({ name }) => name ?? []);
  return decide(work, { state: "live", url, at: call.now(), pictures });
}

type NotAsked = Extract<PublishOutcome, { kind: "notAsked" }>;
type Unread = { readonly kind: "failed"; readonly failure: GoogleFailure } | { readonly kind: "unreadable" };
type Read = { readonly kind: "read"; readonly post: LocalPost } | { readonly kind: "missing" } | Unread;

async function readPost({ server, location }: Work, { id }: Pick<Created, "id">): Promise<Read> {
  // By the account through which the location is reached by now.
  const answer = await ask(server, { method: "GET", path: `/${location}${id.slice(id.indexOf("/localPosts/"))}` });
  if (answer.kind !== "ok") return signOf(answer) === "gone" ? { kind: "missing" } : { kind: "failed", failure: answer };
  const post = LocalPost.safeParse(answer.body);
  return post.success ? { kind: "read", post: post.data } : { kind: "unreadable" };
}

const UNREADABLE = "Google: the state of the post cannot be read.";

/** Whatever keeps Google from telling says nothing about the post, which readers may see. */
function notAsked(read: Unread): NotAsked {
  if (read.kind === "unreadable") return { kind: "notAsked", reason: UNREADABLE, retryAfterSeconds: ASK_AGAIN_SECONDS };
  const { retryAfterSeconds = 0 } = waitAsked(read.failure);
  return { kind: "notAsked", reason: reasonFor(read.failure), retryAfterSeconds: Math.max(ASK_AGAIN_SECONDS, retryAfterSeconds) };
}

async function decide({ progress }: Work, decided: Decided): Promise<Decided> {
  await progress.setDecided(decided);
  return decided;
}

/** Google names no time for its decision. */
function nextRead(age: number): Wait {
  const next = READS_SECONDS.find((seconds) => seconds > age) ?? age + READ_EVERY_SECONDS;
  return wait(next - age);
}
