import { quoted } from "@rostrum/contract/shell-words.ts";
import { isRow } from "./cells.ts";
import type { Call } from "./input.ts";

type Values = Readonly<Record<string, unknown>>;

/** What was asked and answered, and where. */
interface Done {
  readonly input: Values;
  readonly data: Values;
  readonly url: string;
}

/** What a step is for, its words, and its flags: `true` for one without a value. */
type Step = readonly [why: string, words: string, flags: Values];

/** The way from an empty service to a post that is published, by operation: what people do after each. */
const STEPS: Readonly<Record<string, (done: Done) => readonly Step[]>> = {
  createUser: ({ input, data, url }) => [
    ...(input.password === undefined ? [passwordFor(data.email, url)] : []),
    ...(input.operator === true
      ? []
      : [["let them operate this service", "admin users update", { user: data.email, operator: "on" }] as const]),
    ["a brand of theirs", "admin brands create", { owner: data.email, title: "Corner Bakery" }],
  ],
  updateUser: ({ input, data, url }) => (input.operator === true ? [passwordFor(data.email, url)] : []),
  setPassword: ({ input, url }) => [
    [`they sign in at ${url} as ${input.user}; a key, for programs`, "admin keys create", { user: input.user, name: "script" }],
  ],
  createKey: () => [["store the key for the command line: it is not shown again", "auth login", { stdin: true }]],
  createBrand: ({ data, url }) => [
    [
      `a channel to try, where the sandbox is on; for an account of yours, open ${url}/connect`,
      "admin channels connect",
      sandboxOf(data.id),
    ],
  ],
  addMember: ({ input, url }) => [passwordFor(input.user, url, " if they have none yet")],
  connectChannel: ({ input, data }) => [
    [
      "a collection, which has the times of its posts",
      "collections create",
      { "brand-id": input.brandId, title: "News", channels: data.id, queues: "Mon 09:00" },
    ],
  ],
  createCollection: ({ input, data }) => [
    [
      "a post at its next time",
      "posts create",
      { "brand-id": input.brandId, "collection-id": data.id, "publish-mode": "QUEUE", caption: "Fresh croissants" },
    ],
  ],
  createPost: ({ data }) => [["what becomes of it, and why", "explain", { "post-id": data.id }]],
  createWebhook: ({ data }) => [["send an event to try it", "admin webhooks test", { "webhook-id": data.id }]],
  startImport: ({ data }) => [["how far it is", "admin imports show", { "import-id": data.id }]],
};

/** What people do after a command that was carried out, as comments and commands; empty if nothing follows from it. */
export function nextSteps({ operation, input }: Call, data: unknown, at: { readonly url: string; readonly isGiven: boolean }): string {
  const steps = STEPS[operation]?.({ input, data: isRow(data) ? data : {}, url: at.url }) ?? [];
  if (steps.length === 0) return "";
  const lines = steps.map(
    ([why, words, flags]) => `  # ${why}\n  rostrum ${words}${textOf(at.isGiven ? { ...flags, url: at.url } : flags)}`,
  );
  return `Next:\n${lines.join("\n")}\n`;
}

function passwordFor(user: unknown, url: string, when = ""): Step {
  return [`a password${when}, to sign in with at ${url}`, "admin users set-password", { user, "password-stdin": true }];
}

function sandboxOf(brandId: unknown): Values {
  return { "brand-id": brandId, type: "Mastodon", name: "Bakery", sandbox: true };
}

function textOf(flags: Values): string {
  return Object.entries(flags)
    .map(([name, value]) => (value === true ? ` --${name}` : ` --${name} ${quoted(String(value))}`))
    .join("");
}
