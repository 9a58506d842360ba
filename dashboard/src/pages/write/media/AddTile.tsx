import { FileButton } from "@mantine/core";
import { IconLibraryPhoto, IconLink, IconPhotoPlus } from "@tabler/icons-react";
import { useRef } from "react";
import { GIVEN_TYPES } from "../../../parts/convert/kinds.ts";
import css from "./MediaStrip.module.css";
import { words } from "./words.ts";

interface AddTileProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly onLibrary: () => void;
  readonly onAddress: () => void;
}

/** The ways in which a file comes into the post. */
export function AddTile({ onFiles, onLibrary, onAddress }: AddTileProps) {
  const forgetChoice = useRef<() => void>(null);
  return (
    <li className={css.add}>
      <FileButton
        multiple
        accept={GIVEN_TYPES}
        resetRef={forgetChoice}
        onChange={(chosen) => {
          // So that a file that was removed can be chosen again.
          forgetChoice.current?.();
          onFiles(chosen);
        }}
        inputProps={{ "aria-label": words.choose }}
      >
        {(props) => (
          <button type="button" {...props} className={css.addFiles}>
            <IconPhotoPlus size={22} stroke={1.75} aria-hidden />
            <b>{words.add}</b>
            <small>{words.orDrop}</small>
          </button>
        )}
      </FileButton>
      <div className={css.addOthers}>
        <button type="button" onClick={onLibrary}>
          <IconLibraryPhoto size={16} stroke={1.75} aria-hidden />
          {words.library}
        </button>
        <button type="button" onClick={onAddress}>
          <IconLink size={16} stroke={1.75} aria-hidden />
          {words.fromLink}
        </button>
      </div>
    </li>
  );
}
