import { type Instant, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Checkpoint } from "../../connectors/connector.ts";
import { fieldsOf, type Made, type Names, recordOf } from "../../connectors/once/calls.ts";
import { strikesIn } from "../../connectors/strikes.ts";

const Moment = z.string().transform((text) => toInstant(text));
const count = z.int().default(0);

/** Where the post stands: its id is its name, `accounts/1/locations/2/localPosts/3`. */
export const NAMES: Names = { calls: "calls", made: "post" };

/** Where a photo of the profile stands, whose calls are beside what else is known of it. */
export function namesOfPhoto(index: number): Names {
  return { calls: `photo ${index}`, field: "calls", made: `photo ${index} made` };
}

export interface Created {
  readonly id: string;
  readonly at: Instant;
}

const DecidedForm = z.union([
  z.object({ state: z.literal("live"), url: z.string().nullable(), at: Moment, pictures: z.array(z.string()) }),
  z.object({ state: z.literal("refused"), reason: z.string() }),
]);
/** What Google decided about the post. */
export type Decided = z.output<typeof DecidedForm>;
export type Live = Extract<Decided, { state: "live" }>;

const Left = z.array(z.string());

const PhotoForm = z.object({
  /** Where its bytes are at Google. Not named `id`, because that claims a post for the delivery. */
  resource: z.string().nullable(),
  /** Why it is given up; null as long as it is not. */
  leftOut: z.string().nullable(),
  tries: count,
});
/** A photo for the profile. */
export type Photo = z.output<typeof PhotoForm>;

const NO_PHOTO: Photo = { resource: null, leftOut: null, tries: 0 };

/** What earlier attempts left. */
export function progressOf(checkpoint: Checkpoint) {
  const { strike, forgetStrikes } = strikesIn(checkpoint, ["unfetched", "missing"]);
  const decided = (): Decided | null => DecidedForm.safeParse(checkpoint.get("decided")).data ?? null;
  return {
    created: (): Made | null => recordOf(checkpoint, NAMES).made(),
    /** When the first call for the post began. */
    firstAt: (): Instant | null => recordOf(checkpoint, NAMES).calls()?.firstAt ?? null,
    decided,
    setDecided: (decided: Decided) => checkpoint.set("decided", { ...decided }),
    photo: (index: number): Photo => PhotoForm.safeParse(checkpoint.get(`photo ${index}`)).data ?? NO_PHOTO,
    setPhoto: (index: number, photo: Photo) => checkpoint.set(`photo ${index}`, { ...fieldsOf(checkpoint, `photo ${index}`), ...photo }),
    photoId: (index: number): string | null => recordOf(checkpoint, namesOfPhoto(index)).made()?.id ?? null,
    /** Posts of this delivery that Google has refused. */
    left: (): readonly string[] => Left.safeParse(checkpoint.get("left")).data ?? [],
    /**
     * When somebody has the post tried again, nothing that was counted before says anything about it, and Google is asked whether it still
     * refuses it: by this step, or by those that follow if this one gets no answer.
     */
    async startOver(): Promise<void> {
      await forgetStrikes();
      if (decided()?.state === "refused") await checkpoint.set("asks again", true);
    },
    asksAgain: (): boolean => checkpoint.get("asks again") === true,
    /** Google does not refuse it any more. */
    async forgetDecision(): Promise<void> {
      checkpoint.note("asks again", null);
      await checkpoint.set("decided", null);
    },
    /** It is written anew. Whatever of this is stored, it is a post that is to be written. */
    async forgetRefused({ id }: Pick<Created, "id">): Promise<void> {
      for (const name of ["post", "calls", "decided", "asks again"]) checkpoint.note(name, null);
      await checkpoint.set("left", [...(Left.safeParse(checkpoint.get("left")).data ?? []), id]);
    },
    strike,
  };
}
export type Progress = ReturnType<typeof progressOf>;
