import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { addSeconds, toInstant } from "@rostrum/contract/formats.ts";
import sharp from "sharp";
import { aPlace, must } from "../server/src/testing/builders.ts";
import { PASSWORD } from "../server/src/testing/program.ts";
import { ADMIN_TOKEN, openStage } from "../server/src/testing/stage.ts";
import { aDashboardWindow } from "../tests/dashboard/window.ts";
import { aBrowser } from "../tests/journeys/browser.ts";
import { run } from "../tests/journeys/running.ts";

/** `npm run pictures`: takes the pictures of the documents anew, of a brand in its second week. */

const FOLDER = join(import.meta.dirname, "../docs/pictures");
/** Networks of the brand, and one that takes no text alone: its entry says so. */
const NETWORKS = ["Instagram", "LinkedIn", "Mastodon", "Bluesky", "Telegram"] as const;
const SLOTS = ["Mon 09:00", "Tue 17:30", "Wed 09:00", "Thu 17:30", "Fri 09:00", "Sat 10:00"];
const CAPTIONS = [
  "Rye at dawn: the first loaves come out at 6",
  "What is your favourite filling? Ours is plum",
  "Spelt rolls, warm until noon",
  "We are looking for a baker who likes mornings",
  "The recipe for our walnut bread, for everybody",
  "Saturday: a look into the bakery, at 10",
  "Nothing is thrown away: croutons of yesterday",
  "Stollen can be ordered from today",
];
const START = "2026-11-02T08:58:00Z";

await using opened = new AsyncDisposableStack();
const stage = opened.use(await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" }, START));
const place = await aPlace(stage, { timezone: "Europe/London", channels: [] });
await must(stage.admin("POST", "/users/password", { user: place.person.email, password: PASSWORD }));
await must(stage.admin("PATCH", `/brands/${place.brandId}`, { title: "Corner Bakery" }));
const postId = await fill();
await mkdir(FOLDER, { recursive: true });
const { browser } = opened.use(await aBrowser());
const window = opened.use(await aDashboardWindow(browser, stage, { email: place.person.email }));
await window.page.clock.setFixedTime(new Date(stage.now()));
await window.open(`/brands/${place.brandId}/calendar`);
await window.page.getByText("Rye at").first().waitFor();
await save("dashboard.png", await window.page.screenshot());
const told = await run(["explain", "--post-id", String(postId)], {
  environment: { ROSTRUM_URL: stage.url, ROSTRUM_ADMIN_TOKEN: ADMIN_TOKEN, PATH: process.env.PATH ?? "" },
});
const story = told.out.replaceAll(stage.url, "http://127.0.0.1:4000").replace(/(http\S{58})\S+/g, "$1…");
await window.page.setContent(terminal(`$ npx rostrum explain --post-id ${postId}`, story));
await save("explain.png", await window.page.locator("pre").screenshot());

/** Fills a queue for two weeks, publishes what is due, and a post that a network refuses at first; its id. */
async function fill(): Promise<number> {
  const channels = [];
  for (const type of NETWORKS) {
    const path = `/brands/${place.brandId}/channels`;
    channels.push((await must(stage.admin("POST", path, { type, name: "Corner Bakery", sandbox: true }))).id);
  }
  const everywhere = await must(place.api("POST", "/collections", { title: "News", channels }));
  const daily = await must(place.api("POST", "/collections", { title: "Daily bread", channels: channels.slice(1), queues: SLOTS }));
  const add = (collection: { readonly id: number }, body: Readonly<Record<string, unknown>>) =>
    must(place.api("POST", `/collections/${collection.id}/posts`, body));
  for (const caption of [...CAPTIONS, ...CAPTIONS]) await add(daily, { publishMode: "QUEUE", caption });
  await stage.liveUntil(toInstant("2026-11-09T09:30:00Z"));
  await must(stage.admin("POST", "/sandbox/faults", { network: "mastodon", kind: "refuse-429", requests: "posts", seconds: 90, count: 1 }));
  const { id } = await add(everywhere, { publishMode: "IMMEDIATE", caption: "Good morning! The oven has been on since four." });
  await stage.liveUntil(addSeconds(stage.now(), 20 * 60));
  await add(everywhere, { publishMode: "SCHEDULE", scheduledAt: "2026-11-14 12:00:00", caption: "Open house on Saturday" });
  await add(everywhere, { publishMode: "DRAFT", caption: "Summer menu: strawberry tart, lemon rolls" });
  return id;
}

async function save(name: string, picture: Buffer): Promise<void> {
  // A palette keeps letters sharp, at a fifth of the size.
  await writeFile(join(FOLDER, name), await sharp(picture).png({ palette: true, colours: 128, effort: 10 }).toBuffer());
}

/** A page that looks like a terminal with these lines. */
function terminal(command: string, lines: string): string {
  const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const coloured = escaped(lines).replace(/✓/g, '<b style="color:#7ee787">✓</b>').replace(/✗/g, '<b style="color:#ff7b72">✗</b>');
  return `<body style="margin:0"><pre style="display:inline-block;margin:0;padding:24px 28px;background:#161b22;color:#e6edf3;
    font:15px/1.5 'DejaVu Sans Mono',monospace"><span style="color:#8b949e">${escaped(command)}</span>\n\n${coloured}</pre></body>`;
}
