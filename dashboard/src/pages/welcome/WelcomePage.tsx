import { Button } from "@mantine/core";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { has, useSession } from "../../api/session.ts";
import { Steps } from "../../parts/Steps.tsx";
import { useRail } from "../../shell/frame.ts";
import { BrandStep } from "./BrandStep.tsx";
import { NetworksStep } from "./NetworksStep.tsx";
import { STEPS, type WelcomeSearch } from "./search.ts";
import { TimesStep } from "./TimesStep.tsx";
import css from "./welcome.module.css";
import { words } from "./words.ts";

/** From a name to the first post: each step can be left, and taken up again by its address. */
export function WelcomePage() {
  const search = useSearch({ from: "/welcome" });
  const { brands } = useSession();
  const navigate = useNavigate();
  useRail();
  useEffect(() => {
    document.title = `${words.title} · Rostrum`;
  }, []);
  const brand = brands.find((one) => one.id === search.brand && has(one, "admin"));
  const step = brand === undefined ? "brand" : (search.step ?? "networks");
  const go = (to: WelcomeSearch) => void navigate({ to: "/welcome", search: to });
  return (
    <div className={css.page}>
      <aside className={css.side}>
        <Steps
          label={words.steps}
          steps={[...STEPS, "post" as const].map((name) => ({
            name: words.stepNames[name],
            ...(name === "brand" && brand !== undefined && { detail: brand.title }),
          }))}
          current={STEPS.indexOf(step)}
        />
        <Button
          variant="subtle"
          renderRoot={(props) =>
            brand === undefined ? (
              <Link to="/" search={{}} {...props} />
            ) : (
              <Link to="/brands/$brandId" params={{ brandId: brand.id }} {...props} />
            )
          }
        >
          {words.later}
        </Button>
      </aside>
      <section className={css.card}>
        {brand === undefined && <BrandStep onDone={(id) => go({ brand: id, step: "networks" })} />}
        {brand !== undefined && step === "networks" && <NetworksStep brand={brand} networks={search.networks ?? ""} go={go} />}
        {brand !== undefined && step === "times" && <TimesStep brand={brand} go={go} />}
      </section>
    </div>
  );
}
