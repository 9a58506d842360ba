import { toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Checkpoint } from "../../connectors/connector.ts";
import { strikesIn } from "../../connectors/strikes.ts";

const Moment = z.string().transform((text) => toInstant(text));

/** A file at LinkedIn. Not named `id`, because that claims a post for the delivery. */
const AssetForm = z.object({ urn: z.string(), at: Moment, isReady: z.boolean() });
export type Asset = z.output<typeof AssetForm>;

const SessionForm = z.object({
  urn: z.string(),
  token: z.string(),
  endsAt: Moment,
  parts: z.array(z.object({ url: z.string(), first: z.int(), last: z.int() })),
  /** Where the picture goes that readers see before they play it; null if it has none. */
  coverUrl: z.string().nullable().default(null),
});
/** The upload of a video. */
export type Session = z.output<typeof SessionForm>;

const CardForm = z.object({
  source: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  hasPicture: z.boolean(),
  lacksPicture: z.boolean().default(false),
});
/** What is shown of a page. */
export type Card = z.output<typeof CardForm>;

/** What earlier attempts left. Values that no longer apply are overwritten with null. */
export function progressOf(checkpoint: Checkpoint) {
  const { strike, forgetStrikes } = strikesIn(checkpoint, ["throttled", "forbidden media"]);
  return {
    strike,
    forgetStrikes,
    /** The post that LinkedIn named when it refused the second call as a duplicate. */
    named: (): string | null => z.string().safeParse(checkpoint.get("named")).data ?? null,
    noteNamed: (urn: string | null) => checkpoint.note("named", urn),
    asset: (name: string): Asset | null => AssetForm.safeParse(checkpoint.get(`file ${name}`)).data ?? null,
    setAsset: (name: string, asset: Asset | null) => checkpoint.set(`file ${name}`, asset === null ? null : { ...asset }),
    session: (name: string): Session | null => SessionForm.safeParse(checkpoint.get(`upload ${name}`)).data ?? null,
    /** Its addresses take bytes from anybody. */
    async setSession(name: string, session: Session | null): Promise<void> {
      await checkpoint.set(`parts ${name}`, []);
      await checkpoint.seal(`upload ${name}`, session === null ? null : { ...session, parts: session.parts.map((part) => ({ ...part })) });
    },
    /** The names of the parts of a video that LinkedIn has, in their order. */
    parts: (name: string): readonly string[] => z.array(z.string()).safeParse(checkpoint.get(`parts ${name}`)).data ?? [],
    setParts: (name: string, parts: readonly string[]) => checkpoint.set(`parts ${name}`, parts),
    /** Undefined until it is known what is shown. */
    card: (): Card | null | undefined => CardForm.nullable().safeParse(checkpoint.get("card")).data,
    setCard: (card: Card | null) => checkpoint.set("card", card === null ? null : { ...card }),
  };
}
export type Progress = ReturnType<typeof progressOf>;
