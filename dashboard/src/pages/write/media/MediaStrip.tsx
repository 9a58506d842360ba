import { DndContext, type DragEndEvent } from "@dnd-kit/core";
import { Button, Group, Text, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import { saidOf } from "../../../parts/convert/said.ts";
import { useDragSensors } from "../../../parts/use-drag-sensors.ts";
import { printType } from "../../media/facts.ts";
import { UploadList } from "../../media/UploadList.tsx";
import { cardsOf, placesOf } from "../editor/parts-of-thread.ts";
import { withCover, withoutCover, withoutOwn, withPart } from "../pictures.ts";
import { type DraftMedium, draftMedium, moved } from "../state.ts";
import type { Composer } from "../use-composer.ts";
import type { Files } from "../use-files.ts";
import { AddressForm } from "./AddressForm.tsx";
import { AddTile } from "./AddTile.tsx";
import { AltDialog } from "./AltDialog.tsx";
import { CoverDialog } from "./CoverDialog.tsx";
import { takingCovers } from "./covers.ts";
import { LibraryDialog } from "./LibraryDialog.tsx";
import css from "./MediaStrip.module.css";
import { MediaTile } from "./MediaTile.tsx";
import { OwnPictures } from "./OwnPictures.tsx";
import { refusingShape } from "./refusing.ts";
import type { Crop } from "./use-crop.tsx";
import { words } from "./words.ts";

interface MediaStripProps {
  readonly composer: Pick<Composer, "brandId" | "draft" | "channels" | "change" | "changeMedia" | "problems">;
  readonly files: Files;
  readonly crop: Crop;
  /** A link that is being typed; null: none is asked for. */
  readonly address: string | null;
  readonly onAddress: (address: string | null) => void;
}

/** The post's files in their order: added, moved, described, cropped and removed here. */
export function MediaStrip({ composer, files, crop, address, onAddress }: MediaStripProps) {
  const { brandId, draft, channels, changeMedia, problems } = composer;
  const { media } = draft;
  const sensors = useDragSensors();
  const [isLibrary, setLibrary] = useState(false);
  const [describing, describe] = useState<number | null>(null);
  const [covering, cover] = useState<string | null>(null);
  const [news, setNews] = useState("");
  const types = channels.filter(({ id }) => !draft.leftOut.includes(id)).map(({ type }) => type);
  const { pictures, moments } = takingCovers(types);
  const takesCovers = pictures.length + moments.length > 0;
  const covered = media.find((item) => item.kind === "file" && item.medium.id === covering);
  // A poll takes the first part's place, and files follow it.
  const cards = draft.isThread && draft.poll === null ? placesOf(cardsOf(draft.caption)).filter((place) => place !== null).length : 0;
  const move = (from: number, to: number) => {
    const item = media[from];
    if (item === undefined || to < 0 || to >= media.length || from === to) return;
    changeMedia((known) => moved(known, from, to));
    setNews(words.moved({ name: nameOf(item), place: to + 1, count: media.length }));
  };
  const end = ({ active, over }: DragEndEvent) => {
    if (over !== null) move(Number(active.id), Number(over.id));
  };
  return (
    <section aria-label={words.title} className={css.strip}>
      <DndContext
        sensors={sensors}
        onDragEnd={end}
        accessibility={{ container: document.body, screenReaderInstructions: { draggable: "" } }}
      >
        <ol className={css.tiles}>
          {media.map((item, index) => (
            <MediaTile
              key={keyOf(media, index)}
              item={item}
              index={index}
              count={media.length}
              isDescribed={item.alt.trim() !== "" || draft.alt.trim() !== ""}
              refusing={refusingShape(media, index, { types, isStory: draft.isStory })}
              onCover={takesCovers && item.kind === "file" && item.medium.mime.startsWith("video/") ? () => cover(item.medium.id) : null}
              cards={cards}
              onCard={(part) => item.kind === "file" && changeMedia((known) => withPart(known, item.medium.id, part))}
              onMove={(to) => move(index, to)}
              onDescribe={() => describe(index)}
              onCrop={crop.open}
              onRemove={() => changeMedia((known) => known.filter((_, place) => place !== index))}
            />
          ))}
          <AddTile onFiles={files.add} onLibrary={() => setLibrary(true)} onAddress={() => onAddress(address === null ? "" : null)} />
        </ol>
      </DndContext>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      {crop.note}
      <OwnPictures
        media={media}
        onRemove={(id, type) => changeMedia((known) => withoutOwn(known, id, type))}
        onRemoveCover={(id) => changeMedia((known) => withoutCover(known, id))}
      />
      <UploadList {...files} />
      {files.notes.map((note) => (
        <Group key={note.key} gap="xs" role="status" className={css.note}>
          <Text size="sm">{noteText(note)}</Text>
          <Button variant="subtle" size="compact-sm" onClick={() => files.forget(note.key)}>
            {words.done}
          </Button>
        </Group>
      ))}
      {address !== null && (
        <AddressForm
          url={address}
          onChange={onAddress}
          onAdd={(url) => {
            changeMedia((known) => [...known, { kind: "address", url, alt: "" }]);
            onAddress(null);
          }}
        />
      )}
      {problems.media !== undefined && (
        <Text role="alert" size="sm" c="var(--fail)">
          {problems.media}
        </Text>
      )}
      {covered?.kind === "file" && (
        <CoverDialog
          brandId={brandId}
          item={covered}
          types={types}
          onClose={() => cover(null)}
          onChosen={(chosen) => changeMedia((known) => withCover(known, covered.medium.id, chosen))}
        />
      )}
      {describing !== null && <AltDialog composer={composer} index={describing} onClose={() => describe(null)} />}
      {isLibrary && (
        <LibraryDialog
          brandId={brandId}
          onClose={() => setLibrary(false)}
          onChoose={(chosen) => changeMedia((known) => [...known, ...chosen.map(draftMedium)])}
        />
      )}
    </section>
  );
}

function noteText({ name, sent: { became, file } }: Files["notes"][number]): string {
  return became === "same" ? "" : saidOf(name, became, printType(file.type));
}

/** Goes with the file when it is moved, and the focus with it: which one of the same file it is. */
function keyOf(media: readonly DraftMedium[], index: number): string {
  const sources = media.slice(0, index + 1).map((item) => (item.kind === "file" ? item.medium.id : item.url));
  return `${sources.at(-1)} ${sources.filter((source) => source === sources.at(-1)).length}`;
}

function nameOf(item: DraftMedium): string {
  return item.kind === "file" ? item.medium.name : item.url;
}
