package io.azureccm.service.plan.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules and probes that follow from annotations and fields of a Service. */
class LoadBalancerRulesTest {
    private static final String INTERNAL = "azure-load-balancer-internal";
    private static final String ALL_PORTS = "azure-load-balancer-enable-high-availability-ports";
    private static final String FLOATING_OFF = "azure-disable-load-balancer-floating-ip";
    private static final String WEB = ServiceNames.base(Services.uid("web"));

    private final World world = new World(2);

    @ParameterizedTest(name = "{0}={1} makes {2} {3}")
    @CsvSource(delimiter = '|', value = {"azure-load-balancer-tcp-idle-timeout||idleTimeoutInMinutes|4",
            "azure-load-balancer-tcp-idle-timeout|4|idleTimeoutInMinutes|4",
            "azure-load-balancer-tcp-idle-timeout|' 30 '|idleTimeoutInMinutes|30",
            "azure-load-balancer-tcp-idle-timeout|100|idleTimeoutInMinutes|100",
            "azure-load-balancer-disable-tcp-reset||enableTcpReset|true",
            "azure-load-balancer-disable-tcp-reset|TRUE|enableTcpReset|false",
            "azure-load-balancer-disable-tcp-reset|no|enableTcpReset|true",
            "azure-disable-load-balancer-floating-ip||enableFloatingIP|true",
            "azure-disable-load-balancer-floating-ip||backendPort|80",
            "azure-disable-load-balancer-floating-ip|True|enableFloatingIP|false",
            "azure-disable-load-balancer-floating-ip|true|backendPort|30080",
            "azure-disable-load-balancer-floating-ip|yes|enableFloatingIP|true"})
    void annotationSetsAPropertyOfEveryRule(String key, String value, String property, String expected) {
        serve(value == null ? web() : web().annotation(key, value));
        assertThat(ArmJson.text(only(rules("kubernetes")), "properties", property)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} {1}: distribution {2}, outbound SNAT off {3}")
    @CsvSource({"None,false,Default,false", "ClientIP,true,SourceIP,true"})
    void affinityAndOutboundSettingShowInTheRule(String affinity, String off, String distribution,
            String disabled) {
        world.with("disableOutboundSNAT", off);
        serve(web().spec("sessionAffinity: " + affinity));
        ObjectNode rule = only(rules("kubernetes"));
        assertThat(ArmJson.text(rule, "properties", "loadDistribution")).isEqualTo(distribution);
        assertThat(ArmJson.text(rule, "properties", "disableOutboundSnat")).isEqualTo(disabled);
    }

    @ParameterizedTest(name = "{0} on a {1} load balancer: tcp reset \"{2}\"")
    @CsvSource({"TCP,standard,true", "UDP,standard,''", "TCP,basic,''"})
    void tcpResetIsSetForTcpOnStandardLoadBalancersAlone(String protocol, String sku, String reset) {
        world.with("loadBalancerSku", sku);
        serve(Services.named("web").port(protocol, 80, 30080));
        assertThat(ArmJson.text(only(rules("kubernetes")), "properties", "enableTcpReset")).isEqualTo(reset);
    }

    @Test
    void internalIpv6FrontendsHaveNoFloatingIpAndSendToNodePorts() {
        serve(web().annotation(INTERNAL, "true").spec("ipFamilies: [IPv4, IPv6]"));
        List<ObjectNode> rules = rules("kubernetes-internal");
        assertThat(rules).hasSize(2);
        assertThat(ArmJson.text(rules.get(0), "properties", "enableFloatingIP")).isEqualTo("true");
        assertThat(ArmJson.text(rules.get(0), "properties", "backendPort")).isEqualTo("80");
        assertThat(ArmJson.text(rules.get(1), "properties", "enableFloatingIP")).isEqualTo("false");
        assertThat(ArmJson.text(rules.get(1), "properties", "backendPort")).isEqualTo("30080");
    }

    @ParameterizedTest(name = "{0} of port 80: {1} rules, {2} probes")
    @CsvSource({"no_lb_rule,1,1", "no_probe_rule,2,1"})
    void portWithoutRuleHasNoProbeAndPortWithoutProbeKeepsItsRule(String setting, int rules, int probes) {
        serve(web().port("TCP", 443, 30443).annotation("port_80_" + setting, "true"));
        assertThat(rules("kubernetes")).hasSize(rules);
        assertThat(names("probes")).hasSize(probes).containsOnly(WEB + "-TCP-443");
    }

    @Test
    void highAvailabilityPortsMakeOneRuleNamedAfterTheFirstPort() {
        serve(Services.named("web")
                .port("UDP", 53, 30053)
                .port("TCP", 80, 30080)
                .annotation(INTERNAL, "true")
                .annotation(ALL_PORTS, "true")
                .annotation(FLOATING_OFF, "true")
                .annotation("port_80_no_lb_rule", "true")
                .annotation("port_80_no_probe_rule", "true"));
        ObjectNode rule = only(rules("kubernetes-internal"));
        assertThat(ArmJson.name(rule)).isEqualTo(WEB + "-UDP-53");
        assertThat(properties(rule, "protocol", "frontendPort", "backendPort", "enableFloatingIP", "enableTcpReset"))
                .containsExactly("All", "0", "0", "true", "true");
        assertThat(ArmJson.text(rule, "properties", "probe", "id")).endsWith("/probes/" + WEB + "-UDP-53");
        assertThat(ArmJson.text(only(elements("kubernetes-internal", "probes")), "properties", "port"))
                .isEqualTo("30080");
    }

    @ParameterizedTest(name = "internal {0} on {1}: {2} rules")
    @CsvSource({"false,standard,kubernetes", "true,basic,kubernetes-internal"})
    void highAvailabilityPortsAreIgnoredWhereAzureHasNone(String internal, String sku, String balancer) {
        world.with("loadBalancerSku", sku);
        serve(web().port("TCP", 443, 30443).annotation(INTERNAL, internal).annotation(ALL_PORTS, "true"));
        assertThat(rules(balancer)).hasSize(2);
    }

    @Test
    void wrongProbeOfOnePortLeavesTheRuleForAllPortsToTheNextPort() {
        serve(web().port("TCP", 443, 30443)
                .annotation(INTERNAL, "true")
                .annotation(ALL_PORTS, "true")
                .annotation("port_80_health-probe_interval", "1"));
        assertThat(ArmJson.text(only(elements("kubernetes-internal", "probes")), "properties", "port"))
                .isEqualTo("30443");
        assertThat(world.plan().plannedServices().values().stream().flatMap(planned -> planned.notices().stream()))
                .anyMatch(notice -> notice.message().contains("the minimum value of interval is 5"));
    }

    @Test
    void sctpGoesAsAllProtocolsThroughAnInternalLoadBalancer() {
        serve(Services.named("web").port("SCTP", 38412, 30412).annotation(INTERNAL, "true"));
        ObjectNode rule = only(rules("kubernetes-internal"));
        assertThat(ArmJson.name(rule)).isEqualTo(WEB + "-SCTP-38412");
        assertThat(properties(rule, "protocol", "frontendPort", "backendPort")).containsExactly("All", "38412",
                "38412");
        assertThat(ArmJson.child(rule, "properties", "probe")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"false|standard", "true|basic"})
    void sctpIsRefusedOnExternalAndBasicLoadBalancers(String setting) {
        String[] parts = setting.split("\\|");
        world.with("loadBalancerSku", parts[1]);
        world.service(Services.named("web").port("SCTP", 80, 30080).annotation(INTERNAL, parts[0]).yaml());
        assertThat(only(world.plan().plan().refusals()).message())
                .contains("SCTP is only supported on standard loadbalancer in internal mode");
    }

    @Test
    void sharedProbeStandsForAllPortsAndGoesWithTheLastRuleThatUsesIt() {
        world.with("clusterServiceLoadBalancerHealthProbeMode", "shared");
        serve(web().port("UDP", 53, 30053).annotation("azure-load-balancer-health-probe-interval", "nonsense"));
        serve(Services.named("api").port("TCP", 443, 30443));
        ObjectNode probe = only(elements("kubernetes", "probes"));
        assertThat(ArmJson.name(probe)).isEqualTo("cluster-service-shared-health-probe");
        assertThat(properties(probe, "protocol", "port", "requestPath", "intervalInSeconds", "probeThreshold"))
                .containsExactly("Http", "10256", "/healthz", "5", "2");
        assertThat(rules("kubernetes")).hasSize(3)
                .allMatch(rule -> ArmJson.text(rule, "properties", "probe", "id")
                        .endsWith("/cluster-service-shared-health-probe"));
        serve(web().spec("externalTrafficPolicy: Local").spec("healthCheckNodePort: 32000"));
        assertThat(names("probes")).containsExactlyInAnyOrder("cluster-service-shared-health-probe",
                WEB + "-TCP-32000");
        world.gone("api");
        world.converge();
        assertThat(names("probes")).containsExactly(WEB + "-TCP-32000");
    }

    @Test
    void leavingTheSharedModeKeepsTheSharedProbeWhileAStoppedServiceUsesIt() {
        world.with("clusterServiceLoadBalancerHealthProbeMode", "shared");
        serve(web());
        serve(Services.named("api").port("TCP", 443, 30443));
        world.with("clusterServiceLoadBalancerHealthProbeMode", "servicenodeport");
        serve(web().annotation("azure-load-balancer-tcp-idle-timeout", "2"));
        serve(Services.named("api").port("TCP", 443, 30443));
        assertThat(names("probes")).containsExactlyInAnyOrder("cluster-service-shared-health-probe",
                ServiceNames.base(Services.uid("api")) + "-TCP-443");
        serve(web());
        assertThat(names("probes")).doesNotContain("cluster-service-shared-health-probe");
    }

    private void serve(Services service) {
        world.service(service.yaml());
        world.converge();
    }

    private static Services web() {
        return Services.named("web").port("TCP", 80, 30080);
    }

    private List<String> names(String elements) {
        return elements("kubernetes", elements).stream().map(ArmJson::name).toList();
    }

    private List<ObjectNode> rules(String balancer) {
        return elements(balancer, "loadBalancingRules");
    }

    private List<ObjectNode> elements(String balancer, String elements) {
        return ArmJson.list(world.resource(ArmTypes.LOAD_BALANCER, balancer).orElseThrow(), "properties", elements);
    }

    private static List<String> properties(ObjectNode element, String... names) {
        return Stream.of(names).map(name -> ArmJson.text(element, "properties", name)).toList();
    }

    private static <T> T only(List<T> elements) {
        assertThat(elements).hasSize(1);
        return elements.getFirst();
    }
}
