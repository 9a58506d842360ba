import { z } from "zod";
import type { OutgoingPost, Published } from "../../connectors/connector.ts";
import { versionProblem } from "../../connectors/meta/facebook-hosts.ts";
import type { Made } from "../../connectors/once/calls.ts";
import { postsBy } from "../../connectors/once/deliver.ts";
import type { Deliverable, Halt, OnceFacts } from "../../connectors/once/visible.ts";
import { bringContainer, makeContainers } from "./container.ts";
import { LIST_LATE_SECONDS, STATUS_AFTER_SECONDS, STATUS_APART_SECONDS } from "./facts.ts";
import { lookUp } from "./look.ts";
import { isUnnamed, partName } from "./placeholder.ts";
import { type Part, type Plan, planPost } from "./plan.ts";
import { namesOf, progressOf } from "./progress.ts";
import { quotaStop } from "./quota.ts";
import { ask, type Session, sessionOf } from "./session.ts";
import { forgetContainer, release } from "./visible.ts";
import type { Run, Stop } from "./work.ts";

/** An operator has to change the setting and start the service again. */
const VERSION_RETRY_SECONDS = 3600;

const FACTS: OnceFacts = {
  network: "Instagram",
  looksSeconds: () => [0, LIST_LATE_SECONDS],
  hiddenSeconds: [0, STATUS_AFTER_SECONDS],
  betweenSeconds: STATUS_APART_SECONDS,
  // Refusals that do not say whether the container was published are waited out.
  faultsMax: Number.POSITIVE_INFINITY,
};

/**
 * Publishes a post from its container, or several stories one after the other. All files are with the network and ready before the first of
 * them becomes visible.
 */
export const { publish, find, firstPart } = postsBy((post, account, call) => {
  const plan = planPost(post);
  return plan.kind === "parts" ? partsFor(post, plan, { session: sessionOf(account, call), progress: progressOf(call.checkpoint) }) : plan;
});

interface Step {
  readonly part: Part;
  readonly name: string;
  /** Its container, asked once a step. */
  bring(): ReturnType<typeof bringContainer>;
}

function partsFor(post: OutgoingPost, { parts, note }: Extract<Plan, { kind: "parts" }>, run: Run): Deliverable {
  const { progress } = run;
  const steps = parts.map((part, index): Step => {
    const name = partName(index);
    return { part, name, bring: once(() => bringContainer(run, part, name)) };
  });
  const left = steps.filter(({ name }) => progress.made(name) === null);
  const quota = once(() => quotaStop(run.session, left.length));
  return {
    startOver: () => progress.forgetFailures(),
    begin: () => begin(run, left, quota),
    parts: steps.map(({ part, name, bring }, index) => ({
      names: namesOf(name),
      facts: FACTS,
      async bring() {
        const container = await bring();
        return "kind" in container ? container : null;
      },
      async ready() {
        // If the others do not get through, the entry says where the first is.
        if (index === 1) await findAddress(run);
        const container = await bring();
        if ("kind" in container) return container;
        // The files may have been processed for hours.
        return (await quota()) ?? release(run, { part: name, container });
      },
      look: (looking) => lookUp(run, part, name, looking),
      forget: () => forgetContainer(run, name),
    })),
    present: ([first]) => publishedAs(run, first, { post, parts, note }),
  };
}

/** Makes all containers, so that the network processes them side by side. */
async function begin(run: Run, left: readonly Step[], quota: () => Promise<Stop | null>): Promise<Halt | null> {
  const { session, progress } = run;
  const problem = versionProblem(session.call);
  if (problem !== null) return { kind: "busy", reason: problem, retryAfterSeconds: VERSION_RETRY_SECONDS, scope: "channel" };
  const isNew = left.length > 0 && left.every(({ name }) => progress.container(name) === null);
  const early = isNew ? await quota() : null;
  if (early !== null) return early;
  for (const { part, name } of left) {
    const stop = await makeContainers(run, part, name);
    if (stop !== null) return stop;
  }
  return null;
}

interface Finished {
  readonly post: OutgoingPost;
  readonly parts: readonly Part[];
  readonly note: string | null;
}

/** Several stories are identified by the first. */
async function publishedAs({ session }: Run, first: Made | undefined, { post, parts, note }: Finished): Promise<Published> {
  const { id, url } = first ?? { id: "", url: null };
  const isReel = parts[0]?.kind === "reel" && post.type !== "REEL";
  return {
    kind: "published",
    remoteId: id,
    url: url ?? (await permalinkOf(session, id)),
    ...(isReel ? { postType: "REEL" } : {}),
    ...(note === null ? {} : { note }),
  };
}

/** Stores the address of the first story, if it can be read. */
async function findAddress({ session, progress }: Run): Promise<void> {
  const first = progress.made(partName(0));
  if (first === null || first.url !== null) return;
  const url = await permalinkOf(session, first.id);
  if (url !== null) await progress.setMade(partName(0), { ...first, url });
}

const Permalink = z.object({ permalink: z.string().nullish() });

/** A link that cannot be read does not make a published post a failed one. */
async function permalinkOf(session: Session, id: string): Promise<string | null> {
  if (isUnnamed(id)) return null;
  const reply = await ask(session, { method: "GET", path: encodeURIComponent(id), fields: { fields: "permalink" } });
  return reply.kind === "ok" ? (Permalink.safeParse(reply.body).data?.permalink ?? null) : null;
}

function once<T>(act: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= act();
    return result;
  };
}
