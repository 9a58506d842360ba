import {
  type ChoicePreference,
  type GivenPreferences,
  OPTIONS_SHOWN_MAX,
  type Preference,
  type PreferencesInEffect,
  type PreferenceValue,
  preferencesInEffect,
  type SwitchPreference,
} from "@rostrum/contract/preferences.ts";
import { type Html, html } from "../../ground/web/html.ts";
import type { Offer } from "./choose.ts";
import type { Words } from "./words.ts";

/** What the form says about an account's preferences. A switch that cannot be on keeps what was set before. */
export function givenIn(fields: URLSearchParams, offer: Offer): GivenPreferences {
  const given = offer.preferences.offered.flatMap((preference): [string, string | boolean][] => {
    const { name } = preference;
    const field = fieldOf(offer, preference);
    if (preference.kind === "switch") return preference.problem === undefined ? [[name, fields.has(field)]] : [];
    const value = fields.get(field);
    return value === null ? [] : [[name, value]];
  });
  return Object.fromEntries(given);
}

/** The preferences of an account below its name: as they were sent, or as they are. Nothing is ticked where a person has to choose. */
export function preferencesView(offer: Offer, { sent, words }: Pick<Filled, "sent" | "words">): Html | null {
  const { offered } = offer.preferences;
  if (offered.length === 0) return null;
  const filled = { offer, sent, words, now: preferencesInEffect(offer.preferences) };
  const views = offered.map((preference) =>
    preference.kind === "choice" ? choiceView(preference, filled) : switchView(preference, filled),
  );
  return html`<div class="preferences" role="group" aria-label="${offer.account.name}">${views}</div>`;
}

interface Filled {
  readonly offer: Offer;
  readonly sent: URLSearchParams | null;
  readonly now: PreferencesInEffect;
  readonly words: Words["choice"];
}

function choiceView(preference: ChoicePreference, { offer, sent, now, words }: Filled): Html {
  const { label, hint, name, options } = preference;
  const field = fieldOf(offer, preference);
  const value = sent === null ? now.values[name] : sent.get(field);
  const isUnanswered = sent?.getAll("account").includes(offer.account.remoteId) === true && value === null;
  const gone = now.missing.find((missing) => missing.preference === preference)?.gone ?? null;
  const old = options.find((option) => option.value === gone)?.label ?? gone;
  if (options.length > OPTIONS_SHOWN_MAX && value !== undefined && value !== null) return selectView(preference, field, value);
  return html`<fieldset><legend>${label}</legend>
${hint !== undefined && html`<p class="soft">${hint}</p>`}
${old !== null && html`<p class="soft">${words.gone({ option: old })}</p>`}
${isUnanswered && html`<p class="problem">${words.chooseOne}</p>`}
${options.map(
  (
    option,
  ) => html`<label><input type="radio" name="${field}" value="${option.value}"${option.value === value && html` checked`}${option.problem !== undefined && html` disabled`}>
<span>${option.label}${option.problem !== undefined && html` <span class="soft">${option.problem}</span>`}</span></label>`,
)}</fieldset>`;
}

function selectView({ label, hint, options }: ChoicePreference, field: string, value: PreferenceValue): Html {
  return html`<label>${label}${hint !== undefined && html` <span class="soft">${hint}</span>`} <select name="${field}">${options.map(
    (option) => {
      const isOpen = option.problem === undefined;
      return html`<option value="${option.value}"${option.value === value && html` selected`}${!isOpen && html` disabled`}>${option.label}</option>`;
    },
  )}</select></label>`;
}

function switchView(preference: SwitchPreference, { offer, sent, now }: Filled): Html {
  const { label, hint, name, problem } = preference;
  const field = fieldOf(offer, preference);
  const isOn = problem === undefined && (sent === null ? now.values[name] === true : sent.has(field));
  const notes = [hint, problem].filter((note) => note !== undefined);
  return html`<label><input type="checkbox" name="${field}"${isOn && html` checked`}${problem !== undefined && html` disabled`}>
<span>${label}${notes.map((note) => html` <span class="soft">${note}</span>`)}</span></label>`;
}

/** Names of preferences are one word, ids of accounts may be anything. */
function fieldOf({ account }: Offer, { name }: Preference): string {
  return `preference ${name} ${account.remoteId}`;
}
