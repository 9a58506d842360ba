import { z } from "zod";
import { IsoMicros, PlainDateTimeText } from "../formats.ts";
import { privateOperation } from "../operation.ts";
import { BESIDE_OTHER_ISSUES, Id } from "../text.ts";
import { BrandIdPath } from "./brands.ts";
import { Moment } from "./fields.ts";

/** As many posts as somebody can choose at a time. */
export const MOVES_MAX = 500;
const SHIFT_DAYS_MAX = 3650;

/** What a person saw: a post that was changed since is not touched. */
const seen = {
  postId: Id,
  updatedAt: Moment.meta({ description: "As it was shown. If the post has been changed since, nothing is moved." }),
};

const fields = {
  local: ["DATE"],
  at: ["DATE"],
  days: ["DAYS"],
  position: ["QUEUE"],
  before: ["QUEUE"],
} as const;

/** Where one post goes. */
export const Move = z
  .object({
    ...seen,
    to: z.enum(["DATE", "DAYS", "QUEUE", "DRAFT"]).meta({ description: "`DAYS`: from its date, which becomes its own." }),
    local: PlainDateTimeText.optional().meta({ description: "`DATE`: on the brand's clock." }),
    at: Moment.optional().meta({ description: "`DATE`: the same as a moment; needed where the clock shows a time twice." }),
    days: z.int().min(-SHIFT_DAYS_MAX).max(SHIFT_DAYS_MAX).optional().meta({ description: "`DAYS`: the time of day stays." }),
    position: z.enum(["FRONT", "BACK"]).optional().meta({ description: "`QUEUE`: which end." }),
    before: Id.optional().meta({ description: "`QUEUE`: the post of the same collection that is next behind it." }),
  })
  .superRefine((move, context) => {
    const refuse = (field: string, sentence: string) => context.addIssue({ code: "custom", path: [field], params: { sentence } });
    for (const [field, places] of Object.entries(fields)) {
      const isGiven = move[field as keyof typeof fields] !== undefined;
      if (isGiven && !(places as readonly string[]).includes(move.to)) refuse(field, `is only allowed with ${places.join(" or ")}`);
    }
    if (move.to === "DATE" && (move.local === undefined) === (move.at === undefined)) refuse("local", "must be given, or at, but not both");
    if (move.to === "DAYS" && move.days === undefined) refuse("days", "is required with DAYS");
    if (move.to === "QUEUE" && (move.position === undefined) === (move.before === undefined)) {
      refuse("position", "must be given, or before, but not both");
    }
  }, BESIDE_OTHER_ISSUES);
export type Move = z.output<typeof Move>;

function eachOnce(named: readonly { readonly postId: number }[], context: z.RefinementCtx): void {
  if (new Set(named.map(({ postId }) => postId)).size < named.length) {
    context.addIssue({ code: "custom", params: { sentence: "must name each post only once" } });
  }
}

const errors = [400, 401, 403, 404, 409, 413, 415, 422, 500] as const;
const shared = { tag: "Dashboard", status: 200, errors } as const;

/** What is not published yet goes elsewhere, many posts at once. */
export const moveOperations = {
  movePosts: privateOperation({
    allows: "editor",
    ...shared,
    method: "POST",
    path: "/brands/{brand_id}/posts/moves",
    summary: "Move posts to dates, to places in their queues, or to drafts; all or none",
    description:
      "One after the other, each as if those before it had been moved. Refused as a whole, with a sentence per post by its id: 409 if one is published, leaving, gone, or has been changed since it was shown, 422 if it cannot go there. The reply has the moves that lead back.",
    params: BrandIdPath,
    body: z.object({ moves: z.array(Move).min(1).max(MOVES_MAX).superRefine(eachOnce) }),
    data: z.object({
      moved: z.array(z.object({ postId: Id, at: IsoMicros.nullable(), updatedAt: IsoMicros })),
      undo: z.array(Move),
    }),
  }),
  deletePosts: privateOperation({
    allows: "editor",
    ...shared,
    method: "POST",
    path: "/brands/{brand_id}/posts/deletions",
    summary: "Delete posts that have not left, for good; all or none",
    description: "Refused as a whole with 409 and a sentence per post by its id, like a move.",
    params: BrandIdPath,
    body: z.object({ posts: z.array(z.object(seen)).min(1).max(MOVES_MAX).superRefine(eachOnce) }),
    data: z.object({ deleted: z.int() }),
  }),
} as const;
