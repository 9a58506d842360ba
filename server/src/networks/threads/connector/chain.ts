import { z } from "zod";
import { serverOf } from "../../connectors/api.ts";
import type { Account, Call, Published } from "../../connectors/connector.ts";
import { type Calls, type Made, recordOf } from "../../connectors/once/calls.ts";
import type { Deliverable, Doubted, Halt, OnceFacts, Part, Send } from "../../connectors/once/visible.ts";
import { ask } from "./api.ts";
import { readyContainer } from "./container.ts";
import { lookUp } from "./look.ts";
import { isPlaceholder } from "./placeholder.ts";
import type { Piece, Plan } from "./plan.ts";
import { namesOf, type Progress, progressOf } from "./progress.ts";
import { quotaHold } from "./quota.ts";
import { BETWEEN_LOOKS_SECONDS, HIDDEN_SECONDS, LIST_DELAY_SECONDS } from "./unverified.ts";
import { publishContainer } from "./visible.ts";
import type { Parent, Work } from "./work.ts";

type Pieces = Extract<Plan, { kind: "pieces" }>;
type Base = Pick<Work, "server" | "call" | "progress">;

interface Around {
  readonly account: Account;
  readonly call: Call;
  /** What the first one replies to. */
  readonly replyTo: string | null;
}

const FACTS: OnceFacts = {
  network: "Threads",
  // A container that Threads says it does not have was only refused, which is checked.
  looksSeconds: ({ open, silences }) => (open === "fault" && silences === 0 ? [0] : [0, LIST_DELAY_SECONDS]),
  hiddenSeconds: [0, HIDDEN_SECONDS],
  betweenSeconds: BETWEEN_LOOKS_SECONDS,
  // The profile was searched, so that a container which is made anew is a try like any other.
  faultsMax: Number.POSITIVE_INFINITY,
};

/** A chain of pieces, each a reply to the one before. It is known by its first post. */
export function chainOf({ pieces, note }: Pieces, { account, call, replyTo }: Around): Deliverable {
  const base = { server: serverOf(account, call), call, progress: progressOf(call.checkpoint) };
  const parentOf = (index: number): Parent | null => {
    const idOf = (at: number) => (at < 0 ? replyTo : (madeOf(base, pieces[at])?.id ?? null));
    const id = idOf(index - 1);
    return id === null ? null : { id, piece: pieces[index - 1] ?? null, grandparentId: idOf(index - 2) };
  };
  return {
    parts: pieces.map(
      (piece, index): Part => ({
        names: namesOf(piece.name),
        facts: FACTS,
        async ready(_before, earlier) {
          // If the others do not get through, the entry says where the first is.
          if (index === 1) await findAddress(base, pieces[0]);
          return ready({ ...base, piece, parent: parentOf(index) }, earlier);
        },
        look: (looking) => lookUp({ ...base, piece, parent: parentOf(index) }, looking),
        async forget() {
          if (base.progress.state(piece.name).container !== null) await base.progress.renew(piece.name);
        },
      }),
    ),
    present: () => publishedAs(base, pieces[0], note),
    async startOver() {
      for (const { name } of pieces) await forgetStrikes(base.progress, name);
    },
  };
}

async function ready(work: Work, earlier: Calls | null): Promise<Send | Halt | Doubted> {
  const { server, progress, piece, parent } = work;
  if (parent !== null && isPlaceholder(parent.id)) return NO_PARENT;
  const container = await readyContainer(work, earlier);
  if ("kind" in container) return container;
  if (progress.state(piece.name).isOverQuota) {
    const hold = await quotaHold(server, parent === null ? "posts" : "replies");
    if (hold !== null) return hold;
    await progress.change(piece.name, { isOverQuota: false });
  }
  return publishContainer(work, container);
}

/** What is tried a few times only is counted anew. */
async function forgetStrikes(progress: Progress, piece: string): Promise<void> {
  const { strikes } = progress.state(piece);
  const changed = { ...strikes, unfetched: 0, parent: 0, restricted: 0 };
  if (JSON.stringify(changed) !== JSON.stringify(strikes)) await progress.change(piece, { strikes: changed });
}

async function publishedAs(base: Base, first: Piece | undefined, note: string | null): Promise<Published> {
  await findAddress(base, first);
  const { id, url } = madeOf(base, first) ?? { id: "", url: null };
  const notes = [note, isPlaceholder(id) ? ID_UNKNOWN : null].filter((text) => text !== null);
  return { kind: "published", remoteId: id, url, ...(notes.length === 0 ? {} : { note: notes.join(" ") }) };
}

const NO_PARENT = { kind: "rejected", reason: "Threads published the part before, but does not show under which id." } as const;
const ID_UNKNOWN = "Threads says that it published the post, but does not show it in the profile's list: it has no counts here.";

const Media = z.object({ permalink: z.string().nullish() });

/** Stores the address of the first post. Only for people: one whose address cannot be read is published all the same. */
async function findAddress(base: Base, first: Piece | undefined): Promise<void> {
  const made = madeOf(base, first);
  if (first === undefined || made === null || made.url !== null || isPlaceholder(made.id)) return;
  const answer = await ask(base.server, { method: "GET", path: `/${made.id}`, fields: { fields: "id,permalink" } });
  const url = (answer.kind === "ok" ? Media.safeParse(answer.body).data?.permalink : null) ?? null;
  if (url !== null) await recordOf(base.call.checkpoint, namesOf(first.name)).setMade({ ...made, url });
}

function madeOf({ call }: Base, piece: Piece | undefined): Made | null {
  return piece === undefined ? null : recordOf(call.checkpoint, namesOf(piece.name)).made();
}
