import { CloseButton, Stack } from "@mantine/core";
import type { WritingChannel } from "@rostrum/contract/private/writing.ts";
import { IconMapPin } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { Fold } from "../../../parts/Fold.tsx";
import { words } from "../words.ts";
import { PlaceByHand } from "./PlaceByHand.tsx";
import { PlaceSearch } from "./PlaceSearch.tsx";
import css from "./place.module.css";

/** A place as the networks know it. */
export interface ChosenPlace {
  readonly id: string;
  readonly name?: string | undefined;
}

interface PlaceFieldProps {
  readonly place: ChosenPlace | null;
  /** Those that the post goes to and whose networks have places. */
  readonly channels: readonly WritingChannel[];
  readonly onChange: (place: ChosenPlace | null) => void;
}

/** Where the post was made: found by name, or typed in by whoever knows how the networks call it. */
export function PlaceField({ place, channels, onChange }: PlaceFieldProps) {
  const takeOff = useRef<HTMLButtonElement>(null);
  const [isNew, setNew] = useState(false);
  const say = words.options.place;
  // The field in which it was found is gone.
  useEffect(() => {
    if (isNew) takeOff.current?.focus();
  }, [isNew]);
  const choose = (chosen: ChosenPlace) => {
    setNew(true);
    onChange(chosen);
  };
  if (place !== null) {
    const name = place.name || place.id;
    return (
      <div className={css.chosen}>
        <IconMapPin size={18} stroke={1.75} aria-hidden />
        <span className={css.name} dir="auto">
          {name}
        </span>
        <CloseButton
          ref={takeOff}
          aria-label={say.takeOff({ name })}
          onClick={() => {
            setNew(false);
            onChange(null);
          }}
        />
      </div>
    );
  }
  return (
    <Stack gap="sm">
      <PlaceSearch channels={channels} onChoose={choose} />
      <Fold title={say.otherWays}>
        <PlaceByHand onChoose={choose} />
      </Fold>
    </Stack>
  );
}
