/** A person as RSS writes one: `mara@site.example (Mara Voss)`, `Mara Voss <mara@site.example>`, or either alone. null for what is not said. */
export function personOf(text: string): { readonly name: string | null; readonly address: string | null } {
  const plain = text.trim().slice(0, 1000);
  const address = /[^\s<>()"',;:]{1,200}@[^\s<>()"',;:]{1,200}/.exec(plain)?.[0] ?? null;
  if (address === null) return { name: plain || null, address: null };
  const rest = plain
    .replace(address, "")
    .replace(/mailto:/i, "")
    .replace(/[<>()"]/g, " ")
    .trim();
  return { name: rest || null, address };
}
