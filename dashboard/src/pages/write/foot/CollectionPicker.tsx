import { Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { hueOf } from "../../../parts/look/hues.ts";
import type { Composer } from "../use-composer.ts";
import { words } from "../words.ts";
import css from "./foot.module.css";

interface CollectionPickerProps {
  readonly composer: Composer;
  readonly collections: readonly { readonly id: number; readonly title: string }[];
}

/** The collection, in its hue. */
export function CollectionPicker({ composer, collections }: CollectionPickerProps) {
  const { draft, change, problems } = composer;
  const chosen = collections.find(({ id }) => id === draft.collectionId) ?? null;
  const title = chosen?.title ?? words.foot.chooseCollection;
  return (
    <Menu position="top-start" withinPortal shadow="md">
      <Menu.Target>
        <button
          type="button"
          className={css.pick}
          data-kind="collection"
          aria-label={`${words.foot.collection} ${title}`}
          data-bad={problems.collectionId === undefined ? undefined : true}
        >
          <span className={css.swatch} style={chosen === null ? {} : { background: hueOf(chosen.id) }} aria-hidden />
          <span>
            <small>{words.foot.collection}</small> {title}
          </span>
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: "auto" }}>
        {collections.map((collection) => (
          <Menu.Item
            key={collection.id}
            leftSection={<span className={css.swatch} style={{ background: hueOf(collection.id) }} aria-hidden />}
            // Those that were left out are another collection's.
            onClick={() => change(collection.id === draft.collectionId ? {} : { collectionId: collection.id, leftOut: [] })}
          >
            {collection.title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
