package io.azureccm.service.spec.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.service.spec.ProbeSpec;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.azureccm.service.spec.TrafficSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How annotations and fields are parsed, and the messages about invalid ones. */
class ServiceSpecParserTest {
    private static final String TCP_80 = "ports: [{name: http, port: 80, protocol: TCP, nodePort: 30080}]";

    @ParameterizedTest(name = "{0}={1} stops at {2}: {3}")
    @CsvSource(delimiter = '|', value = {
            "azure-load-balancer-tcp-idle-timeout|2|TRAFFIC|between 4 and 100",
            "azure-load-balancer-tcp-idle-timeout|101|TRAFFIC|error parsing idle timeout key",
            "azure-load-balancer-tcp-idle-timeout|soon|TRAFFIC|between 4 and 100",
            "azure-load-balancer-health-probe-interval|4|TRAFFIC|the minimum value of interval is 5",
            "azure-load-balancer-health-probe-num-of-probe|1|TRAFFIC|the minimum value of num-of-probe is 2",
            "azure-load-balancer-health-probe-interval|60|TRAFFIC|total probe should be less than 120",
            "port_80_health-probe_port|nowhere|TRAFFIC|port nowhere not found in service",
            "port_80_health-probe_port|70000|TRAFFIC|port 70000 is out of range",
            "azure-load-balancer-ipv4|10.1.1.1|ADDRESS|cannot use non-public LoadBalancer IP \"10.1.1.1\"",
            "azure-load-balancer-ipv4|nonsense|ADDRESS|has invalid LoadBalancer IP \"nonsense\"",
            "azure-load-balancer-ipv4|168.63.129.16|ADDRESS|cannot use non-public",
            "azure-additional-public-ips|1.2.3.4,x|ACCESS|invalid service annotation"})
    void wrongValueStopsTheServiceAndNamesWhatIsRight(String key, String value, Stage stage, String message) {
        ServiceSpec intent = parse("service.beta.kubernetes.io/" + key + ": \"" + value + "\"", TCP_80);
        assertThat(intent.mistake()).isPresent();
        assertThat(intent.mistake().get().stage()).isEqualTo(stage);
        assertThat(intent.mistake().get().refusal().message()).contains(message);
        assertThat(intent.mistake().get().refusal().subject()).isEqualTo("shop/web");
    }

    @Test
    void allMistakesOfOnePartAreToldAtOnce() {
        ServiceSpec intent = parse("""
                service.beta.kubernetes.io/azure-load-balancer-tcp-idle-timeout: "2",
                service.beta.kubernetes.io/azure-load-balancer-health-probe-interval: "1\"""", TCP_80);
        assertThat(intent.mistake().orElseThrow().refusal().message()).contains("idle timeout",
                "minimum value of interval");
    }

    @Test
    void serviceThatIsBeingDeletedIsNeverStoppedByAnAnnotation() {
        Service service = service("service.beta.kubernetes.io/azure-load-balancer-tcp-idle-timeout: \"2\"", TCP_80);
        service.getMetadata().setDeletionTimestamp("2026-01-02T00:00:00Z");
        service.getMetadata().setFinalizers(List.of(LoadBalancerClass.SHARED_FINALIZER));
        ServiceSpec intent = parser().parse(service, 1);
        assertThat(intent.wanted()).isFalse();
        assertThat(intent.mistake()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"true,true", "True,true", "' TRUE ',true", "false,false", "yes,false", "'',false"})
    void booleansReadTheSameEverywhere(String value, boolean meaning) {
        ServiceSpec intent = parse("service.beta.kubernetes.io/azure-load-balancer-internal: \"" + value + "\"",
                TCP_80);
        assertThat(intent.address().internal()).isEqualTo(meaning);
    }

    @ParameterizedTest(name = "{0}={1}: {2}")
    @CsvSource(delimiter = '|', value = {
            "azure-load-balancer-internal|1|read as false: write \"true\" or \"false\"",
            "azure-load-balancer-disable-tcp-reset|yes|read as false",
            "port_80_no_lb_rule|on|read as false",
            "azure-load-balancer-health-probe-protocol|htpp|read as tcp",
            "port_80_health-probe_protocol|udp|read as tcp",
            "azure-pip-tags|a=b,c|as if \"c\" were absent",
            "azure-pip-tags|Team=a,b=c,team=d|as if \"team\" were there once, with its last value",
            "azure-load-balancer-interal|true|did you mean service.beta.kubernetes.io/azure-load-balancer-internal?"})
    void unclearValueIsToldAndStopsNothing(String key, String value, String message) {
        ServiceSpec intent = parse("service.beta.kubernetes.io/" + key + ": \"" + value + "\"", TCP_80);
        assertThat(intent.mistake()).isEmpty();
        assertThat(intent.notices()).hasSize(1);
        assertThat(intent.notices().getFirst().message()).contains("service.beta.kubernetes.io/" + key, message);
    }

    @Test
    void serviceWithoutMistakesHasNoNotices() {
        assertThat(parse("service.beta.kubernetes.io/azure-load-balancer-internal: \"True\","
                + "service.beta.kubernetes.io/azure-pip-tags: \"a=b, c=d\"",
                "ports: [{port: 80, protocol: TCP, nodePort: 30080, appProtocol: grpc}]").notices()).isEmpty();
    }

    @Test
    void defaultProbeIsTcpOnTheNodePort() {
        assertThat(onlyProbe("", TCP_80)).isEqualTo(new ProbeSpec("Tcp", 30080, "", 5, 2));
    }

    @Test
    void probeSettingsOfThePortGoBeforeAppProtocolBeforeThoseOfTheService() {
        String service = "service.beta.kubernetes.io/azure-load-balancer-health-probe-protocol: http,"
                + "service.beta.kubernetes.io/azure-load-balancer-health-probe-request-path: /ready,"
                + "service.beta.kubernetes.io/azure-load-balancer-health-probe-interval: \"10\"";
        assertThat(onlyProbe(service, TCP_80)).isEqualTo(new ProbeSpec("Http", 30080, "/ready", 10, 2));
        assertThat(onlyProbe(service, "ports: [{port: 80, protocol: TCP, nodePort: 30080, appProtocol: https}]"))
                .isEqualTo(new ProbeSpec("Https", 30080, "/ready", 10, 2));
        assertThat(onlyProbe(service + ",service.beta.kubernetes.io/port_80_health-probe_protocol: tcp",
                "ports: [{port: 80, protocol: TCP, nodePort: 30080, appProtocol: https}]"))
                .isEqualTo(new ProbeSpec("Tcp", 30080, "", 10, 2));
        assertThat(
                onlyProbe(service, "ports: [{port: 80, protocol: TCP, nodePort: 30080, appProtocol: grpc}]").protocol())
                .isEqualTo("Tcp");
    }

    @Test
    void localServiceIsProbedOnItsHealthCheckNodePort() {
        TrafficSpec traffic = parse("", "externalTrafficPolicy: Local, healthCheckNodePort: 32000, " + TCP_80)
                .traffic();
        assertThat(traffic.sharedProbe()).contains(new ProbeSpec("Http", 32000, "/healthz", 5, 2));
        assertThat(traffic.ports().getFirst().ownProbe()).isEmpty();
    }

    @Test
    void udpPortsHaveNoProbeOfTheirOwn() {
        assertThat(parse("", "ports: [{port: 53, protocol: UDP, nodePort: 30053}]").traffic()
                .ports()
                .getFirst()
                .ownProbe()).isEmpty();
    }

    @Test
    void sctpIsRefusedOnAnExternalService() {
        assertThat(parse("", "ports: [{port: 80, protocol: SCTP, nodePort: 30080}]").mistake()
                .orElseThrow()
                .refusal()
                .message())
                .contains("SCTP is only supported on standard loadbalancer in internal mode");
    }

    private static ProbeSpec onlyProbe(String annotations, String spec) {
        return parse(annotations, spec).traffic().ports().getFirst().ownProbe().orElseThrow();
    }

    private static ServiceSpec parse(String annotations, String spec) {
        return parser().parse(service(annotations, spec), 1);
    }

    private static ServiceSpecParser parser() {
        return new ServiceSpecParser(new SpecSettings(true, false, 10256, "/healthz",
                TenantPolicy.DEFAULT, LoadBalancerClass.NONE));
    }

    private static Service service(String annotations, String spec) {
        return Serialization.unmarshal(
                "---\n{apiVersion: v1, kind: Service, metadata: {name: web, namespace: shop, uid: u, annotations: {"
                        + annotations + "}}, spec: {type: LoadBalancer, " + spec + "}}",
                Service.class);
    }
}
