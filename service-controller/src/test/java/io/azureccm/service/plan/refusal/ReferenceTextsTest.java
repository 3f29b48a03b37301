package io.azureccm.service.plan.refusal;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.SecurityRules;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.Notice;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The texts of the Go controller in the events of a refused Service, which scripts and alerts match. The correct value may follow them.
 * {@code <web>} stands for the base name of the Service web.
 */
class ReferenceTextsTest {
    private static final String PREFIX = "service.beta.kubernetes.io/";
    private static final String LB = "/subscriptions/" + World.SUBSCRIPTION + "/resourceGroups/k8s/providers/"
            + "Microsoft.Network/loadBalancers/kubernetes";
    private static final String TWO = "[{name: kubernetes, primaryVMSet: vmss-a}, {name: lb2, primaryVMSet: vmss-b, "
            + "serviceLabelSelector: {matchLabels: {tier: gold}}}]";

    private record Case(String text, Consumer<World> given) {}

    private static final List<Case> REFUSALS = List.of(
            annotated("external Service \"shop/web\" has invalid LoadBalancer IP \"x\"", "azure-load-balancer-ipv4",
                    "x"),
            annotated("external Service \"shop/web\" cannot use non-public LoadBalancer IP \"10.1.1.1\"",
                    "azure-load-balancer-ipv4", "10.1.1.1"),
            annotated("cannot find public IP with IP address 20.9.9.9 in resource group k8s",
                    "azure-load-balancer-ipv4", "20.9.9.9"),
            annotated("PublicIP from annotation azure-pip-name(-IPv6)=gone for service shop/web doesn't exist",
                    "azure-pip-name", "gone"),
            annotated("failed to find PIP gone in resource group k8s", "azure-pip-name", "gone"),
            new Case("there is an existing service shop/api consuming the DNS label on the public IP, so the service "
                    + "cannot set the DNS label annotation with this value", world -> {
                        publicIp(world, "vip", "20.1.1.1");
                        world.service(Services.named("api")
                                .port("TCP", 81)
                                .created("2025-01-01T00:00:00Z")
                                .annotation("azure-pip-name", "vip")
                                .annotation("azure-dns-label-name", "a")
                                .yaml());
                        world.service(web().annotation("azure-pip-name", "vip")
                                .annotation("azure-dns-label-name", "b")
                                .yaml());
                    }),
            new Case("failed to get subnet: k8s-vnet/apps", world -> {
                world.subnet("apps", null);
                world.service(web().annotation("azure-load-balancer-internal", "true")
                        .annotation("azure-load-balancer-internal-subnet", "apps")
                        .yaml());
            }),
            new Case("SCTP is only supported on standard loadbalancer in internal mode",
                    world -> world.service(Services.named("web").port("SCTP", 80).yaml())),
            new Case("only TCP, UDP and SCTP are supported for Azure LoadBalancers",
                    world -> world.service(Services.named("web").port("DCCP", 80).yaml())),
            annotated("error parsing idle timeout key: " + PREFIX + "azure-load-balancer-tcp-idle-timeout",
                    "azure-load-balancer-tcp-idle-timeout", "2"),
            annotated("idle timeout value must be a whole number representing minutes between 4 and 100",
                    "azure-load-balancer-tcp-idle-timeout", "101"),
            annotated("the minimum value of interval is 5", "azure-load-balancer-health-probe-interval", "4"),
            annotated("the minimum value of num-of-probe is 2", "azure-load-balancer-health-probe-num-of-probe", "1"),
            annotated("value must be a whole number", "azure-load-balancer-health-probe-interval", "soon"),
            annotated("total probe should be less than 120", "azure-load-balancer-health-probe-interval", "60"),
            annotated("failed to parse annotation " + PREFIX + "port_80_health-probe_port: port x not found in service",
                    "port_80_health-probe_port", "x"),
            annotated("port 70000 is out of range", "port_80_health-probe_port", "70000"),
            new Case(
                    "checkLoadBalancerResourcesConflicts: service port p80-tcp is trying to consume the port 80 which is "
                            + "being referenced by an existing loadBalancing rule theirs with the same protocol Tcp and frontend "
                            + "IP config with ID " + LB + "/frontendIPConfigurations/mine",
                    world -> taken(world, "loadBalancingRules", "theirs", "frontendPort")),
            new Case(
                    "checkLoadBalancerResourcesConflicts: service port p80-tcp is trying to consume the port 80 which is "
                            + "being referenced by an existing inbound NAT rule ssh with the same protocol Tcp and frontend "
                            + "IP config with ID " + LB + "/frontendIPConfigurations/mine",
                    world -> taken(world, "inboundNatRules", "ssh", "frontendPort")),
            new Case(
                    "checkLoadBalancerResourcesConflicts: service port p80-tcp is trying to consume the port 80 which is "
                            + "being in the range (80-90) of an existing inbound NAT pool vms with the same protocol Tcp and "
                            + "frontend IP config with ID " + LB + "/frontendIPConfigurations/mine",
                    world -> taken(world, "inboundNatPools", "vms", "frontendPortRangeStart")),
            new Case("cannot set both spec.LoadBalancerSourceRanges and service annotation " + PREFIX
                    + "azure-allowed-ip-ranges",
                    world -> world.service(web().spec("loadBalancerSourceRanges: [10.0.0.0/8]")
                            .annotation("azure-allowed-ip-ranges", "10.0.0.0/8")
                            .yaml())),
            annotated("unable to get additional public IPs: invalid service annotation " + PREFIX
                    + "azure-additional-public-ips:x", "azure-additional-public-ips", "x"),
            new Case("exceeds the maximum number of rules (1001 > 1000)", world -> {
                SecurityRules.put(world, SecurityRules.fillers(999, 1000));
                world.service(web().yaml());
                world.converge();
                world.service(Services.named("api").port("TCP", 443).created("2026-01-02T00:00:00Z").yaml());
                world.plan().plan().ready().forEach(world::applyOne);
            }),
            new Case("nsg \"k8s-nsg\" not found", world -> {
                world.resources().remove(World.id(ArmTypes.SECURITY_GROUP, "k8s-nsg"));
                world.service(web().yaml());
            }),
            new Case("multiple standard load balancers are enabled but no configuration named \"kubernetes\" is found",
                    world -> several(world, "[{name: lb1, primaryVMSet: vmss-a}]").service(web().yaml())),
            new Case(
                    "service \"web\" selects 2 load balancers by annotation, but none of them is defined in cloud provider "
                            + "configuration",
                    world -> several(world, TWO).service(
                            web().annotation("azure-load-balancer-configurations", "lb8,lb9").yaml())),
            new Case("service \"shop/web\" selects 2 load balancers (kubernetes, lb2), but 1 of them (kubernetes) have "
                    + "AllowServicePlacement set to false and the service is not using any of them, 1 of them (lb2) do not "
                    + "match the service label selector, and 0 of them () do not match the service namespace selector",
                    world -> several(world,
                            TWO.replace("primaryVMSet: vmss-a", "primaryVMSet: vmss-a, allowServicePlacement: false"))
                            .service(web().yaml())),
            new Case("service \"web\" has conflicting load balancer configuration: both a load balancer name (" + PREFIX
                    + "azure-load-balancer-configurations) and an IP address are specified.",
                    world -> several(world, TWO).service(web().annotation("azure-load-balancer-configurations", "lb2")
                            .annotation("azure-pip-name", "vip")
                            .yaml())),
            new Case(
                    "service \"web\" specifies an IP that resides on load balancer \"kubernetes\", which is not in the "
                            + "eligible set [lb2]; check or adjust the load balancer eligibility configuration "
                            + "(ServiceLabelSelector, ServiceNamespaceSelector, or AllowServicePlacement)",
                    world -> {
                        several(world, TWO);
                        publicIp(world, "vip", "20.1.1.1");
                        world.service(Services.named("api").port("TCP", 81).annotation("azure-pip-name", "vip").yaml());
                        world.converge();
                        world.service(web().label("tier", "gold").annotation("azure-pip-name", "vip").yaml());
                    }),
            new Case(
                    "service \"web\" specifies an IP that resides on load balancer \"kubernetes\", which is not in the "
                            + "eligible set [lb2];",
                    world -> {
                        several(world, TWO);
                        world.service(inner("api", 81).yaml());
                        world.converge();
                        world.service(inner("web", 80).label("tier", "gold").yaml());
                    }),
            new Case("service \"web\" cannot migrate from load balancer \"kubernetes\" to \"lb2\" because frontend IP "
                    + "\"<web>\" is also referenced by other resources; remove the " + PREFIX
                    + "azure-load-balancer-configurations annotation to stay on load balancer \"kubernetes\"",
                    world -> {
                        several(world, TWO);
                        publicIp(world, "vip", "20.1.1.1");
                        world.service(web().annotation("azure-pip-name", "vip").yaml());
                        world.service(Services.named("api").port("TCP", 81).annotation("azure-pip-name", "vip").yaml());
                        world.converge();
                        world.service(web().label("tier", "gold").yaml());
                    }),
            annotated("service requiring private link service must be internal or disable floating ip",
                    "azure-pls-create", "true"),
            new Case("IPv6 is not supported for private link service", world -> world.service(linked()
                    .spec("ipFamilies: [IPv6]")
                    .yaml())),
            new Case("ipConfigCount(1) must be no smaller than number of static IPs specified(2)",
                    world -> world.service(linked()
                            .annotation("azure-pls-ip-configuration-ip-address", "10.240.0.7 10.240.0.8")
                            .yaml())),
            new Case("maximum number of private link service ipConfig is 8", world -> world.service(linked()
                    .annotation("azure-pls-ip-configuration-ip-address-count", "9")
                    .yaml())),
            new Case("minimum number of private link service ipConfig is 1", world -> world.service(linked()
                    .annotation("azure-pls-ip-configuration-ip-address-count", "0")
                    .yaml())),
            new Case("cannot change existing private link service name (pls-<web>) to (other)", world -> {
                world.service(linked().yaml());
                world.converge();
                world.service(linked().annotation("azure-pls-name", "other").yaml());
            }));

    private static final List<Case> NOTICES = List.of(
            new Case("frontend IP configuration with ID " + LB
                    + "/frontendIPConfigurations/<web> on LB kubernetes cannot be "
                    + "deleted because it is being referenced by the outbound rule out", world -> {
                        world.service(web().yaml());
                        world.converge();
                        ArmJson.properties(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes").orElseThrow())
                                .putArray("outboundRules")
                                .add(World.json("{\"name\": \"out\", \"properties\": {\"frontendIPConfigurations\": "
                                        + "[{\"id\": \"" + named(LB + "/frontendIPConfigurations/<web>") + "\"}]}}"));
                        world.gone("web");
                    }),
            new Case(
                    "frontend IP configuration with ID " + LB
                            + "/frontendIPConfigurations/<web> on LB kubernetes cannot be "
                            + "deleted because it is being referenced by load balancing rules of other services",
                    world -> {
                        publicIp(world, "vip", "20.1.1.1");
                        world.service(web().annotation("azure-pip-name", "vip").yaml());
                        world.service(Services.named("api").port("TCP", 81).annotation("azure-pip-name", "vip").yaml());
                        world.converge();
                        world.gone("web");
                    }));

    @TestFactory
    Stream<DynamicTest> refusalReadsAsUsersKnowIt() {
        return REFUSALS.stream().map(each -> DynamicTest.dynamicTest(each.text(), () -> {
            World world = new World(2);
            each.given().accept(world);
            assertThat(world.plan().plan().refusals()).extracting(Refusal::message)
                    .anySatisfy(message -> assertThat(message).contains(named(each.text())));
        }));
    }

    @TestFactory
    Stream<DynamicTest> noticeReadsAsUsersKnowIt() {
        return NOTICES.stream().map(each -> DynamicTest.dynamicTest(each.text(), () -> {
            World world = new World(2);
            each.given().accept(world);
            assertThat(world.plan()
                    .plannedServices()
                    .values()
                    .stream()
                    .flatMap(planned -> planned.notices().stream())
                    .map(Notice::message))
                    .anySatisfy(message -> assertThat(message).startsWith(named(each.text())));
        }));
    }

    private static Case annotated(String text, String key, String value) {
        return new Case(text, world -> world.service(web().annotation(key, value).yaml()));
    }

    private static String named(String text) {
        return text.replace("<web>",
                ServiceNames.base(Services.uid("web")));
    }

    private static World several(World world, String configurations) {
        return world.with("loadBalancerBackendPoolConfigurationType", "nodeIP")
                .with("multipleStandardLoadBalancerConfigurations", configurations);
    }

    private static void publicIp(World world, String name, String address) {
        world.put(ArmTypes.PUBLIC_IP, name, "{\"properties\": {\"ipAddress\": \"" + address + "\"}}");
    }

    /** An unmanaged element that uses port 80 (or 80 to 90) of the Service's frontend. */
    private static void taken(World world, String property, String name, String port) {
        publicIp(world, "vip", "20.1.1.1");
        world.put(ArmTypes.LOAD_BALANCER, "kubernetes", """
                {"properties": {"frontendIPConfigurations": [{"name": "mine",
                  "properties": {"publicIPAddress": {"id": "PIP"}}}],
                 "PROPERTY": [{"name": "NAME", "properties": {"frontendIPConfiguration": {"id": "FE"},
                  "protocol": "Tcp", "PORT": 80, "frontendPortRangeEnd": 90}}]}}"""
                .replace("PROPERTY", property)
                .replace("NAME", name)
                .replace("PORT", port)
                .replace("FE", LB + "/frontendIPConfigurations/mine")
                .replace("PIP", world.resource(ArmTypes.PUBLIC_IP, "vip").orElseThrow().path("id").asText()));
        world.service(web().annotation("azure-pip-name", "vip").yaml());
    }

    private static Services inner(String name, int port) {
        return Services.named(name)
                .port("TCP", port)
                .annotation("azure-load-balancer-internal", "true")
                .annotation("azure-load-balancer-ipv4", "10.240.9.9");
    }

    private static Services linked() {
        return web().annotation("azure-load-balancer-internal", "true").annotation("azure-pls-create", "true");
    }

    private static Services web() {
        return Services.named("web").port("TCP", 80);
    }
}
