import { Badge, Button, Card, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconPackageImport, IconPlus } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useSession } from "../../api/session.ts";
import { PageHead } from "../../parts/PageHead.tsx";
import { BringBrandDialog } from "./BringBrandDialog.tsx";
import { NewBrandDialog } from "./NewBrandDialog.tsx";
import { words } from "./words.ts";

/** All brands of the person. */
export function HomePage() {
  const { brands } = useSession();
  const { dialog } = useSearch({ from: "/" });
  const navigate = useNavigate({ from: "/" });
  const setDialog = (to: "brand" | "bring" | undefined) =>
    void navigate({ search: (search) => ({ ...search, dialog: to }), resetScroll: false });
  return (
    <>
      <PageHead title={words.title} lead={brands.length === 0 ? words.none : words.lead}>
        <Button variant="default" leftSection={<IconPackageImport size={16} aria-hidden />} onClick={() => setDialog("bring")}>
          {words.bring}
        </Button>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setDialog("brand")}>
          {brands.length === 0 ? words.firstBrand : words.newBrand}
        </Button>
      </PageHead>
      <NewBrandDialog isOpen={dialog === "brand"} onClose={() => setDialog(undefined)} />
      <BringBrandDialog isOpen={dialog === "bring"} onClose={() => setDialog(undefined)} />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {brands.map(({ id, title, timezone, queueStatus, role }) => (
          <Card key={id} withBorder renderRoot={(props) => <Link to="/brands/$brandId" params={{ brandId: id }} {...props} />}>
            <Stack gap="xs">
              <Group justify="space-between" wrap="nowrap">
                <Title order={2} size="h4">
                  {title}
                </Title>
                {queueStatus === "PAUSED" && <Badge color="yellow">{words.paused}</Badge>}
              </Group>
              <Text size="sm" c="dimmed">
                {timezone ?? "UTC"} · {words.roles[role]}
              </Text>
            </Stack>
          </Card>
        ))}
      </SimpleGrid>
    </>
  );
}
