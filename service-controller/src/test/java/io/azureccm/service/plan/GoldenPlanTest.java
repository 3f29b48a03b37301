package io.azureccm.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Plan;
import io.azureccm.common.core.draining.DrainReason;
import io.azureccm.common.core.text.PlanText;
import io.azureccm.service.model.ArmJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The printed plans of typical situations, kept under {@code src/test/resources/golden}. {@code -Dgolden.rewrite=true} rewrites the files:
 * review the difference before committing it.
 */
public class GoldenPlanTest {
    private static final Path FOLDER = Path.of("src/test/resources/golden");
    private static final String INTERNAL = "azure-load-balancer-internal";

    /** The initial state (converged), and a change; the plans that follow are golden. */
    public record Scenario(String name, Consumer<World> given, Consumer<World> change) {}

    private static final List<Scenario> SCENARIOS = List.of(
            new Scenario("first-service", world -> {}, world -> world.service(web().yaml())),
            new Scenario("second-service", world -> world.service(web().yaml()),
                    world -> world
                            .service(Services.named("api").port("TCP", 443).created("2026-01-02T00:00:00Z").yaml())),
            new Scenario("port-added", world -> world.service(web().yaml()),
                    world -> world.service(web().port("TCP", 443).status("20.0.0.5").yaml())),
            new Scenario("external-to-internal", world -> world.service(web().yaml()),
                    world -> world.service(web().annotation(INTERNAL, "true").status("20.0.0.5").yaml())),
            new Scenario("one-of-two-becomes-internal", world -> {
                world.service(web().status("20.0.0.5").yaml());
                world.service(Services.named("api").port("TCP", 443).status("20.0.0.6").yaml());
            }, world -> world.service(web().annotation(INTERNAL, "true").status("20.0.0.5").yaml())),
            new Scenario("internal-static-address", world -> {}, world -> world.service(
                    web().annotation(INTERNAL, "true").annotation("azure-load-balancer-ipv4", "10.240.9.9").yaml())),
            new Scenario("delete-one-of-two", world -> {
                world.service(web().yaml());
                world.service(Services.named("api").port("TCP", 443).yaml());
            }, world -> world.gone("web")),
            new Scenario("first-service-of-a-class", world -> world.service(web().status("20.0.0.5").yaml()), world -> {
                world.beside();
                world.servedElsewhere("web");
                world.service(Services.named("api").port("TCP", 80).created("2026-01-02T00:00:00Z").yaml());
            }),
            new Scenario("last-service-of-a-class", world -> {
                world.service(web().status("20.0.0.5").yaml());
                world.service(Services.named("api").port("TCP", 80).created("2026-01-02T00:00:00Z").yaml());
            }, world -> {
                world.beside();
                world.servedElsewhere("web");
                world.gone("api");
            }),
            new Scenario("delete-last", world -> world.service(web().yaml()), world -> world.gone("web")),
            new Scenario("access-narrowed", world -> world.service(web().yaml()),
                    world -> world.service(web().status("20.0.0.5")
                            .annotation("azure-allowed-ip-ranges", "10.2.0.0/16,10.1.0.0/16,nonsense")
                            .yaml())),
            new Scenario("destinations-are-nodes", world -> {
                world.with("loadBalancerBackendPoolConfigurationType", "nodeIP");
                world.service(behindNodes("web").yaml());
                world.service(behindNodes("api").yaml());
            }, world -> world.machine(2)),
            new Scenario("security-group-is-full", world -> SecurityRules.put(world, SecurityRules.fillers(999, 1000)),
                    world -> {
                        world.service(web().yaml());
                        world.service(Services.named("api").port("TCP", 443).created("2026-01-02T00:00:00Z").yaml());
                    }),
            new Scenario("bad-idle-timeout", world -> {},
                    world -> world.service(web().annotation("azure-load-balancer-tcp-idle-timeout", "2").yaml())),
            new Scenario("node-joins", world -> world.service(web().status("20.0.0.5").yaml()),
                    world -> world.machine(2)),
            new Scenario("mixed-machines", world -> world.scaleSet("flex", "Flexible"), world -> {
                world.virtualMachine("lone", "");
                world.virtualMachine("as-0", id(ArmTypes.AVAILABILITY_SET, "as"));
                world.virtualMachine("flex_1", id(ArmTypes.SCALE_SET, "flex"));
                world.service(web().yaml());
            }),
            new Scenario("last-service-of-mixed-machines", world -> {
                world.scaleSet("flex", "Flexible");
                world.virtualMachine("lone", "");
                world.virtualMachine("flex_1", id(ArmTypes.SCALE_SET, "flex"));
                world.service(web().yaml());
            }, world -> world.gone("web")),
            new Scenario("interfaces-to-addresses", world -> {
                world.virtualMachine("lone", "");
                world.service(web().yaml());
            }, world -> world.with("loadBalancerBackendPoolConfigurationType", "nodeIP")),
            new Scenario("interfaces-to-addresses-by-azure", world -> world.service(web().yaml()),
                    world -> world.with("loadBalancerBackendPoolConfigurationType", "nodeIP")
                            .with("enableMigrateToIPBasedBackendPoolAPI", "true")),
            new Scenario("addresses-to-interfaces", world -> {
                world.with("loadBalancerBackendPoolConfigurationType", "nodeIP");
                world.virtualMachine("lone", "");
                world.service(web().status("20.0.0.5").yaml());
            }, world -> world.with("loadBalancerBackendPoolConfigurationType", "nodeIPConfiguration")),
            new Scenario("preconfigured-pool-that-is-missing",
                    world -> world.with("preConfiguredBackendPoolLoadBalancerTypes", "all"),
                    world -> world.service(web().yaml())),
            new Scenario("mixed-machines-behind-basic", world -> world.with("loadBalancerSku", "Basic"), world -> {
                world.virtualMachine("lone", "");
                world.virtualMachine("flex_1", world.scaleSet("flex", "Flexible").path("id").asText());
                world.service(web().yaml());
            }),
            new Scenario("public-ip-that-failed", world -> world.service(web().yaml()),
                    world -> world.resources()
                            .forEach((id, body) -> {
                                if (id.hasType(ArmTypes.PUBLIC_IP))
                                    ArmJson.properties(body).put("provisioningState", "Failed");
                            })),
            new Scenario("ip-tags-changed", world -> world.service(web().annotation("azure-pip-ip-tags", "A=1").yaml()),
                    world -> world
                            .service(web().annotation("azure-pip-ip-tags", "A=2").status("20.0.0.5").yaml())),
            new Scenario("public-ip-shared-by-name", world -> {
                world.put(ArmTypes.PUBLIC_IP, "vip",
                        "{\"sku\": {\"name\": \"Standard\"}, \"properties\": {\"ipAddress\": \"20.9.0.1\"}}");
                world.service(web().annotation("azure-pip-name", "vip").yaml());
            }, world -> {
                world.service(Services.named("api").port("TCP", 443).annotation("azure-pip-name", "vip").yaml());
                world.gone("web");
            }),
            new Scenario("public-ip-by-prefix", world -> world.service(web().yaml()),
                    world -> world.service(web().annotation("azure-pip-prefix-id",
                            "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/publicIPPrefixes/p1")
                            .yaml())),
            new Scenario("ipv6-to-dual-stack", world -> world.service(web().spec("ipFamilies: [IPv6]").yaml()),
                    world -> world.service(web().spec("ipFamilies: [IPv6, IPv4]").yaml())),
            new Scenario("internal-subnet-changed",
                    world -> world.service(web().annotation(INTERNAL, "true").yaml()), world -> {
                        world.subnet("apps", "10.241.0.0/16");
                        world.service(web().annotation(INTERNAL, "true")
                                .annotation("azure-load-balancer-internal-subnet", "apps")
                                .yaml());
                    }),
            new Scenario("node-ip-pool", world -> world.with("loadBalancerBackendPoolConfigurationType", "nodeIP"),
                    world -> world.service(web().yaml())),
            new Scenario("node-joins-node-ip-pool", world -> {
                world.with("loadBalancerBackendPoolConfigurationType", "nodeIP");
                world.service(web().status("20.0.0.5").yaml());
            }, world -> world.machine(2)),
            new Scenario("node-is-drained", GoldenPlanTest::threeNodes, world -> {
                world.drain("vmss-a000000", DrainReason.OUT_OF_SERVICE, 5);
                world.drain("vmss-a000001", DrainReason.CLUSTER_AUTOSCALER, 7);
            }),
            new Scenario("drained-node-is-back", world -> {
                threeNodes(world);
                world.drain("vmss-a000000", DrainReason.CORDONED, 5);
            }, world -> world.back("vmss-a000000")),
            new Scenario("drained-node-leaves", world -> {
                threeNodes(world);
                world.converge();
                world.drain("vmss-a000001", DrainReason.CLUSTER_AUTOSCALER, 7);
            }, world -> world.drained("vmss-a000001")),
            new Scenario("several-first-services", GoldenPlanTest::several, world -> {
                world.service(web().yaml());
                world.service(Services.named("api").port("TCP", 443).created("2026-01-02T00:00:00Z").yaml());
            }),
            new Scenario("several-label-moves-service", world -> {
                several(world);
                world.service(web().yaml());
            }, world -> world.service(web().label("tier", "gold").status("20.0.0.5").yaml())),
            new Scenario("several-pods-move", world -> {
                several(world);
                world.endpoints("web", "vmss-a000000");
                world.service(web().local().status("20.0.0.5").yaml());
            }, world -> world.endpoints("web", "vmss-a000001")),
            new Scenario("several-local-becomes-cluster", world -> {
                several(world);
                world.endpoints("web", "vmss-a000000");
                world.service(web().local().status("20.0.0.5").yaml());
            }, world -> world.service(web().status("20.0.0.5").yaml())),
            new Scenario("several-fits-nowhere", GoldenPlanTest::several,
                    world -> world.service(web().annotation("azure-load-balancer-configurations", "lb9").yaml())),
            new Scenario("several-delete-last-of-one", world -> {
                several(world);
                world.service(web().yaml());
                world.service(Services.named("api").port("TCP", 443).label("tier", "gold").yaml());
            }, world -> world.gone("api")));

    private static final String ALL_PORTS = "azure-load-balancer-enable-high-availability-ports";
    private static final List<Scenario> TRAFFIC = List.of(
            new Scenario("high-availability-ports", world -> {}, world -> world.service(web().port("UDP", 53)
                    .annotation(INTERNAL, "true")
                    .annotation(ALL_PORTS, "true")
                    .yaml())),
            new Scenario("sctp", world -> {}, world -> world.service(Services.named("web")
                    .port("SCTP", 38412)
                    .annotation(INTERNAL, "true")
                    .yaml())),
            new Scenario("shared-probe", world -> world.service(web().yaml()), world -> {
                world.with("clusterServiceLoadBalancerHealthProbeMode", "shared");
                world.service(web().port("UDP", 53).status("20.0.0.5").yaml());
            }),
            new Scenario("probes-per-port", world -> world.service(web().port("TCP", 443).yaml()),
                    world -> world.service(web().port("TCP", 443)
                            .status("20.0.0.5")
                            .annotation("azure-load-balancer-health-probe-protocol", "http")
                            .annotation("port_443_health-probe_protocol", "https")
                            .annotation("port_443_health-probe_request-path", "/ready")
                            .annotation("port_443_health-probe_interval", "15")
                            .annotation("port_80_health-probe_port", "p443-tcp")
                            .yaml())),
            new Scenario("port-without-node-port", world -> {}, world -> world.service(
                    Services.named("web").port("TCP", 80, 0).spec("allocateLoadBalancerNodePorts: false").yaml())));

    @TestFactory
    Stream<DynamicTest> planReadsAsRecorded() {
        return Stream.concat(tests(SCENARIOS, World::converge), tests(TRAFFIC, World::converge));
    }

    /** A test for each scenario; {@code carriedOut} gives the plans that follow its change. */
    public static Stream<DynamicTest> tests(List<Scenario> scenarios, Function<World, List<Plan>> carriedOut) {
        return scenarios.stream()
                .map(scenario -> DynamicTest.dynamicTest(scenario.name(), () -> check(scenario, carriedOut)));
    }

    private static void check(Scenario scenario, Function<World, List<Plan>> carriedOut) throws IOException {
        World world = new World(2);
        scenario.given().accept(world);
        world.converge();
        scenario.change().accept(world);
        check(scenario.name(), carriedOut.apply(world));
    }

    /** Compares the plans with the recorded ones of this name. */
    public static void check(String name, List<Plan> plans) throws IOException {
        StringBuilder text = new StringBuilder();
        for (Plan plan : plans) {
            text.append(PlanText.of("services").render(plan)).append("\n");
        }
        Path file = FOLDER.resolve(name + ".txt");
        if (Boolean.getBoolean("golden.rewrite")) {
            Files.createDirectories(FOLDER);
            Files.writeString(file, text.toString());
        }
        assertThat(text.toString()).isEqualTo(Files.readString(file));
    }

    private static String id(String type, String name) {
        return ArmId.of(World.SUBSCRIPTION, "k8s", type, name).toString();
    }

    /** Two load balancers: one for everything, one for Services labelled gold; a node of the second one's own scale set. */
    private static void several(World world) {
        world.with("loadBalancerBackendPoolConfigurationType", "nodeIP")
                .with("multipleStandardLoadBalancerConfigurations", "[{name: kubernetes, primaryVMSet: vmss-a}, "
                        + "{name: lb2, primaryVMSet: vmss-b, serviceLabelSelector: {matchLabels: {tier: gold}}}]");
        world.node("vmss-b", 0, Map.of());
    }

    private static Services behindNodes(String name) {
        return Services.named(name).port("TCP", 80).annotation("azure-disable-load-balancer-floating-ip", "true");
    }

    private static void threeNodes(World world) {
        world.with("loadBalancerBackendPoolConfigurationType", "nodeIP");
        world.machine(2);
        world.service(web().status("20.0.0.5").yaml());
    }

    private static Services web() {
        return Services.named("web").port("TCP", 80);
    }
}
