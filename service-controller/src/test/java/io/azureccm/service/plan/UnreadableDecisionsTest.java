package io.azureccm.service.plan;

import static io.azureccm.service.plan.Services.uid;
import static io.azureccm.service.plan.World.id;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.core.unreadable.UnreadableResource;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.InFlightChanges;
import io.azureccm.service.observed.InFlightChanges.SentFrontend;
import io.azureccm.service.observed.MissingReads;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.observed.UnreadableState;
import io.azureccm.service.plan.context.OnDemandReads;
import io.azureccm.service.plan.context.PlannerSettings;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.spec.Notice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whether a Service may have something to do with what cannot be read. */
class UnreadableDecisionsTest {
    private static final String BASE = ServiceNames.base(uid("web"));
    private static final String FIXED = "azure-load-balancer-ipv4";
    private static final String INTERNAL = "azure-load-balancer-internal";
    private static final ArmId EXTERNAL = id(ArmTypes.LOAD_BALANCER, "kubernetes");
    private static final ArmId SECOND = id(ArmTypes.LOAD_BALANCER, "second");
    private static final ArmId SOME_IP = id(ArmTypes.PUBLIC_IP, "some");
    private static final String TWO = "[{name: kubernetes, primaryVMSet: vmss-a}, {name: second, primaryVMSet: vmss-b}]";

    private record Row(Services service, ArmId broken, Consumer<World> given, boolean isStopped) {
        Row(Services service, ArmId broken, boolean isStopped) {
            this(service, broken, world -> {}, isStopped);
        }
    }

    static Stream<Row> publicIps() {
        Consumer<World> there = world -> ip(world, "k8s", "mine", "20.9.9.9", "");
        Consumer<World> elsewhere = world -> ip(world, "other", "mine", "20.9.9.9", "");
        return Stream.of(new Row(web(), SOME_IP, false),
                new Row(web(), id(ArmTypes.PUBLIC_IP, "kubernetes-" + BASE), true),
                new Row(web().annotation("azure-pip-name", "some"), SOME_IP, true),
                new Row(web().annotation(FIXED, "20.9.9.9"), SOME_IP, true),
                new Row(web().annotation(FIXED, "20.9.9.9"), SOME_IP, there, false),
                new Row(web().annotation(FIXED, "20.9.9.9"), SOME_IP, elsewhere, true),
                new Row(web().annotation(FIXED, "20.9.9.9").annotation("azure-pip-name", "mine"), SOME_IP, false),
                new Row(web().annotation(FIXED, "20.9.9.9")
                        .annotation("azure-pip-prefix-id",
                                SOME_IP.toString().replace("publicIPAddresses", "publicIPPrefixes")),
                        SOME_IP, false),
                new Row(web().annotation(INTERNAL, "true").annotation(FIXED, "10.240.9.9"), SOME_IP, false));
    }

    static Stream<Row> loadBalancers() {
        String attached = SECOND + "/frontendIPConfigurations/x";
        Consumer<World> two = UnreadableDecisionsTest::two;
        return Stream.of(new Row(web(), EXTERNAL, true), new Row(web().annotation(INTERNAL, "true"), EXTERNAL, false),
                // Of several load balancers a new Service gets one that can be read.
                new Row(web(), SECOND, two, false), new Row(web().status("20.0.0.5"), SECOND, two, true),
                new Row(web(), SECOND, two.andThen(world -> world.gone("web")), true),
                // It is on one that can be read, by its frontend or by a rule alone.
                new Row(web().status("20.0.0.5"), SECOND, two.andThen(world -> on(world, BASE, "x")), false),
                new Row(web().status("20.0.0.5"), SECOND, two.andThen(world -> on(world, "x", BASE + "-TCP-80")),
                        false),
                new Row(web().status("20.0.0.6"), SECOND, two.andThen(world -> on(world, BASE, "x")), true),
                // Its public IP is attached to the one that cannot be read.
                new Row(web(), SECOND,
                        two.andThen(world -> ip(world, "k8s", "kubernetes-" + BASE, "20.0.0.5", attached)),
                        true),
                new Row(web().annotation(FIXED, "20.9.9.9"), SECOND,
                        two.andThen(world -> ip(world, "k8s", "mine", "20.9.9.9", attached)), true),
                new Row(web(), SECOND, two.andThen(world -> ip(world, "k8s", "mine", "20.9.9.9", attached)
                        .set("tags", World.json("{\"k8s-azure-service\": \"shop/web\"}"))), true));
    }

    @ParameterizedTest
    @MethodSource({"publicIps", "loadBalancers"})
    void aServiceWaitsForWhatItHasOrMayHave(Row row) {
        World world = new World(1);
        world.service(row.service().yaml());
        row.given().accept(world);
        world.breaks(row.broken(), "properties is null");

        assertThat(stop(world, world.observedState())).isEqualTo(row.isStopped());
    }

    @Test
    void aFrontendThatIsBeingCreatedOnALoadBalancerThatCannotBeReadIsWaitedFor() {
        World world = two(new World(1));
        world.service(web().yaml());
        world.breaks(SECOND, "properties is null");

        assertThat(stop(world, sent(world, SECOND))).isTrue();
        assertThat(stop(world, sent(world, EXTERNAL))).isFalse();
    }

    @Test
    void aGroupThatMayNotBeReadStopsThoseWhoWantAPublicIpAndIsTheReasonOfANoticeToThoseWhoLeave() {
        for (boolean leaves : List.of(false, true)) {
            World world = new World(1);
            world.service(web().annotation("azure-load-balancer-resource-group", "Other").yaml());
            world.service(Services.named("here").port("TCP", 81).yaml());
            world.service(Services.named("inside")
                    .port("TCP", 82)
                    .annotation("azure-load-balancer-resource-group", "other")
                    .annotation(INTERNAL, "true")
                    .yaml());
            if (leaves)
                world.gone("web");
            ServiceDecisions decisions = decisions(world, unreadable(world.observedState(),
                    new UnreadableState(Map.of(), Map.of("other", "403"), Set.of())), new ArrayList<>());

            assertThat(decisions.stops().keySet()).containsExactlyElementsOf(leaves ? Set.of() : Set.of(uid("web")));
            assertThat(decisions.notices().get(uid("web"))).extracting(Notice::reason)
                    .containsExactlyElementsOf(leaves ? List.of("PublicIPsUnreadable") : List.of());
        }
    }

    @Test
    void aLoadBalancerThatMayBeAnElementOfAListThatDoesNotIdentifyItselfIsReadByItself() {
        World world = new World(1);
        world.service(web().yaml());
        world.breaks(UnreadableResource.at(EXTERNAL.siblings(), 1, "id is missing"));
        List<MissingReads> asked = new ArrayList<>();

        decisions(world, world.observedState(), asked);

        assertThat(asked).flatExtracting(MissingReads::singles).contains(EXTERNAL);
    }

    private static World two(World world) {
        return world.with("loadBalancerBackendPoolConfigurationType", "nodeIP")
                .with("multipleStandardLoadBalancerConfigurations", TWO);
    }

    private static boolean stop(World world, ObservedState observed) {
        return decisions(world, observed, new ArrayList<>()).stop(world.services().getFirst()).isPresent();
    }

    private static ServiceDecisions decisions(World world, ObservedState observed, List<MissingReads> asked) {
        OnDemandReads reads = new OnDemandReads(observed, true);
        ServiceDecisions decisions = UnreadableResources.without(
                new PlannerSettings(world.cloud(), "kubernetes", TenantPolicy.DEFAULT, false), observed,
                ServiceDecisions.of(world.clusterState()), reads);
        asked.add(reads.missing());
        return decisions;
    }

    private static ObservedState sent(World world, ArmId balancer) {
        return world.observedState()
                .with(InFlightChanges.UNKNOWN.with(Set.of(), Map.of(BASE, new SentFrontend(balancer, "")), Set.of()));
    }

    private static ObservedState unreadable(ObservedState observed, UnreadableState unreadable) {
        return new ObservedState(observed.loadBalancers(), observed.publicIps(), observed.securityGroup(),
                observed.subnets(), observed.privateLinks(), observed.zones(), observed.machines(),
                observed.ageMillis(), observed.inFlight(), unreadable);
    }

    private static ObjectNode ip(World world, String group, String name, String address, String user) {
        return world.putIn(group, ArmTypes.PUBLIC_IP, name, "{\"properties\": {\"ipAddress\": \"" + address + "\""
                + (user.isEmpty() ? "" : ", \"ipConfiguration\": {\"id\": \"" + user + "\"}") + "}}");
    }

    /** Puts a load balancer that can be read, with a frontend at 20.0.0.5 and a rule of these names. */
    private static void on(World world, String frontend, String rule) {
        ip(world, "k8s", "any", "20.0.0.5", "");
        world.put(ArmTypes.LOAD_BALANCER, "kubernetes",
                """
                        {"properties": {"frontendIPConfigurations": [{"name": "%s", "properties": {"publicIPAddress": {"id": "%s"}}}],
                         "loadBalancingRules": [{"name": "%s", "properties": {}}]}}"""
                        .formatted(frontend, id(ArmTypes.PUBLIC_IP, "any"), rule));
    }

    private static Services web() {
        return Services.named("web").port("TCP", 80);
    }
}
