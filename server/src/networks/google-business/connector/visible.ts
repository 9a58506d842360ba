import type { GoogleFailure } from "../../connectors/google/api.ts";
import type { Json } from "../../connectors/json.ts";
import type { Send } from "../../connectors/once/visible.ts";
import { busy, type Stop } from "../../connectors/signs.ts";
import { TOPIC } from "./alike.ts";
import { doubtAfter, reasonFor, signOf, stopAfter } from "./errors.ts";
import { LocalPost } from "./local-post.ts";
import { ask } from "./server.ts";
import { FETCHES_MAX } from "./unverified.ts";
import type { Work } from "./work.ts";

/** Less time than Google takes now and then would make outcomes unknown for nothing. */
const TIMEOUT_SECONDS = 60;
const FETCH_AGAIN_SECONDS = 60;

/** The one call that readers notice. Google knows no idempotency key for posts. */
export function sendPost(work: Work, see: (post: LocalPost) => void): Send {
  const { server, call, location } = work;
  return async () => {
    const request = { method: "POST", path: `/${location}/localPosts`, body: bodyOf(work), timeoutSeconds: TIMEOUT_SECONDS } as const;
    const answer = await ask(server, request);
    if (answer.kind !== "ok") return doubtAfter(answer, call) ?? { kind: "refused", halt: await refused(work, answer) };
    const made = LocalPost.safeParse(answer.body).data;
    if (made === undefined) return { kind: "doubtful", reason: "Google: the answer does not name the post." };
    see(made);
    return { kind: "made", made: { id: made.name, url: null, at: call.now() } };
  };
}

function bodyOf({ plan: { summary, picture, link }, language }: Work): Json {
  return {
    ...(language === null ? {} : { languageCode: language }),
    ...(summary.trim() === "" ? {} : { summary }),
    topicType: TOPIC,
    ...(link === null ? {} : { callToAction: { actionType: "LEARN_MORE", url: link } }),
    ...(picture === null ? {} : { media: [{ mediaFormat: "PHOTO", sourceUrl: picture.url() }] }),
  };
}

async function refused({ progress, call }: Work, failure: GoogleFailure): Promise<Stop> {
  if (signOf(failure) !== "unfetched") return stopAfter(failure, call);
  const reason = `${reasonFor(failure)}. Google fetches the picture from this service, which has to be reachable from outside.`;
  return (await progress.strike("unfetched")) < FETCHES_MAX ? busy(reason, FETCH_AGAIN_SECONDS) : { kind: "rejected", reason };
}
