import { CallFailed } from "../api/client.ts";

/** What is said next to the fields of a form, and what concerns none of them. */
export interface FormErrors {
  readonly fields: Readonly<Record<string, string>>;
  /** Shown above the form's buttons; null if every message is next to its field. */
  readonly other: string | null;
}

const NONE: FormErrors = { fields: {}, other: null };

/** Distributes a failure among the fields that the form shows, by the names that they have in the API. */
export function formErrors(error: Error | null, shown: readonly string[]): FormErrors {
  if (error === null) return NONE;
  const given = error instanceof CallFailed ? error.fields : {};
  const fields = Object.fromEntries(
    Object.entries(given)
      .filter(([name]) => shown.includes(name))
      .map(([name, text]) => [name, besideField(text)]),
  );
  const others = Object.entries(given).filter(([name]) => !shown.includes(name));
  if (Object.keys(fields).length === 0) return { fields, other: error.message };
  return { fields, other: others.length === 0 ? null : others.map(([, sentence]) => sentence).join(" ") };
}

/** Next to a field its name says nothing new: "The newPassword field must not be empty." */
function besideField(sentence: string): string {
  return NAMED.reduce((said, [field, here]) => said.replace(field, here), sentence);
}

/** As the service says it, in each language. */
const NAMED = [
  [/^The [\w.]+ field /, "This "],
  [/^Das Feld „[^“]*“ /, "Dieses Feld "],
  [/^Le champ «[^»]*» /, "Ce champ "],
] as const;
