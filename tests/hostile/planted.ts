import { createHash } from "node:crypto";
import { CHANNEL_TYPES } from "@rostrum/contract/channels.ts";
import { credentialFields } from "@rostrum/contract/credential-fields.ts";
import { applicationsAt } from "@rostrum/contract/platforms.ts";
import { spellingsOf } from "../../server/src/ground/observability/secrets.ts";

/** Every kind of secret that the product knows. A new kind is added here, and the test tells if nothing uses it. */
const KINDS = [
  // Settings of the operator.
  "password of the database",
  "key that seals secrets",
  "admin token",
  "password of the mail server",
  "secret key of the bucket",
  "header for the collector of traces",
  ...CHANNEL_TYPES.flatMap(applicationsAt).map((application) => `secret of the application ${application}`),
  "secret of an application set by the operator",
  // Of channels.
  ...CHANNEL_TYPES.flatMap((type) =>
    credentialFields[type].filter(({ isSecret }) => isSecret).map(({ name }) => `${name} of ${type} as typed`),
  ),
  ...CHANNEL_TYPES.map((type) => `credentials of ${type} as stored`),
  // Of people.
  "password of a person",
  "wrong password of a person",
  "cookie of a session",
  "token of a page",
  "API key",
  "revoked API key",
  "link to choose a password",
  "link to confirm an address",
  "link of an invitation",
  "link that begins a log-in",
  "address of a brand's feed",
  "link to a file",
  // Of webhooks.
  "secret of a webhook",
  "private key of a webhook",
  // Of people who want to be told.
  "address of a chat",
  // Of apps.
  "code of an app",
  "verifier of an app",
  "access token of an app",
  "refresh token of an app",
] as const;

/** Values that are put in everywhere a secret belongs, or that the service made, and where they turn up. */
export class Plants {
  readonly #spellings = new Map<string, Set<string>>();

  /** A value of that kind that stands nowhere else; always the same for a name. */
  value(kind: string): string {
    return this.learn(kind, createHash("sha256").update(`planted ${kind}`).digest("base64url"));
  }

  /** Remembers a secret that the service made. */
  learn(kind: string, secret: string): string {
    const halves = secret.length < HALVED_LENGTH_MIN ? [] : [secret.slice(0, secret.length / 2), secret.slice(secret.length / 2)];
    const known = this.#spellings.get(kind) ?? new Set();
    for (const part of [secret, ...halves]) for (const spelling of spellingsOf(part)) known.add(spelling);
    this.#spellings.set(kind, known);
    return secret;
  }

  /** Kinds of which nothing has been planted. */
  missing(): string[] {
    return KINDS.filter((kind) => !this.#spellings.has(kind));
  }

  /** The kinds that a text shows, with what is around them. */
  shownIn(text: string, except: readonly string[] = []): string[] {
    return [...this.#spellings]
      .filter(([kind]) => !except.includes(kind))
      .flatMap(([kind, spellings]) => {
        const spelling = [...spellings].find((one) => text.includes(one));
        if (spelling === undefined) return [];
        const at = text.indexOf(spelling);
        return [`${kind}: ${text.slice(Math.max(0, at - 120), at + spelling.length + 40)}`];
      });
  }
}

/** Half of a shorter one could stand anywhere. */
const HALVED_LENGTH_MIN = 24;
