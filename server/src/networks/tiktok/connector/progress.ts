import { type Instant, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Checkpoint } from "../../connectors/connector.ts";
import type { Names } from "../../connectors/once/calls.ts";
import { strikesIn } from "../../connectors/strikes.ts";

const Moment = z.string().transform((text) => toInstant(text));

/** What TikTok calls a post until it is published. Its name here is not `id`, because that claims a post for the delivery. */
const OrderForm = z.object({
  publish: z.string(),
  at: Moment,
  /** When the last bytes were sent, after which readers may see it at any time; of photos, when they were ordered. */
  lastAt: Moment.nullable(),
  /** How often the last bytes were sent. */
  sends: z.int(),
  /** How many of these sendings were refused. */
  refusals: z.int().default(0),
  /** Whether TikTok has said that it has all bytes. */
  isComplete: z.boolean(),
  /** Whether TikTok has said that it is published; then since when. */
  publishedAt: Moment.nullable(),
});
export type Order = z.output<typeof OrderForm>;

/** Where the bytes of a video go, in parts. */
const UploadForm = z.object({ url: z.string(), endsAt: Moment, bytes: z.int(), partBytes: z.int(), parts: z.int() });
export type Upload = z.output<typeof UploadForm>;

/** Where what TikTok has taken stands: an order by its name, or the post. */
export const NAMES: Names = { calls: "call", made: "taken", earlier: earlierCalls };

const AudienceForm = z.object({ privacy: z.string().nullable(), username: z.string().nullable() });
/** For whom the post is: null for the inbox; and whose it is. */
export type Audience = z.output<typeof AudienceForm>;

const PostForm = z.object({ id: z.string(), url: z.string().nullable() });
/** What readers see. */
export type Post = z.output<typeof PostForm>;

/** What is counted so that it does not go on forever. */
const STRIKES = [
  "privacy",
  /** Orders of uploads that got no answer. */
  "silence",
  /** Failures of a part since the last one that arrived. */
  "part",
  /** TikTok could not fetch the photos. */
  "unfetched",
  /** TikTok failed for reasons of its own. */
  "fault",
  "quota",
  /** An order failed because its log-in had been taken back by then, or the account banned. */
  "lapsed",
] as const;
export type Strike = (typeof STRIKES)[number];

/** What earlier attempts left. Values that no longer apply are overwritten with null. */
export function progressOf(checkpoint: Checkpoint) {
  const read = <T>(form: z.ZodType<T>, name: string): T | null => form.safeParse(checkpoint.get(name)).data ?? null;
  const { strike, clear, forgetStrikes } = strikesIn(checkpoint, STRIKES);
  /** It came to nothing, so that another one may be made. */
  async function forgetOrder(): Promise<void> {
    for (const name of ["order", "taken", "call", "failure"]) checkpoint.note(name, null);
    await checkpoint.seal("upload", null);
  }
  return {
    /** When the delivery began. */
    begunAt: (): Instant | null => read(Moment, "begun"),
    setBegunAt: (at: Instant) => checkpoint.set("begun", at),
    post: () => read(PostForm, "post"),
    /** TikTok has been seen to name several: all belong to the delivery. */
    async setPosts([first, ...others]: readonly Post[]): Promise<void> {
      for (const [index, { id }] of others.entries()) await checkpoint.keep(`post ${index + 2}`, { id });
      if (first !== undefined) await checkpoint.keep("post", { ...first });
    },
    order: () => read(OrderForm, "order"),
    setOrder: (order: Order | null) => checkpoint.set("order", order),
    /** The same with what is stored next. */
    noteOrder: (order: Order) => checkpoint.note("order", order),
    /** What TikTok has just named: nothing else knows it. */
    keepOrder: (order: Order) => checkpoint.keep("order", order),
    /** Why TikTok did not publish what it had taken; null if it did not say so. */
    failure: () => read(z.string(), "failure"),
    setFailure: (reason: string) => checkpoint.set("failure", reason),
    forgetOrder,
    upload: () => read(UploadForm, "upload"),
    /** Its address takes bytes from anybody. */
    setUpload: (upload: Upload | null) => checkpoint.seal("upload", upload),
    /** How many parts have arrived. */
    arrived: () => read(z.int(), "parts") ?? 0,
    setArrived: (parts: number) => checkpoint.set("parts", parts),
    audience: (): Audience => read(AudienceForm, "audience") ?? { privacy: null, username: null },
    setAudience: (audience: Audience) => checkpoint.set("audience", audience),
    strike,
    clear,
    /** What was counted before somebody had the delivery tried again says nothing about what follows, and what has failed is ordered anew. */
    async startOver(): Promise<void> {
      await forgetStrikes();
      if (read(z.string(), "failure") !== null) await forgetOrder();
    },
  };
}
export type Progress = ReturnType<typeof progressOf>;

/** The version before kept in an order when its last bytes left, and of photos that they were ordered. */
function earlierCalls(checkpoint: Checkpoint): unknown {
  const call = checkpoint.get("call");
  const { lastAt = null } = OrderForm.safeParse(checkpoint.get("order")).data ?? {};
  if (lastAt === null || call === null || "open" in Object(call)) return undefined;
  return { firstAt: lastAt, lastAt, open: "silence" };
}
