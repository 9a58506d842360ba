import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Preference } from "@rostrum/contract/preferences.ts";
import type { Browser, Page } from "playwright-core";
import { anAccount, type ConnectingGround, openConnecting } from "../../server/src/brands/connecting/testing.ts";
import { temporaryFolder } from "../../server/src/ground/database/testing.ts";
import { aPlace, aPost, must } from "../../server/src/testing/builders.ts";
import { eventually } from "../../server/src/testing/eventually.ts";
import { ADMIN_TOKEN } from "../../server/src/testing/stage.ts";
import { aVisitor } from "../../server/src/testing/visitor.ts";
import { barriers, focused } from "./accessibility.ts";
import { aBrowser } from "./browser.ts";
import { signedMember } from "./member.ts";
import { type Ran, run } from "./running.ts";

const audience: Preference = {
  kind: "choice",
  name: "audience",
  label: "Who may see posts",
  options: [
    { value: "everyone", label: "Everyone" },
    { value: "friends", label: "Friends" },
  ],
  preset: null,
  perPost: true,
};
const comments: Preference = { kind: "switch", name: "comments", label: "Allow comments", preset: false, perPost: true };
const remix: Preference = { kind: "switch", name: "remix", label: "Allow remixes", preset: false, perPost: true };

const opened = new AsyncDisposableStack();
let ground: ConnectingGround;
let browser: Browser;
before(async () => {
  ground = await openConnecting({ preferences: [audience, comments, remix] });
  opened.use(ground.stage);
  browser = opened.use(await aBrowser()).browser;
});
after(() => opened.disposeAsync());

test("Preferences are chosen by keyboard, only of accounts that are ticked, and stay as they were when one is missing", async () => {
  const { stage, network } = ground;
  const accountPreferences = { remix: { problem: "The network has switched remixes off for this account." } };
  network.accounts = [{ ...anAccount("1", "Bakery"), accountPreferences }, anAccount("2", "Café")];
  const { page, place } = await signedMember(stage, browser);
  // The network's own page, at which nothing happens in this test, sends people back.
  await page.route("https://network.example/**", (route) => {
    const state = new URL(route.request().url()).searchParams.get("state") ?? "";
    return route.fulfill({ status: 303, headers: { location: `${stage.url}/connect/facebook/callback?code=c&state=${state}` } });
  });
  await page.goto(`${stage.url}/connect/facebook`);
  await page.getByRole("button", { name: "Continue to Facebook", exact: true }).press("Enter");
  await page.getByRole("heading", { name: "Choose the accounts to connect to Bakery", exact: true }).waitFor();
  const bakery = page.getByRole("group", { name: "Bakery" });
  const cafe = page.getByRole("group", { name: "Café" });
  assert.deepEqual([await bakery.isVisible(), await cafe.isVisible()], [false, false]);
  await page.getByRole("checkbox", { name: /Bakery/ }).press("Space");
  assert.deepEqual([await bakery.isVisible(), await cafe.isVisible()], [true, false]);
  assert.deepEqual(await barriers(page), []);
  assert.equal(await bakery.getByRole("radio", { checked: true }).count(), 0);
  assert.equal(await bakery.getByRole("checkbox", { name: /Allow remixes The network has switched/ }).isDisabled(), true);

  await toNext(page, "Everyone");
  await toNext(page, "Allow comments");
  await page.keyboard.press("Space");
  await connect(page);
  await page.getByRole("alert").getByText('Choose "Who may see posts" for Bakery.').waitFor();
  assert.match(await page.title(), /^Error: /);
  assert.deepEqual(await barriers(page), []);
  assert.equal(await page.getByRole("checkbox", { name: "Bakery", exact: true }).isChecked(), true);
  assert.equal(await bakery.getByRole("checkbox", { name: "Allow comments" }).isChecked(), true);

  await bakery.getByRole("radio", { name: "Everyone" }).focus();
  await page.keyboard.press("ArrowDown");
  assert.equal(await bakery.getByRole("radio", { name: "Friends" }).isChecked(), true);
  await connect(page);
  await page.getByRole("heading", { name: "The account is connected to Bakery", exact: true }).waitFor();
  const [channel] = await ground.channelsOf(place);
  const shown: { name: string; value: unknown }[] = await must(stage.admin("GET", `/channels/${channel?.id}/preferences`));
  assert.deepEqual(
    shown.map(({ name, value }) => [name, value]),
    [
      ["audience", "friends"],
      ["comments", true],
      ["remix", false],
    ],
  );
});

test("Commands show what can be set, set it for a channel and for one post, and say what is wrong", async () => {
  const { stage } = ground;
  const place = await aPlace(stage, { channels: [] });
  await using folder = await temporaryFolder();
  const credentials = join(folder.path, "facebook.json");
  await writeFile(credentials, "{}");
  const connected = ["channels", "connect", "--brand-id", `${place.brandId}`, "--type", "Facebook", "--name", "Bakery"];
  const { id, lacks } = json(await admin([...connected, "--credentials", credentials, "--preference", "comments=on", "--json"]));
  assert.equal(lacks, 'Nobody has chosen "Who may see posts" for the channel: set audience with rostrum admin channels preferences.');
  const channel = ["channels", "preferences", "--channel-id", `${id}`];
  const shown = await admin(channel);
  assert.match(shown.out, /audience +- +- +everyone, friends +Who may see posts/);
  assert.match(shown.out, /comments +yes +channel +- +Allow comments/);
  const changed = json(await admin([...channel, "--preference", "audience=everyone", "--preference", "comments=", "--json"]));
  assert.deepEqual(
    changed.map(({ name, value, source }: Record<string, unknown>) => [name, value, source]),
    [
      ["audience", "everyone", "channel"],
      ["comments", false, "preset"],
      ["remix", false, "preset"],
    ],
  );
  const refused = await admin([...channel, "--preference", "audience=enemies"]);
  assert.deepEqual([refused.code, refused.err.trim()], [1, "The preference audience must be one of everyone, friends."]);
  assert.match((await admin([...channel, "--preference", "audience"])).err, /It must be name=value\./);

  const collection = await must(place.api("POST", "/collections", { title: "Bread", channels: [id], queues: [] }));
  const postId = await aPost({ ...place, collectionId: collection.id }, { publishMode: "DRAFT" });
  const post = ["posts", "preferences", "--post-id", `${postId}`];
  assert.match((await admin([...post, "--preference", "audience=friends"])).err, /required option --channel-id not specified/);
  const own = json(await admin([...post, "--channel-id", `${id}`, "--preference", "audience=friends", "--json"]));
  assert.deepEqual([own[0].value, own[0].source], ["friends", "post"]);
  assert.deepEqual(json(await admin([...post, "--json"])), own);
});

test("A command that connects by a log-in says what can be set for each account, and sets it", async () => {
  const { stage, network } = ground;
  const place = await aPlace(stage, { channels: [] });
  ground.reset();
  const visitor = aVisitor(stage.url);
  let said = "";
  const line = ["channels", "connect", "--brand-id", `${place.brandId}`, "--type", "Facebook", "--login", "--account", "1"];
  const command = admin([...line, "--preference", "audience=friends", "--json"], (piece) => {
    said += piece;
  });
  const path = await eventually("the command prints an address", () => /\/connect\/begin\/\S+/.exec(said)?.[0] ?? null);
  await visitor.submit(await visitor.get(path), path);
  await visitor.get(`/connect/facebook/callback?${new URLSearchParams({ state: network.begun?.state ?? "", code: "c" })}`);
  const { ids } = json(await command);
  assert.ok(said.includes("--preference audience=everyone|friends: Who may see posts (has to be chosen)"), said);
  assert.ok(said.includes("--preference comments=on|off: Allow comments (else off)"), said);
  const [chosen] = await must(stage.admin("GET", `/channels/${ids[0]}/preferences`));
  assert.equal(chosen.value, "friends");
});

/** Runs an admin command against the stage. */
function admin(words: readonly string[], hears: (said: string) => void = () => {}): Promise<Ran> {
  const { url } = ground.stage;
  const environment = { PATH: process.env.PATH ?? "", ROSTRUM_URL: url, ROSTRUM_ADMIN_TOKEN: ADMIN_TOKEN };
  return run(["admin", ...words], { environment, hears });
}

function json({ code, out, err }: Ran) {
  assert.equal(code, 0, err);
  return JSON.parse(out);
}

/** Goes on by the tabulator key to a control with this name, whose focus can be seen. */
async function toNext(page: Page, name: string): Promise<void> {
  await page.keyboard.press("Tab");
  const found = await focused(page);
  assert.deepEqual([found.name.trim().startsWith(name), found.isSeen], [true, true], `${found.name} instead of ${name}`);
}

async function connect(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Connect", exact: true });
  await button.focus();
  await page.keyboard.press("Enter");
}
