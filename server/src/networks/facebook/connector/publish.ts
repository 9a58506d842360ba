import type { Account, Call, Located, OutgoingPost, Published } from "../../connectors/connector.ts";
import { versionProblem } from "../../connectors/meta/facebook-hosts.ts";
import { type Made, recordOf } from "../../connectors/once/calls.ts";
import { postsBy } from "../../connectors/once/deliver.ts";
import type { Deliverable, Halt, OnceFacts, Part } from "../../connectors/once/visible.ts";
import { pending } from "../../connectors/wait.ts";
import { forgetCounts } from "./errors.ts";
import { POST, readyFeed, showFeed } from "./feed.ts";
import { searchFeed } from "./look.ts";
import { type Page, pageOf } from "./page.ts";
import { type Plan, planPost, textOf } from "./plan.ts";
import { namesOf, namesOfVideo, type Shown } from "./progress.ts";
import { isVideoStory, lookUpStory, readyStory, type Story, shownStory, storyPart } from "./story.ts";
import { awaitPublished, type Going, lookUpVideo, readyVideo } from "./video.ts";

const VERSION_RETRY_SECONDS = 3600;
/** Unverified: how long after a call its post can be missing from what the network lists. */
const SETTLED_SECONDS = 15 * 60;

export const FACTS: OnceFacts = {
  network: "Facebook",
  looksSeconds: () => [0, SETTLED_SECONDS],
  // Refusals that came with posts that were live are waited out, or are its last word.
  faultsMax: Number.POSITIVE_INFINITY,
};

/** Publishes a post. Whatever can be made ready without anybody seeing it comes first; one call then makes it visible. */
export const { publish, find } = postsBy(deliverableOf);

/** The first of a series of stories, if readers see it. */
export function firstPart(post: OutgoingPost, account: Account, call: Call): Located | null {
  const shown = pageOf(account, call).progress.made(planPost(post).kind === "stories" ? storyPart(0) : POST);
  return shown === null ? null : { remoteId: shown.id, url: shown.url };
}

function deliverableOf(post: OutgoingPost, account: Account, call: Call) {
  const plan = planPost(post);
  if (plan.kind === "rejected" || plan.kind === "unsuitable") return plan;
  const page = pageOf(account, call);
  const { parts, shown } = partsOf(page, plan);
  return {
    startOver: () => forgetCounts(page, plan.kind === "stories" ? plan.media.map((_, index) => storyPart(index)) : [POST]),
    async begin() {
      const problem = versionProblem(call);
      return problem === null ? null : { kind: "busy", reason: problem, retryAfterSeconds: VERSION_RETRY_SECONDS, scope: "channel" };
    },
    parts,
    async present(made) {
      const result = await shown(made);
      if ("kind" in result) return result.kind === "wait" ? pending("maybe", result) : result;
      return publishedAs(page, result, { post, plan });
    },
  } satisfies Deliverable;
}

type Sendable = Exclude<Plan, { kind: "rejected" | "unsuitable" }>;

interface Parts {
  readonly parts: readonly Part[];
  /** What readers see of the first, once all are published. */
  shown(made: readonly Made[]): Promise<Shown | Going>;
}

function partsOf(page: Page, plan: Sendable): Parts {
  if (plan.kind === "stories") return storiesOf(page, plan);
  if (plan.kind === "feed") {
    const part: Part = {
      names: namesOf(POST),
      facts: FACTS,
      ready: () => readyFeed(page, plan),
      look: (looking) => searchFeed(page, plan, looking),
    };
    return { parts: [part], shown: ([made]) => showFeed(page, made ?? NOTHING) };
  }
  const part: Part = {
    names: namesOfVideo(POST),
    facts: FACTS,
    ready: (_before, earlier) => readyVideo(page, plan, earlier),
    look: (looking) => lookUpVideo(page, plan, looking),
  };
  return { parts: [part], shown: ([made]) => awaitPublished(page, plan, made ?? NOTHING) };
}

/** A post without parts, which there is none. */
const NOTHING = { id: "", url: null, at: null } as const;

/** One after the other, as readers see them. */
function storiesOf(page: Page, { media }: Extract<Plan, { kind: "stories" }>): Parts {
  const names = media.map((_, index) => storyPart(index));
  const stories = media.map((medium, index): Story => {
    const part = storyPart(index);
    return { medium, part, others: names.filter((name) => name !== part) };
  });
  const shown = async (index: number): Promise<Shown | Halt> => {
    const story = stories[index];
    const made = story === undefined ? null : recordOf(page.call.checkpoint, namesOfStory(story)).made();
    return story === undefined || made === null ? NOTHING : shownStory(page, story, made);
  };
  const parts = stories.map(
    (story, index): Part => ({
      names: namesOfStory(story),
      facts: FACTS,
      async ready(_before, earlier) {
        const before = index === 0 ? null : await shown(index - 1);
        return before !== null && "kind" in before ? before : readyStory(page, story, earlier);
      },
      look: (looking) => lookUpStory(page, story, looking),
    }),
  );
  return {
    parts,
    async shown() {
      const last = await shown(stories.length - 1);
      return "kind" in last ? last : shown(0);
    },
  };
}

function namesOfStory(story: Story) {
  return isVideoStory(story) ? namesOfVideo(story.part) : namesOf(story.part);
}

/** A series of stories goes by the first. */
function publishedAs(
  { progress }: Page,
  { id, url }: Shown,
  { post, plan }: { readonly post: OutgoingPost; readonly plan: Sendable },
): Published {
  const notes = [plan.note, progress.note("card"), progress.note("collaborators")];
  const note = notes.filter((one) => one !== null).join(" ");
  const text = textOf(post);
  return {
    kind: "published",
    remoteId: id,
    url,
    ...(plan.kind === "reel" ? { postType: "REEL" } : {}),
    ...(plan.kind !== "stories" && text !== post.text ? { text } : {}),
    ...(note === "" ? {} : { note }),
  };
}
