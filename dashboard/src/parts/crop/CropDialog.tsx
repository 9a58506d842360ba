import { Alert, Button, Center, Fieldset, Group, Loader, NativeSelect, NumberInput, SimpleGrid, Stack, Text } from "@mantine/core";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { DescribedMedium } from "@rostrum/contract/private/writing.ts";
import { IconRotateClockwise } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import ReactCrop from "react-image-crop";
import { Dialog } from "../Dialog.tsx";
import "react-image-crop/dist/ReactCrop.css";
import { api, dataOf } from "../../api/client.ts";
import { useAct } from "../use-act.ts";
import {
  type Area,
  fitted,
  largest,
  nearestFor,
  numberOf,
  RATIOS,
  type Ratio,
  ratiosFor,
  type Size,
  type Turn,
  turned,
  unturned,
} from "./area.ts";
import { TurnedPicture } from "./TurnedPicture.tsx";
import { words } from "./words.ts";

interface CropDialogProps {
  readonly brandId: number;
  readonly medium: { readonly id: string; readonly name: string; readonly url: string };
  /** The networks for which it is cropped. */
  readonly types: readonly ChannelType[];
  /** Those of them that refuse its shape: one that they take is offered first. */
  readonly refusing?: readonly ChannelType[];
  readonly isStory: boolean;
  /** For whom it is cropped, where that can be chosen. */
  readonly target?: ReactNode;
  readonly onClose: () => void;
  readonly onCropped: (made: DescribedMedium) => void;
}

/** Cuts a part out of a picture: by dragging, by keyboard, or in numbers. */
export function CropDialog(props: CropDialogProps) {
  const { medium, onClose } = props;
  const image = useImage(medium.url);
  return (
    <Dialog onClose={onClose} title={words.title({ name: medium.name })} size="xl" closeButtonProps={{ "aria-label": words.close }}>
      {image === "failed" ? (
        <Alert color="red" role="alert">
          {words.unreadable}
        </Alert>
      ) : image === null ? (
        <Center p="xl">
          <Loader aria-label={words.loading} />
        </Center>
      ) : (
        // For others, another shape is offered first.
        <Cropping key={props.types.join()} {...props} image={image} />
      )}
    </Dialog>
  );
}

function useImage(url: string): HTMLImageElement | "failed" | null {
  const [image, setImage] = useState<HTMLImageElement | "failed" | null>(null);
  useEffect(() => {
    const loading = new Image();
    loading.onload = () => setImage(loading);
    loading.onerror = () => setImage("failed");
    loading.src = url;
    return () => {
      loading.onload = null;
      loading.onerror = null;
    };
  }, [url]);
  return image;
}

function Cropping({
  brandId,
  medium,
  types,
  refusing = [],
  isStory,
  target,
  onClose,
  onCropped,
  image,
}: CropDialogProps & { readonly image: HTMLImageElement }) {
  const whole: Size = { width: image.naturalWidth, height: image.naturalHeight };
  const [turn, setTurn] = useState<Turn>(0);
  const [ratio, setRatio] = useState<Ratio>(() => (refusing.length === 0 ? "free" : nearestFor(refusing, isStory, whole)));
  const [area, setArea] = useState<Area>(() => largest(whole, numberOf(ratio)));
  const size = turned(whole, turn);
  const shape = numberOf(ratio);
  const { isPending, error, mutate } = useAct(
    () => dataOf(api.cropMedia({ brandId, mediaId: medium.id, ...unturned(area, whole, turn), rotate: turn })),
    { changes: [["brand", brandId, "media"]], showsFailures: true },
  );
  const rotate = () => {
    const next = ((turn + 90) % 360) as Turn;
    setTurn(next);
    setArea(largest(turned(whole, next), shape));
  };
  const set = (part: Partial<Area>) => setArea(fitted({ ...area, ...part }, size, shape));
  const choose = (chosen: Ratio) => {
    setRatio(chosen);
    setArea(largest(size, numberOf(chosen)));
  };
  return (
    <Stack>
      <Text size="sm">{words.explanation}</Text>
      <Group align="flex-end">
        {target}
        <NativeSelect
          label={words.ratio}
          value={ratio}
          data={[
            { value: "free", label: words.free },
            ...ratiosFor(types, isStory).map((offer) => ({
              value: offer.ratio,
              label:
                offer.refusedBy.length === 0 ? offer.ratio : `${offer.ratio} (${words.notOn({ networks: offer.refusedBy.join(", ") })})`,
            })),
          ]}
          onChange={({ currentTarget: { value } }) => choose(RATIOS.find((known) => known === value) ?? "free")}
        />
        <Button variant="default" leftSection={<IconRotateClockwise size={18} aria-hidden />} onClick={rotate}>
          {words.rotate}
        </Button>
      </Group>
      <Center style={{ "--rc-drag-handle-size": "24px", overflow: "hidden" } as React.CSSProperties}>
        <ReactCrop
          crop={percentOf(area, size)}
          {...(shape === null ? {} : { aspect: shape })}
          keepSelection
          ruleOfThirds
          ariaLabels={{
            cropArea: words.selection,
            nwDragHandle: words.handles.nw,
            nDragHandle: words.handles.n,
            neDragHandle: words.handles.ne,
            eDragHandle: words.handles.e,
            seDragHandle: words.handles.se,
            sDragHandle: words.handles.s,
            swDragHandle: words.handles.sw,
            wDragHandle: words.handles.w,
          }}
          onChange={(_, percent) => setArea(fitted(pixelsOf(percent, size), size, shape))}
        >
          <TurnedPicture image={image} turn={turn} />
        </ReactCrop>
      </Center>
      <Fieldset legend={words.numbers} p="sm">
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
          <PixelField label={words.left} value={area.x} max={size.width - area.width} onChange={(x) => set({ x })} />
          <PixelField label={words.top} value={area.y} max={size.height - area.height} onChange={(y) => set({ y })} />
          <PixelField label={words.width} value={area.width} min={1} max={size.width} onChange={(width) => set({ width })} />
          <PixelField
            label={words.height}
            value={area.height}
            min={1}
            max={size.height}
            onChange={(height) => set(shape === null ? { height } : { width: height * shape })}
          />
        </SimpleGrid>
      </Fieldset>
      <Text size="sm" role="status">
        {words.result({ width: area.width, height: area.height })}
      </Text>
      {error !== null && (
        <Alert color="red" role="alert">
          {error.message}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button loading={isPending} onClick={() => mutate(undefined, { onSuccess: onCropped })}>
          {words.crop}
        </Button>
      </Group>
    </Stack>
  );
}

interface PixelFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min?: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

function PixelField({ label, value, min = 0, max, onChange }: PixelFieldProps) {
  return (
    <NumberInput
      label={label}
      value={value}
      min={min}
      max={max}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="blur"
      onChange={(given) => {
        if (typeof given === "number" && given >= min && given <= max) onChange(given);
      }}
    />
  );
}

function percentOf({ x, y, width, height }: Area, size: Size) {
  const [across, down] = [100 / size.width, 100 / size.height];
  return { unit: "%" as const, x: x * across, y: y * down, width: width * across, height: height * down };
}

function pixelsOf({ x, y, width, height }: Area, size: Size): Area {
  const [across, down] = [size.width / 100, size.height / 100];
  return { x: x * across, y: y * down, width: width * across, height: height * down };
}
