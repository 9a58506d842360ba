import { z } from "zod";
import type { LogInPerson, LogInScope } from "../kit/log-in-request.ts";
import { scopesNamed } from "../kit/log-in-request.ts";
import { settingsNamed } from "../kit/settings.ts";
import type { SandboxNetwork, SandboxWorld } from "../network.ts";

/** A network that people reach with their Google account. Each has its own people: they are in the network's own world. */
export interface GoogleService {
  readonly network: SandboxNetwork;
  /** In the order of the consent page; `IDENTITY_SCOPES` may be among them. */
  readonly scopes: readonly LogInScope[];
  /** Whom the page lets choose from: Google accounts, or what stands for one, such as a channel. Oldest first. */
  persons(world: SandboxWorld): Promise<readonly LogInPerson[]>;
  /** The person with this name, created if new. */
  personNamed(world: SandboxWorld, name: string): Promise<LogInPerson>;
  /** The Google account behind a choice; several choices may share one. */
  profileOf(world: SandboxWorld, personId: string): Promise<GoogleProfile>;
}

export interface GoogleProfile {
  /** The account's number, which never changes. */
  readonly sub: string;
  readonly email: string;
  readonly name: string;
}

/** They say who logs in, and can be asked for beside those of any API. */
export const IDENTITY_SCOPES = scopesNamed({
  openid: "Associate you with your personal info on Google",
  email: "See your primary Google Account email address",
  profile: "See your personal info, including any personal info you've made publicly available",
});

/** How Google's log-in behaves. The document `settings`/`google` of the network overrides single values. */
const GoogleSettings = z.object({
  /** The consent screen is external and in testing: refresh tokens end after seven days. */
  testing_mode: z.boolean().default(false),
  /** Live refresh tokens of a Google account for one application; above it the oldest ends without a word. */
  refresh_tokens_max: z.int().default(100),
  /** After that long without use a refresh token is over: six months. */
  unused_days_max: z.int().default(182),
  /**
   * What revoking one token ends: all that the application has of the Google account, or only of what was chosen in that consent.
   * Which of them Google does where an account has several channels is unverified; the first does more harm.
   */
  revoking_ends: z.enum(["account", "choice"]).default("account"),
});
export const googleSettingsOf = settingsNamed("google", GoogleSettings);
