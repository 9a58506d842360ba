import { secondsBetween } from "@rostrum/contract/formats.ts";
import { serverOf } from "../../connectors/api.ts";
import type { Account, Call, Published } from "../../connectors/connector.ts";
import type { Made } from "../../connectors/once/calls.ts";
import type { Deliverable, Halt, OnceFacts, Part, Send } from "../../connectors/once/visible.ts";
import { wait } from "../../connectors/wait.ts";
import { searchPost } from "./look.ts";
import type { Piece, Plan } from "./plan.ts";
import { postPrice } from "./prices.ts";
import { namesOf, progressOf } from "./progress.ts";
import { settingsOf } from "./settings.ts";
import { LOOK_AFTER_REFUSAL_SECONDS, LOOK_AFTER_SECONDS, PARENT_REST_SECONDS } from "./unverified.ts";
import { bringFiles } from "./upload.ts";
import { sendPost } from "./visible.ts";
import { addressOf, type Work } from "./work.ts";

type Pieces = Extract<Plan, { kind: "pieces" }>;

interface Around {
  readonly account: Account;
  readonly call: Call;
  /** What the first one replies to. */
  readonly replyTo: string | null;
}

const FACTS: OnceFacts = {
  network: "X",
  // A first request that was refused is only checked.
  looksSeconds: ({ isRefused, silences }) =>
    isRefused ? (silences > 0 ? LOOK_AFTER_REFUSAL_SECONDS : LOOK_AFTER_SECONDS.slice(0, 1)) : LOOK_AFTER_SECONDS,
};

/** A chain of posts, each a reply to the one before. It is known by its first post. */
export function chainOf({ pieces, note, lengthMax }: Pieces, { account, call, replyTo }: Around): Deliverable {
  const progress = progressOf(call.checkpoint);
  const settings = settingsOf(account.settings);
  const base = { server: serverOf(account, call), call, progress, settings, account };
  const workOn = (piece: Piece, before: Made | null): Work => ({ ...base, piece, parentId: before?.id ?? replyTo });
  return {
    parts: pieces.map(
      (piece): Part => ({
        names: namesOf(piece.name),
        facts: FACTS,
        bring: () => bringFiles(workOn(piece, null)),
        ready: (before) => ready(workOn(piece, before), before, lengthMax),
        look: settings.canLookUp === false ? { blind: CANNOT_LOOK } : (looking) => searchPost(workOn(piece, looking.before), looking),
      }),
    ),
    present: (made) => publishedAs(base, made, { pieces, note }),
    startOver: () => progress.forgetStrikes(),
  };
}

const CANNOT_LOOK = "its posts cannot be looked up with the application's plan";

async function ready(work: Work, before: Made | null, lengthMax: number): Promise<Send | Halt> {
  const { call, piece, progress } = work;
  // Until the post before can be replied to.
  const rest = before?.at == null ? 0 : PARENT_REST_SECONDS - secondsBetween(before.at, call.now());
  if (rest > 0) return wait(rest);
  const hold = await call.spend(postPrice(piece.text));
  if (hold !== null) return hold;
  progress.noteLengthMax(lengthMax);
  return sendPost(work);
}

function publishedAs(
  work: Omit<Work, "piece" | "parentId">,
  [first]: readonly Made[],
  { pieces, note }: Pick<Pieces, "pieces" | "note">,
): Published {
  const id = first?.id ?? "";
  const isUndescribed = pieces.some(({ name, media }) => media.some((_, index) => work.progress.upload(name, index)?.alt === "failed"));
  const notes = [note, isUndescribed ? "X did not take the alternative text." : null].filter((text) => text !== null);
  return { kind: "published", remoteId: id, url: addressOf(work, id), ...(notes.length === 0 ? {} : { note: notes.join(" ") }) };
}
