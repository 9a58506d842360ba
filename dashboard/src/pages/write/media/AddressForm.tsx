import { Button, Group, TextInput } from "@mantine/core";
import { type SubmitEvent, useState } from "react";
import { words } from "./words.ts";

interface AddressFormProps {
  readonly url: string;
  readonly onChange: (url: string) => void;
  readonly onAdd: (url: string) => void;
}

/** Adds a file from a public link. What is typed and not added is no file of the post yet, so the post does not go out without a word. */
export function AddressForm({ url, onChange, onAdd }: AddressFormProps) {
  const [isWrong, setWrong] = useState(false);
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const given = url.trim();
    const isRight = /^https?:\/\//i.test(given) && URL.canParse(given);
    setWrong(!isRight);
    if (isRight) onAdd(given);
  };
  return (
    <form onSubmit={add} noValidate>
      <Group align="flex-end" wrap="nowrap">
        <TextInput
          flex={1}
          label={words.address}
          description={words.addressHint}
          error={isWrong ? words.addressWrong : null}
          type="url"
          value={url}
          onChange={({ currentTarget: { value } }) => onChange(value)}
        />
        <Button type="submit" variant="default">
          {words.addAddress}
        </Button>
      </Group>
    </form>
  );
}
