import { Button, FileInput, Group, Stack, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { LayeredModal } from "../../parts/Dialog.tsx";
import { FormProblem } from "../../parts/FormProblem.tsx";
import { formErrors } from "../../parts/field-errors.ts";
import { squareOf } from "../../parts/logo/square.ts";
import { ownZone } from "../../parts/moments.ts";
import { useAct } from "../../parts/use-act.ts";
import { ZoneSelect } from "../../parts/ZoneSelect.tsx";
import { words } from "./words.ts";

/** Asks for a title and a zone, which is most likely the browser's, and opens the new brand. */
export function NewBrandDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const navigate = useNavigate();
  const [title, setTitle] = useState("");
  const [timezone, setTimezone] = useState(ownZone());
  const [logo, setLogo] = useState<File | null>(null);
  const create = async () => {
    const brand = await dataOf(api.createOwnBrand({ title, timezone }));
    // The brand is there: a picture that cannot be read is chosen again in its settings.
    if (logo !== null)
      await squareOf(logo)
        .then((square) => dataOf(api.setBrandLogo({ brandId: brand.id, logo: square })))
        .catch(() => null);
    return brand;
  };
  const act = useAct(create, {
    done: () => words.created({ title }),
    changes: [["session"]],
    showsFailures: true,
  });
  const { fields, other } = formErrors(act.error, ["title", "timezone"]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act.mutate(undefined, { onSuccess: ({ id }) => void navigate({ to: "/brands/$brandId", params: { brandId: id } }) });
  };
  return (
    <LayeredModal opened={isOpen} onClose={onClose} title={words.newBrand} centered closeButtonProps={{ "aria-label": words.close }}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label={words.brandTitle}
            required
            data-autofocus
            value={title}
            onChange={({ currentTarget }) => setTitle(currentTarget.value)}
            error={fields.title}
          />
          <ZoneSelect
            label={words.zone}
            description={words.zoneHint}
            allowDeselect={false}
            value={timezone}
            onChange={(zone) => setTimezone(zone ?? timezone)}
            error={fields.timezone}
          />
          <FileInput label={words.logo} placeholder={words.logoHint} accept="image/*" clearable value={logo} onChange={setLogo} />
          <FormProblem text={other} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit" loading={act.isPending}>
              {words.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </LayeredModal>
  );
}
