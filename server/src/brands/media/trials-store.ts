import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import { NO_FACTS } from "@rostrum/contract/medium-facts.ts";
import { execute, one, type Queryable } from "../../ground/database/query.ts";

/** A kind of work on a medium's content. */
export interface Trial {
  readonly mediaId: string;
  readonly work: "facts" | "image" | "video" | "thumbnail";
}

/** Process deaths allowed. */
const DEATHS_MAX = 3;
/** Longer than any trial: one that started earlier must have died. */
const TRIAL_SECONDS_MAX = 900;

export type Begun =
  | { readonly kind: "begun"; readonly id: number }
  /** It has used up its deaths. */
  | { readonly kind: "given up" }
  /** As many trials have started as may die, and some may still be running. */
  | { readonly kind: "undecided" };

export async function beginTrial(db: Queryable, { mediaId, work }: Trial, now: Instant): Promise<Begun> {
  const { deaths, id } = await one<{ deaths: number; id: number | null }>(db, {
    name: "begin_trial",
    text: `with earlier as (
             select count(*) filter (where died or begun_at < $4) deaths, count(*) begun from media_trials where media_id = $1 and work = $2
           ), own as (
             insert into media_trials (media_id, work, begun_at)
             select m.id, $2, $3 from earlier, (select id from media where id = $1 for key share) m where begun < $5 returning id
           ) select deaths, (select id from own) id from earlier`,
    values: [mediaId, work, now, addSeconds(now, -TRIAL_SECONDS_MAX), DEATHS_MAX],
  });
  if (id !== null) return { kind: "begun", id };
  return { kind: deaths >= DEATHS_MAX ? "given up" : "undecided" };
}

/** The state in which a trial would start now. */
export async function stateOfTrials(db: Queryable, { mediaId, work }: Trial, now: Instant): Promise<"open" | "given up" | "undecided"> {
  const { deaths, begun } = await one<{ deaths: number; begun: number }>(db, {
    name: "state_of_trials",
    text: `select count(*) filter (where died or begun_at < $3) deaths, count(*) begun from media_trials where media_id = $1 and work = $2`,
    values: [mediaId, work, addSeconds(now, -TRIAL_SECONDS_MAX)],
  });
  if (deaths >= DEATHS_MAX) return "given up";
  return begun < DEATHS_MAX ? "open" : "undecided";
}

/** Deletes a trial that ended without a result. */
export async function dropTrial(db: Queryable, id: number): Promise<void> {
  await execute(db, { name: "drop_trial", text: "delete from media_trials where id = $1", values: [id] });
}

export async function markDied(db: Queryable, id: number): Promise<void> {
  await execute(db, { name: "trial_died", text: "update media_trials set died = true where id = $1", values: [id] });
}

/** It finished normally, so the file did not cause the earlier deaths. */
export async function forgetTrials(db: Queryable, { mediaId, work }: Trial): Promise<void> {
  await execute(db, {
    name: "forget_trials",
    text: "delete from media_trials where media_id = $1 and work = $2",
    values: [mediaId, work],
  });
}

/** From now on preflight reports the medium as unreadable. */
export async function markUndecodable(db: Queryable, mediaId: string): Promise<void> {
  await execute(db, {
    name: "mark_undecodable",
    text: `update media set facts = coalesce(facts, $2::jsonb) || '{"undecodable": true}' where id = $1`,
    values: [mediaId, JSON.stringify(NO_FACTS)],
  });
}
