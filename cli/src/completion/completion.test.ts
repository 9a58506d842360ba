import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { commandRows } from "../rows.ts";

const PROGRAM = fileURLToPath(new URL("../../bin/rostrum.js", import.meta.url));

function output(program: string, words: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, words, { env: { PATH: process.env.PATH } }, (error, out) => (error === null ? resolve(out) : reject(error)));
  });
}

const script = (shell: string) => output(process.execPath, [PROGRAM, "completion", shell]);

/** What bash offers for a line whose last word is being typed. */
async function offered(line: readonly string[]): Promise<string[]> {
  const asked = `${await script("bash")}
COMP_WORDS=(rostrum "$@"); COMP_CWORD=$#
complete -p rostrum > /dev/null || exit 1
_rostrum
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const out = await output("bash", ["--noprofile", "--norc", "-c", asked, "bash", ...line]);
  return out.split("\n").filter((word) => word !== "");
}

test("bash completes resources, verbs, flags and their choices", async () => {
  assert.deepEqual(await offered(["po"]), ["posts"]);
  assert.deepEqual(await offered(["posts", ""]).then((words) => words.filter((word) => !word.startsWith("-"))), [
    "list",
    "create",
    "update",
    "delete",
  ]);
  assert.deepEqual(await offered(["posts", "update", "--q"]), ["--queue-position"]);
  assert.deepEqual(await offered(["posts", "update", "--brand-id", "7", "--queue-position", ""]), ["FRONT", "BACK"]);
  assert.deepEqual(await offered(["posts", "create", "--publish-mode", "S"]), ["SCHEDULE"]);
  assert.deepEqual(await offered(["posts", "create", "--brand-id", ""]), []);
  assert.deepEqual(await offered(["posts", "create", "--brand-id", "7", "--dry"]), ["--dry-run"]);
  assert.deepEqual(await offered(["admin", "channels", "connect", "--type", "Mas"]), ["Mastodon"]);
  assert.deepEqual(await offered(["admin", "channels", "connect", "--type", "Goo"]), ["Google\\ Business"]);
  assert.deepEqual(await offered(["completion", ""]).then((words) => words.slice(0, 3)), ["bash", "zsh", "fish"]);
});

test("bash completes file names for a flag that takes one", async () => {
  assert.deepEqual(await offered(["media", "upload", "--media", `${import.meta.dirname}/completion.t`]), [
    `${import.meta.dirname}/completion.test.ts`,
  ]);
});

test("the zsh and fish scripts contain every command and flag too", async () => {
  const [zsh, fish] = [await script("zsh"), await script("fish")];
  assert.match(zsh, /^#compdef rostrum\n/);
  for (const row of commandRows) {
    const words = row.words.join(" ");
    assert.ok(zsh.includes(`    '${words}')\n`), words);
    for (const { flag } of row.flags) {
      assert.ok(zsh.includes(`'${flag}:`) || zsh.includes(`'${flag}'`), `${words} ${flag}`);
      assert.ok(fish.includes(`complete -c rostrum -n '__rostrum_at ${words}' -l ${flag.slice(2)}`), `${words} ${flag}`);
    }
  }
});
