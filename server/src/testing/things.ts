import { randomBytes } from "node:crypto";
import { one } from "../ground/database/query.ts";
import { must, type Place } from "./builders.ts";
import { aDashboard } from "./dashboard.ts";
import type { Stage } from "./stage.ts";

/** Somebody with a password; returns their address. */
export async function aUser(stage: Stage): Promise<string> {
  const email = `${randomBytes(6).toString("hex")}@example.org`;
  await must(stage.admin("POST", "/users", { name: "Ada", email, password: "correct horse" }));
  return email;
}

/** A key and a session of somebody who has nothing else to do with the test, by the names that paths have for them. */
export async function strangersThings(stage: Stage): Promise<{ readonly key_id: number; readonly session_id: number }> {
  const email = await aUser(stage);
  const { id } = await must(stage.admin("POST", "/keys", { user: email, name: "theirs" }));
  const [session] = await must((await aDashboard(stage, email)).call("GET", "/profile/sessions"));
  return { key_id: id, session_id: session.id };
}

/** An import that has ended; returns its id. */
export async function anImport({ app }: Pick<Stage, "app">, { brandId }: Place): Promise<number> {
  const text = `insert into imports (brand_id, file_name, source, mode, state, header, doer, started_at)
     values ($1, 'posts.csv', 'BUFFER', 'DRAFTS', 'DONE', '{Text}', '{"surface": "COMMAND", "person": null, "through": null}', now())
     returning id`;
  return (await one<{ id: number }>(app.db, { text, values: [brandId] })).id;
}

/** An automation that does not read its feed before 2027; returns its id. */
export async function anAutomation({ app }: Pick<Stage, "app">, { brandId, collectionId }: Place): Promise<number> {
  const text = `insert into automations (brand_id, collection_id, name, type, feed_url, fetch_url, import_as_type, title, caption, load_old_posts,
       add_posts_as_draft, refresh_hours, next_run_at, created_at, updated_at)
     values ($1, $2, 'Blog', 'RSS', 'https://shop.example/', 'https://shop.example/', 'LINK', '', '', false, false, 24, '2027-01-01T00:00:00Z',
       now(), now())
     returning id`;
  return (await one<{ id: number }>(app.db, { text, values: [brandId, collectionId] })).id;
}
