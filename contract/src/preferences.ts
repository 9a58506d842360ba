/**
 * What a person may set for a channel where its network wants to know something that posts do not say, such as who may see them.
 * A connector declares its preferences; an account may offer fewer options of them than others do.
 */
export type Preference = ChoicePreference | SwitchPreference;

interface PreferenceFacts {
  /** In requests and commands; one word in camelCase, never renamed. */
  readonly name: string;
  /** For people, without a full stop: `Who may see posts`. */
  readonly label: string;
  /** What somebody should know who sets it, as a sentence. */
  readonly hint?: string;
  /** Whether a single post may have a value of its own. */
  readonly perPost: boolean;
  /** Whether the preset leaves things as they are: then nothing has been set, and tables and previews do not speak of it. */
  readonly presetIsUnsaid?: true;
}

export interface ChoicePreference extends PreferenceFacts {
  readonly kind: "choice";
  readonly options: readonly PreferenceOption[];
  /** The value until somebody chooses; null: a person has to choose, and nothing is published before. */
  readonly preset: string | null;
}

export interface SwitchPreference extends PreferenceFacts {
  readonly kind: "switch";
  /** The value until somebody sets it. */
  readonly preset: boolean;
  /** Why it cannot be on for this account, as a sentence: then it is off. */
  readonly problem?: string;
}

/** More options than this are shown as a list that opens. */
export const OPTIONS_SHOWN_MAX = 8;

export interface PreferenceOption {
  readonly value: string;
  readonly label: string;
  /** Why it cannot be chosen for this account, as a sentence. */
  readonly problem?: string;
}

/** How an account differs from what its connector declares, by name. Null: the preference does not concern this account. */
export type AccountPreferences = Readonly<Record<string, AccountPreference | null>>;

export interface AccountPreference {
  /** The options of this account, in place of those declared; a label that is absent is the declared one. */
  readonly options?: readonly { readonly value: string; readonly label?: string; readonly problem?: string }[];
  /** Of a switch, as above. */
  readonly problem?: string;
}

export type PreferenceValue = string | boolean;
export type PreferenceValues = Readonly<Record<string, PreferenceValue>>;

/** The preferences of a channel, and what was chosen for it. */
export interface ChannelPreferences {
  readonly offered: readonly Preference[];
  readonly chosen: PreferenceValues;
}

/** The preferences as an account offers them. */
export function offeredTo(account: AccountPreferences, declared: readonly Preference[]): Preference[] {
  return declared.flatMap((preference): Preference[] => {
    const own = account[preference.name];
    if (own === undefined) return [preference];
    if (own === null) return [];
    if (preference.kind === "switch") return [own.problem === undefined ? preference : { ...preference, problem: own.problem }];
    const labels = new Map(preference.options.map(({ value, label }) => [value, label]));
    const options = own.options?.map((option) => ({ ...option, label: option.label ?? labels.get(option.value) ?? option.value }));
    return [{ ...preference, options: options ?? preference.options }];
  });
}

/** What a post goes out with; `missing` are the preferences without which nothing is sent. */
export interface PreferencesInEffect {
  readonly values: PreferenceValues;
  readonly missing: readonly MissingPreference[];
}

export interface MissingPreference {
  readonly preference: ChoicePreference;
  /** What was chosen but is no longer offered; null if nothing was. */
  readonly gone: string | null;
  /** Whether it was chosen for the post alone. */
  readonly isOwn: boolean;
}

/**
 * A post's own value comes before the channel's, and that before the preset. A chosen value that is no longer offered is missing,
 * not replaced by another one: who may see a post is never widened by itself.
 */
export function preferencesInEffect({ offered, chosen }: ChannelPreferences, own: PreferenceValues = {}): PreferencesInEffect {
  const values: Record<string, PreferenceValue> = {};
  const missing: MissingPreference[] = [];
  for (const preference of offered) {
    const ownValue = preference.perPost ? own[preference.name] : undefined;
    const given = ownValue ?? chosen[preference.name];
    if (preference.kind === "switch") {
      values[preference.name] = preference.problem === undefined && (typeof given === "boolean" ? given : preference.preset);
      continue;
    }
    const value = typeof given === "string" ? given : preference.preset;
    if (value !== null && isOpen(preference, value)) values[preference.name] = value;
    else missing.push({ preference, gone: typeof given === "string" ? given : null, isOwn: ownValue !== undefined });
  }
  return { values, missing };
}

/** Those that a post may have values of its own for. */
export function perPostOf(offered: readonly Preference[]): Preference[] {
  return offered.filter(({ perPost }) => perPost);
}

/** Whether somebody can choose it. */
function isOpen({ options }: ChoicePreference, value: string): boolean {
  return options.some((option) => option.value === value && option.problem === undefined);
}

/** Why nothing is sent without it, and what to do, as sentences. */
export function missingSentence({ preference, gone, isOwn }: MissingPreference): string {
  const { label, name, options } = preference;
  const what = isOwn ? "the post" : "the channel";
  const command = isOwn ? "rostrum admin posts preferences" : "rostrum admin channels preferences";
  if (gone === null) return `Nobody has chosen "${label}" for ${what}: set ${name} with ${command}.`;
  const option = options.find(({ value }) => value === gone);
  const reason = option?.problem === undefined ? "" : ` ${option.problem}`;
  return `"${option?.label ?? gone}" can no longer be chosen for "${label}".${reason} Set ${name} of ${what} with ${command}.`;
}

/** Values as requests give them: null takes a choice back; a switch is also set by `on` and `off`. */
export type GivenPreferences = Readonly<Record<string, string | number | boolean | null>>;

/** The values after a change; or the problem, as a sentence. */
export function changedPreferences(
  { offered, chosen }: ChannelPreferences,
  given: GivenPreferences,
): { readonly values: PreferenceValues } | { readonly problem: string } {
  const values: Record<string, PreferenceValue> = { ...chosen };
  for (const [name, value] of Object.entries(given)) {
    const preference = offered.find((each) => each.name === name);
    if (preference === undefined) return { problem: unknownSentence(name, offered) };
    if (value === null) {
      delete values[name];
      continue;
    }
    const read = preference.kind === "choice" ? choiceOf(preference, String(value)) : switchOf(preference, value);
    if (read.problem !== undefined) return { problem: read.problem };
    values[name] = read.value;
  }
  return { values };
}

type Read = { readonly value: PreferenceValue; readonly problem?: undefined } | { readonly problem: string };

function choiceOf({ name, options }: ChoicePreference, value: string): Read {
  const option = options.find((each) => each.value === value);
  if (option?.problem !== undefined) return { problem: `The preference ${name} cannot be ${value}. ${option.problem}` };
  if (option !== undefined) return { value };
  const open = options.filter(({ problem }) => problem === undefined).map((each) => each.value);
  return {
    problem: open.length === 0 ? `The preference ${name} has no option.` : `The preference ${name} must be one of ${open.join(", ")}.`,
  };
}

const SWITCH_WORDS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["on", true],
  ["false", false],
  ["off", false],
]);

function switchOf({ name, problem }: SwitchPreference, given: string | number | boolean): Read {
  const value = SWITCH_WORDS.get(String(given));
  if (value === undefined) return { problem: `The preference ${name} must be on or off.` };
  return value && problem !== undefined ? { problem: `The preference ${name} cannot be on. ${problem}` } : { value };
}

function unknownSentence(name: string, offered: readonly Preference[]): string {
  if (offered.length === 0) return `There is no preference ${name}: nothing can be set here.`;
  return `There is no preference ${name}, only ${offered.map((preference) => preference.name).join(", ")}.`;
}
