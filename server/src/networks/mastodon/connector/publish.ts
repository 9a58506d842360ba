import type { Account, Call, OutgoingPost, PublishOutcome } from "../../connectors/connector.ts";
import { languageOf } from "../../connectors/language.ts";
import type { Made } from "../../connectors/once/calls.ts";
import { postsBy } from "../../connectors/once/deliver.ts";
import type { Deliverable, Part as OncePart } from "../../connectors/once/visible.ts";
import { wait } from "../../connectors/wait.ts";
import { serverOf } from "./api.ts";
import { limitsFrom, readInstance } from "./limits.ts";
import { searchStatus } from "./look.ts";
import { type Part, planPost } from "./plan.ts";
import { namesOf, progressOf } from "./progress.ts";
import { bringFiles, type Upload } from "./upload.ts";
import { factsOf, forgetFiles, type StatusForm, sendStatus } from "./visible.ts";

const steps = postsBy(chainFor, sentChain);
export const { find, firstPart } = steps;

/** Publishes a post as one status or a chain of them. */
export async function publish(post: OutgoingPost, account: Account, call: Call): Promise<PublishOutcome> {
  return steps.publish(post, await upToDate(post, account, call), call);
}

/** The stored limits of the instance are read anew if they would refuse the post, before anything of it is sent. */
async function upToDate(post: OutgoingPost, account: Account, call: Call): Promise<Account> {
  const isBegun = progressOf(call.checkpoint).limits() !== null;
  if (isBegun || planPost(post, limitsFrom(account.settings)).kind !== "rejected") return account;
  const instance = await readInstance(serverOf(account, call));
  return instance === null ? account : { ...account, settings: { ...Object(account.settings), ...instance.limits } };
}

/** By the first attempt's limits, else by the stored ones. */
function chainFor(
  post: OutgoingPost,
  account: Account,
  call: Call,
): Deliverable | Extract<PublishOutcome, { kind: "rejected" | "unsuitable" }> {
  const progress = progressOf(call.checkpoint);
  const limits = progress.limits() ?? limitsFrom(account.settings);
  const plan = planPost(post, limits);
  if (plan.kind !== "parts") return plan;
  const server = serverOf(account, call);
  return {
    parts: plan.parts.map((part, index): OncePart => {
      const upload: Upload = { server, progress, limits, part, name: String(index) };
      const { name } = upload;
      return {
        names: namesOf(name),
        facts: factsOf(server),
        bring: () => bring(upload),
        async ready(before) {
          progress.setLimits(limits);
          const mediaIds = part.media.map((_, file) => progress.uploaded(name, file)?.id).filter((id) => id !== undefined);
          return sendStatus({ server, progress, name, key: `${post.key}:${index}`, form: formOf(part, { mediaIds, before, account }) });
        },
        look: ({ before, since }) => {
          const wanted = { text: part.text, mediaCount: part.media.length, hasPoll: part.poll !== null, inReplyToId: before?.id ?? null };
          return searchStatus({ server, progress, account, name }, wanted, since);
        },
        forget: () => forgetFiles(progress, name, part.media.length),
      };
    }),
    present: ([first]) => ({
      kind: "published",
      remoteId: first?.id ?? "",
      url: first?.url ?? null,
      ...(plan.note === null ? {} : { note: plan.note }),
    }),
  };
}

/** Limits are stored before the first request is sent. */
function sentChain(post: OutgoingPost, account: Account, call: Call) {
  return progressOf(call.checkpoint).limits() === null ? null : chainFor(post, account, call);
}

async function bring(upload: Upload) {
  const outcome = await bringFiles(upload);
  return outcome?.kind === "processing" ? wait(outcome.checkAfterSeconds) : outcome;
}

interface Around {
  readonly mediaIds: readonly string[];
  readonly before: Made | null;
  readonly account: Account;
}

function formOf(part: Part, { mediaIds, before, account }: Around): StatusForm {
  const language = languageOf(account.preferences);
  return {
    ...(part.text === "" ? {} : { status: part.text }),
    ...(mediaIds.length === 0 ? {} : { media_ids: mediaIds }),
    ...(part.poll === null ? {} : { poll: part.poll }),
    ...(before === null ? {} : { in_reply_to_id: before.id }),
    visibility: part.visibility,
    ...(language === null ? {} : { language }),
  };
}
