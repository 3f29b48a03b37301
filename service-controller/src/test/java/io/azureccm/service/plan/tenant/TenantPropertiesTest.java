package io.azureccm.service.plan.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.core.tenant.TenantPolicy.AdditionalAddresses;
import io.azureccm.service.plan.ServicePlan;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What Services of several namespaces can never do to each other, whatever their annotations say. */
class TenantPropertiesTest {
    /** That of the profile tenants. */
    static final TenantPolicy STRICT = new TenantPolicy(AdditionalAddresses.NONE,
            new TenantPolicy.Sharing(false, Set.of()), Optional.of(Set.of()), true);

    /** The keys of ownership tags are only those of the controller, with the values that follow from who uses the resource. */
    @Property
    void noUserChangesWhoseAResourceIs(@ForAll long seed) {
        Random random = new Random(seed);
        TenantWorlds worlds = new TenantWorlds(random);
        World world = worlds.standing();
        for (int step = 0; step < 3; step++) {
            worlds.change(world, TenantWorlds.NAMESPACES);
            converge(world, plan -> plan.plan()
                    .operations()
                    .stream()
                    .filter(operation -> operation.verb() == Operation.Verb.PUT)
                    .forEach(operation -> checkTags(world, plan, operation)));
            TenantWorlds.forget(world);
        }
    }

    /** A rule leads only to addresses of the Services that ask for it, and to nobody else's. */
    @Property
    void noRuleLeadsToAnAddressOfSomebodyElse(@ForAll long seed) {
        Random random = new Random(seed);
        TenantWorlds worlds = new TenantWorlds(random);
        World world = worlds.standing();
        for (int step = 0; step < 3; step++) {
            worlds.change(world, TenantWorlds.NAMESPACES);
            converge(world, plan -> new RuleDestinations(world, plan).check());
            TenantWorlds.forget(world);
            new RuleDestinations(world, world.plan()).checkAll();
        }
    }

    /** What the frontend of a Service publishes, and under which name, is decided by that Service alone. */
    @Property
    void onlyTheOwnerOfAFrontendPublishesAndNamesIt(@ForAll long seed) {
        Random random = new Random(seed);
        TenantWorlds worlds = new TenantWorlds(random);
        World world = worlds.standing();
        for (int step = 0; step < 4; step++) {
            worlds.change(world, TenantWorlds.NAMESPACES);
            converge(world, plan -> new FrontendDecisions(world, plan).check());
            TenantWorlds.forget(world);
        }
    }

    /** With the strict policy nothing of a namespace changes, whatever others do. */
    @Property
    void nothingOfANamespaceChangesBecauseOfAnotherOne(@ForAll long seed) {
        Random random = new Random(seed);
        TenantWorlds worlds = new TenantWorlds(random);
        World world = worlds.standing();
        world.tenants(STRICT);
        for (int step = 0; step < 2; step++) {
            worlds.change(world, List.of("team-a"));
            converge(world, plan -> {});
            TenantWorlds.forget(world);
            List<ServiceSpec> served = NamespaceState.served(world, "team-a");
            Map<String, String> before = NamespaceState.of(world, served);
            for (int others = 0; others < 2; others++) {
                worlds.change(world, List.of("team-b", "team-c"));
                converge(world, plan -> {});
                TenantWorlds.forget(world);
                assertThat(NamespaceState.of(world, served)).isEqualTo(before);
            }
        }
    }

    private static void checkTags(World world, ServicePlan plan, Operation operation) {
        Map<String, String> before = world.resources().containsKey(operation.target())
                ? TenantWorlds.ownership(ResourceTags.of(world.resources().get(operation.target())))
                : Map.of();
        Map<String, String> after = TenantWorlds.ownership(ResourceTags.of(operation.body()));
        if (operation.target().hasType(ArmTypes.PUBLIC_IP)) {
            checkPublicIp(plan, operation, before, after);
        } else if (operation.target().hasType(ArmTypes.PRIVATE_LINK_SERVICE)) {
            assertThat(after).containsOnlyKeys(Ownership.CLUSTER_TAG, Ownership.OWNER_SERVICE_TAG)
                    .containsEntry(Ownership.CLUSTER_TAG, "kubernetes")
                    .containsEntry(Ownership.OWNER_SERVICE_TAG, operation.subjects().iterator().next());
        } else {
            assertThat(after).as("tags of %s", operation.target()).isEqualTo(before);
        }
    }

    private static void checkPublicIp(ServicePlan plan, Operation operation, Map<String, String> before,
            Map<String, String> after) {
        if (Ownership.services(before).isEmpty() && !before.isEmpty() || isOfUser(operation, before)) {
            assertThat(after).as("tags of a user's %s", operation.target().name()).isEqualTo(before);
            return;
        }
        assertThat(Ownership.cluster(after)).isEqualTo("kubernetes");
        Map<String, ServiceSpec> known = new TreeMap<>();
        plan.plannedServices().values().forEach(service -> known.put(service.spec().subject(), service.spec()));
        for (String name : Ownership.services(before)) {
            boolean stays = !known.containsKey(name) || known.get(name).wanted()
                    && plan.plannedServices()
                            .get(known.get(name).uid())
                            .stop()
                            .filter(stop -> stop.covers(Stage.TRAFFIC))
                            .isPresent();
            if (stays)
                assertThat(Ownership.services(after)).as("Services of %s", operation.target().name()).contains(name);
        }
        for (String name : Ownership.services(after)) {
            if (!Ownership.services(before).contains(name))
                assertThat(known).as("Services of %s", operation.target().name()).containsKey(name);
        }
        String label = Ownership.dnsService(after);
        if (!label.isEmpty() && !label.equals(Ownership.dnsService(before)))
            assertThat(known.get(label).address().dnsLabel().orElseThrow()).isNotEmpty();
        assertThat(after).containsOnlyKeys(label.isEmpty()
                ? List.of(Ownership.SERVICES_TAG, Ownership.CLUSTER_TAG)
                : List.of(Ownership.SERVICES_TAG, Ownership.CLUSTER_TAG, Ownership.DNS_SERVICE_TAG));
    }

    private static boolean isOfUser(Operation operation, Map<String, String> before) {
        return before.isEmpty() && !operation.target().name().startsWith("kubernetes-");
    }

    /** Plans and applies until nothing is left to do; {@code check} sees each plan before it is applied. */
    private static void converge(World world, Consumer<ServicePlan> check) {
        for (int round = 0; round < 9; round++) {
            ServicePlan plan = world.plan();
            check.accept(plan);
            if (plan.plan().isEmpty())
                return;
            plan.plan().ready().forEach(world::applyOne);
        }
        throw new AssertionError("does not settle: " + world.plan().plan());
    }
}
