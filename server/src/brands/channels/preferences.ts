import {
  type ChannelPreferences,
  missingSentence,
  offeredTo,
  type Preference,
  type PreferenceValue,
  type PreferenceValues,
  preferencesInEffect,
} from "@rostrum/contract/preferences.ts";
import type { ShownPreference } from "@rostrum/contract/private/preferences.ts";
import type { App } from "../../app.ts";
import type { Json } from "../../networks/connectors/json.ts";
import type { PreferringChannel } from "./preferences-store.ts";

export function channelPreferences({ connectors }: Pick<App, "connectors">, channel: PreferringChannel): ChannelPreferences {
  const declared = connectors[channel.type]?.preferences ?? [];
  return { offered: offeredTo(channel.accountPreferences, declared), chosen: channel.preferences };
}

/** What is known of a channel's account, as its preferences overrule it. */
export function settingsInEffect(app: Pick<App, "connectors">, channel: PreferringChannel & { readonly settings: Json }): Json {
  const { settings, type } = channel;
  return app.connectors[type]?.settingsUnder?.(settings, preferencesInEffect(channelPreferences(app, channel)).values) ?? settings;
}

/** What has to be chosen before anything is published, as sentences; null: nothing. */
export function lackOf(preferences: ChannelPreferences): string | null {
  const { missing } = preferencesInEffect(preferences);
  return missing.length === 0 ? null : missing.map(missingSentence).join(" ");
}

/** Every preference with the value that counts, and what it comes from. `own` are a post's own values. */
export function presentPreferences(preferences: ChannelPreferences, own: PreferenceValues = {}): ShownPreference[] {
  const { values, missing } = preferencesInEffect(preferences, own);
  return preferences.offered.map((preference) => {
    const { name, label, perPost, kind } = preference;
    const lack = missing.find((each) => each.preference === preference);
    const options = kind === "choice" ? preference.options : [];
    const problem = kind === "switch" ? preference.problem : lack === undefined ? undefined : missingSentence(lack);
    return {
      name,
      value: values[name] ?? null,
      source: lack === undefined ? sourceOf(preference, preferences.chosen, own) : null,
      options: options.map((option) => ({ value: option.value, label: option.label, problem: option.problem ?? null })),
      label,
      perPost,
      hint: preference.hint ?? null,
      problem: problem ?? null,
      kind,
    };
  });
}

/** The same on one line, for tables; null if there is nothing to say. */
export function preferencesText(preferences: ChannelPreferences, own: PreferenceValues = {}): string | null {
  const unsaid = preferences.offered.filter((each) => each.presetIsUnsaid === true).map(({ name }) => name);
  const shown = presentPreferences(preferences, own).filter(({ name, source }) => source !== "preset" || !unsaid.includes(name));
  if (shown.length === 0) return null;
  return shown.map((each) => `${each.label}: ${wordOf(each)}${each.source === "post" ? " (this post)" : ""}`).join("; ");
}

function sourceOf({ name, perPost }: Preference, chosen: PreferenceValues, own: PreferenceValues): ShownPreference["source"] {
  if (perPost && own[name] !== undefined) return "post";
  return chosen[name] === undefined ? "preset" : "channel";
}

/** The value as a person calls it. */
export function wordOf({
  value,
  options,
}: {
  readonly value: PreferenceValue | null;
  readonly options: ShownPreference["options"];
}): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  return value === null ? "not chosen" : (options.find((option) => option.value === value)?.label ?? value);
}
