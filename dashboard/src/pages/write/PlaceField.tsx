import { TextInput } from "@mantine/core";
import { words } from "./words.ts";

/** A place as the networks know it. */
export function PlaceField({ id, onChange }: { readonly id: string; readonly onChange: (id: string) => void }) {
  return <TextInput label={words.options.locationId} value={id} onChange={({ currentTarget: { value } }) => onChange(value.trim())} />;
}
