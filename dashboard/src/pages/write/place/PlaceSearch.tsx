import { Alert, Combobox, Loader, Text, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { SEARCH_LENGTH_MAX } from "@rostrum/contract/limits.ts";
import type { WritingChannel } from "@rostrum/contract/private/writing.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { placesQuery } from "../queries.ts";
import { words } from "../words.ts";
import type { ChosenPlace } from "./PlaceField.tsx";
import css from "./place.module.css";

const PAUSE_MS = 350;
/** One letter stands for a name in some writings, but for nothing in most. */
const LETTERS_MIN = 2;

interface PlaceSearchProps {
  readonly channels: readonly WritingChannel[];
  readonly onChoose: (place: ChosenPlace) => void;
}

/** Places by their name, as one of the networks knows them now. */
export function PlaceSearch({ channels, onChoose }: PlaceSearchProps) {
  const say = words.options.place;
  const [typed, setTyped] = useState("");
  const label = useId();
  const [asked] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const isAsked = asked.length >= LETTERS_MIN;
  const { data, error, isFetching } = useQuery({ ...placesQuery(askedInTurn(channels), asked), enabled: isAsked });
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const answer = isAsked ? data : undefined;
  const places = answer?.places ?? [];
  const problem = isAsked ? (error?.message ?? answer?.problem ?? null) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other places change which one is the first
  useEffect(() => {
    if (places.length > 0) combobox.selectFirstOption();
  }, [answer]);
  const choose = (id: string) => {
    const place = places.find((one) => one.id === id);
    if (place !== undefined) onChoose({ id: place.id, name: place.name });
  };
  const isOpen = isAsked && problem === null && answer !== undefined;
  return (
    <>
      <Combobox store={combobox} onOptionSubmit={choose} shadow="lg">
        <Combobox.Target>
          <TextInput
            label={<span id={label}>{say.search}</span>}
            placeholder={say.placeholder}
            value={typed}
            maxLength={SEARCH_LENGTH_MAX}
            autoComplete="off"
            autoFocus
            rightSection={isFetching ? <Loader size="xs" aria-label={say.looking} /> : null}
            onFocus={() => combobox.openDropdown()}
            onClick={() => combobox.openDropdown()}
            onBlur={() => combobox.closeDropdown()}
            onChange={({ currentTarget: { value } }) => {
              setTyped(value);
              combobox.openDropdown();
            }}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={!isOpen}>
          {isOpen && places.length === 0 && <Combobox.Empty role="status">{say.none}</Combobox.Empty>}
          {isOpen && places.length > 0 && (
            <Combobox.Options labelledBy={label} className={css.found}>
              {places.map(({ id, name, address }) => (
                <Combobox.Option key={id} value={id} className={css.option}>
                  <span className={css.name} dir="auto">
                    {name}
                  </span>
                  {address !== "" && <small dir="auto">{address}</small>}
                </Combobox.Option>
              ))}
            </Combobox.Options>
          )}
        </Combobox.Dropdown>
      </Combobox>
      {problem !== null && (
        <Alert color="yellow" role="alert">
          <Text size="sm">
            {problem} {say.typeInstead}
          </Text>
        </Alert>
      )}
    </>
  );
}

/** Facebook first, whose places they are. */
function askedInTurn(channels: readonly WritingChannel[]): readonly number[] {
  const isFirst = ({ type }: WritingChannel) => type === "Facebook";
  return [...channels.filter(isFirst), ...channels.filter((channel) => !isFirst(channel))].map(({ id }) => id);
}
