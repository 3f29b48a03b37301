package io.azureccm.service.plan.orphan;

import io.azureccm.common.core.Orphan;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.drift.LastKnownGood;
import io.azureccm.common.core.removal.RemovalLimits;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.service.plan.ServicePlanner;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.spec.ServiceKey;
import io.azureccm.service.spec.ServiceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Finds orphans in a {@link World} and removes them, like the controller. */
public final class OrphanWorld {
    private final World world;
    private final Map<String, ServiceKey> present = new TreeMap<>();

    public OrphanWorld(World world) {
        this.world = world;
    }

    /** Adds a Service to the cluster that needs no load balancer, or has another class. */
    OrphanWorld alsoPresent(String name) {
        present.put(Services.uid(name), new ServiceKey("shop", name));
        return this;
    }

    public List<OrphanFinding> findings() {
        Map<String, ServiceKey> all = new TreeMap<>(present);
        world.services()
                .stream()
                .filter(ServiceSpec::wanted)
                .forEach(service -> all.put(service.uid(), service.key()));
        return new OrphanAudit(settings(), true).audit(world.observedState(), world.clusterState(),
                new ExistingServices(all, world.services()));
    }

    /** {@code kind name}, without those that ordinary plans should remove. */
    List<String> orphans() {
        return findings().stream()
                .map(OrphanFinding::orphan)
                .filter(orphan -> !orphan.leaving())
                .map(OrphanWorld::text)
                .toList();
    }

    /** {@code kind name} of those that ordinary plans should remove. */
    List<String> leaving() {
        return findings().stream()
                .map(OrphanFinding::orphan)
                .filter(Orphan::leaving)
                .map(OrphanWorld::text)
                .toList();
    }

    Plan plan() {
        OrphanRemoval removal = new OrphanRemoval(
                findings().stream().filter(finding -> finding.orphan().kind().isDeletable()).toList());
        return removal.plan(
                new ServicePlanner(settings(), RemovalLimits.NONE)
                        .plan(world.observedState(), removal.services(ServiceDecisions.of(world.clusterState())),
                                LastKnownGood.NOTHING)
                        .plan());
    }

    /** Executes plans until no deletable orphan is left; returns them. */
    public List<Plan> remove() {
        List<Plan> plans = new ArrayList<>();
        for (int round = 0; round < 6; round++) {
            Plan plan = plan();
            if (plan.isEmpty())
                return plans;
            plans.add(plan);
            plan.ready().forEach(world::applyOne);
        }
        throw new AssertionError("does not settle: " + plan());
    }

    private PlannerSettings settings() {
        return new PlannerSettings(world.cloud(), "kubernetes", TenantPolicy.DEFAULT, false);
    }

    private static String text(Orphan orphan) {
        return orphan.kind() + " " + orphan.id().name();
    }
}
