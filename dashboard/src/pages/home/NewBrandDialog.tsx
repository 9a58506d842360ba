import { FileInput, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { FormDialog } from "../../parts/FormDialog.tsx";
import { formErrors } from "../../parts/field-errors.ts";
import { squareOf } from "../../parts/logo/square.ts";
import { ownZone } from "../../parts/moments.ts";
import { useAct } from "../../parts/use-act.ts";
import { ZoneSelect } from "../../parts/ZoneSelect.tsx";
import { words } from "./words.ts";

/** Asks for a title and a zone, which is most likely the browser's, and opens the new brand. */
export function NewBrandDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const [title, setTitle] = useState("");
  const [timezone, setTimezone] = useState(ownZone());
  const [logo, setLogo] = useState<File | null>(null);
  const make = async () => {
    const brand = await dataOf(api.createOwnBrand({ title, timezone }));
    // The brand is there: a picture that cannot be read is chosen again in its settings.
    if (logo !== null)
      await squareOf(logo)
        .then((square) => dataOf(api.setBrandLogo({ brandId: brand.id, logo: square })))
        .catch(() => null);
    return brand;
  };
  const act = useAct(make, {
    done: () => words.created({ title }),
    changes: [["session"]],
    showsFailures: true,
  });
  const { fields, other } = formErrors(act.error, ["title", "timezone"]);
  const create = () => act.mutate(undefined, { onSuccess: ({ id }) => void navigate({ to: "/brands/$brandId", params: { brandId: id } }) });
  return (
    <FormDialog title={words.newBrand} submit={words.create} isPending={act.isPending} problem={other} onSubmit={create} onClose={onClose}>
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
    </FormDialog>
  );
}
