import { Button, FileButton, Slider, Text } from "@mantine/core";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { useEffect, useRef, useState } from "react";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import { networkName } from "../../../parts/look/networks.ts";
import { useAct } from "../../../parts/use-act.ts";
import type { FileOfDraft } from "../pictures.ts";
import { uploaded } from "../queries.ts";
import { frameOf, takingCovers } from "./covers.ts";
import css from "./MediaStrip.module.css";
import { words } from "./words.ts";

const PICTURES = "image/*,.heic,.heif";
const STEP_SECONDS = 0.1;

interface CoverDialogProps {
  readonly brandId: number;
  readonly item: FileOfDraft;
  /** The networks to which the post goes. */
  readonly types: readonly ChannelType[];
  readonly onClose: () => void;
  readonly onChosen: (cover: NonNullable<FileOfDraft["cover"]>) => void;
}

/** Chooses what readers see of a video before it plays: a moment of it, or another picture. */
export function CoverDialog({ brandId, item: { medium, cover }, types, onClose, onChosen }: CoverDialogProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [seconds, setSeconds] = useState(cover?.seconds ?? 0);
  const [length, setLength] = useState<number | null>(null);
  const [isUnplayable, setUnplayable] = useState(false);
  const left = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    left.current = controller;
    return () => controller.abort();
  }, []);
  const changes = [["brand", brandId, "media"]];
  const keep = useAct(
    async ({ file, at }: { readonly file: () => Promise<File>; readonly at: number | null }) => {
      const { medium } = await uploaded(brandId, await file(), { onSent: () => undefined, signal: left.current.signal });
      onChosen({ medium, seconds: at });
    },
    { changes, showsFailures: true },
  );
  const seek = (at: number) => {
    setSeconds(at);
    if (video.current !== null) video.current.currentTime = at;
  };
  const keepFrame = () => {
    const shown = video.current;
    if (shown === null) return;
    keep.mutate({ file: () => frameOf(shown, medium.name), at: shown.currentTime }, { onSuccess: onClose });
  };
  const { pictures, moments } = takingCovers(types);
  const list = (networks: readonly ChannelType[]) =>
    new Intl.ListFormat(document.documentElement.lang || "en", { type: "conjunction" }).format(networks.map(networkName));
  return (
    <FormDialog
      title={words.coverOf({ name: medium.name })}
      size="lg"
      submit={words.useFrame}
      isPending={keep.isPending}
      canSubmit={length !== null}
      problem={keep.error?.message ?? null}
      onSubmit={keepFrame}
      onClose={onClose}
      foot={
        <FileButton
          accept={PICTURES}
          inputProps={{ "aria-label": words.coverPicture }}
          onChange={(file) => file !== null && keep.mutate({ file: async () => file, at: null }, { onSuccess: onClose })}
        >
          {(props) => (
            <Button variant="default" disabled={keep.isPending} {...props}>
              {words.coverPicture}
            </Button>
          )}
        </FileButton>
      }
    >
      {isUnplayable ? (
        <Text role="alert">{words.unplayable}</Text>
      ) : (
        <>
          <video
            ref={video}
            className={css.film ?? ""}
            src={medium.path}
            muted
            playsInline
            preload="auto"
            aria-label={medium.name}
            onLoadedMetadata={({ currentTarget }) => {
              setLength(currentTarget.duration);
              // Before the first seek, some browsers show nothing.
              currentTarget.currentTime = seconds;
            }}
            onError={() => setUnplayable(true)}
          />
          <Slider
            thumbLabel={words.moment}
            label={(at) => words.atSecond({ second: at.toFixed(1) })}
            min={0}
            max={length ?? medium.durationSeconds ?? 0}
            step={STEP_SECONDS}
            value={seconds}
            disabled={length === null}
            onChange={seek}
            data-autofocus
          />
        </>
      )}
      <Text size="sm" c="var(--text-2)">
        {pictures.length > 0 && words.coverShown({ networks: list(pictures) })}{" "}
        {moments.length > 0 && words.coverMoment({ networks: list(moments) })}
      </Text>
    </FormDialog>
  );
}
