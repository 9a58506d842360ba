import { z } from "zod";
import type { Server } from "../../connectors/api.ts";
import type { Call } from "../../connectors/connector.ts";
import type { Answer } from "./api.ts";
import { askPosts, type Spelling } from "./fields.ts";
import { OWNED_READS_FOR_ONE, ownCountPrice } from "./prices.ts";

/** https://docs.x.com/x-api/users/get-posts (2026-08). */
const RESULTS = { min: 5, max: 100 };

const Page = z.object({ data: z.array(z.unknown()).nullish(), meta: z.object({ next_token: z.string().nullish() }).nullish() });

interface Asking {
  readonly server: Server;
  readonly call: Call;
  readonly userId: string;
  readonly fields: Readonly<Record<Spelling, string>>;
  readonly spelling: Spelling | null;
}

type OwnPosts =
  /** `isWhole`: what is not in it is gone. */
  | { readonly kind: "listed"; readonly posts: readonly unknown[]; readonly isWhole: boolean }
  | Exclude<Answer, { kind: "ok" }>
  | NonNullable<Awaited<ReturnType<Call["spend"]>>>
  | { readonly kind: "unread" };

/**
 * The posts between the oldest and the newest of these, from the account's own list: each costs a fifth of what it costs by its id, if
 * the account owns the application. One page, of at most as many as make that worth it, whatever else the account has posted.
 */
export async function readOwnPosts({ server, call, userId, fields, spelling }: Asking, ids: readonly string[]): Promise<OwnPosts> {
  const sorted = ids.map(BigInt).toSorted((one, other) => (one < other ? -1 : 1));
  const [oldest = 0n, newest = 0n] = [sorted[0], sorted.at(-1)];
  const results = Math.min(RESULTS.max, Math.max(RESULTS.min, ids.length * OWNED_READS_FOR_ONE));
  const hold = await call.spend(ownCountPrice(results));
  if (hold !== null) return hold;
  const query = { max_results: `${results}`, since_id: `${oldest - 1n}`, until_id: `${newest + 1n}` };
  const answer = await askPosts(server, { path: `/2/users/${userId}/tweets`, query, fields }, spelling);
  if (answer.kind !== "ok") return answer;
  const page = Page.safeParse(answer.body);
  if (!page.success) return { kind: "unread" };
  return { kind: "listed", posts: page.data.data ?? [], isWhole: page.data.meta?.next_token == null };
}
