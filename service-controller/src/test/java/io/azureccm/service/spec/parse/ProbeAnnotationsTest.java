package io.azureccm.service.spec.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.service.spec.ProbeSpec;
import io.azureccm.service.spec.ServiceSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Health probe annotations, one table each: default, value, value of a port, and mistakes. */
class ProbeAnnotationsTest {
    private static final String PREFIX = "service.beta.kubernetes.io/";
    private static final String SERVICE = "azure-load-balancer-health-probe-";
    private static final String PORTS = "ports: [{name: http, port: 80, protocol: TCP, nodePort: 30080},"
            + " {name: Admin, port: 8080, protocol: TCP, nodePort: 31080}]";

    @ParameterizedTest(name = "service {0}, appProtocol {1}, port {2}: {3}")
    @CsvSource(delimiter = '|', value = {"|||Tcp", "http|||Http", "' HTTPS '|||Https", "ftp|||Tcp", "|http||Http",
            "https|http||Http", "http|kubernetes.io/h2c||Tcp", "http|grpc|HTTP|Http", "http|https|tcp|Tcp",
            "http||nonsense|Tcp"})
    void protocolOfThePortGoesBeforeAppProtocolBeforeTheService(String service, String app, String port,
            String protocol) {
        String ports = app == null ? PORTS : PORTS.replace("name: http,", "name: http, appProtocol: " + app + ",");
        assertThat(probe(annotations(SERVICE + "protocol", service, "port_80_health-probe_protocol", port), ports)
                .protocol()).isEqualTo(protocol);
    }

    @Test
    void httpsProbesAreTcpProbesOnABasicLoadBalancer() {
        ServiceSpec intent = new ServiceSpecParser(new SpecSettings(false, false, 10256, "/healthz",
                TenantPolicy.DEFAULT, LoadBalancerClass.NONE))
                .parse(service(annotations(SERVICE + "protocol", "https"), PORTS), 1);
        assertThat(intent.traffic().ports().getFirst().ownProbe().orElseThrow().protocol()).isEqualTo("Tcp");
    }

    @ParameterizedTest(name = "service {0}, port {1}: \"{2}\"")
    @CsvSource(delimiter = '|', value = {"||/", "/ready||/ready", "/ready|/live|/live", "/ready|''|''", "''||''"})
    void pathOfThePortGoesBeforeTheService(String service, String port, String path) {
        assertThat(probe(annotations(SERVICE + "protocol", "http", SERVICE + "request-path", service,
                "port_80_health-probe_request-path", port), PORTS).path()).isEqualTo(path);
    }

    @ParameterizedTest(name = "{0}: service {1}, port {2}: {3}")
    @CsvSource(delimiter = '|', value = {"interval|||5", "interval|5||5", "interval|' 20 '||20", "interval|20|10|10",
            "num-of-probe|||2", "num-of-probe|2||2", "num-of-probe|9||9", "num-of-probe|9|3|3"})
    void numbersOfThePortGoBeforeThoseOfTheService(String setting, String service, String port, int value) {
        ProbeSpec probe = probe(
                annotations(SERVICE + setting, service, "port_80_health-probe_" + setting, port), PORTS);
        assertThat(setting.equals("interval") ? probe.intervalSeconds() : probe.threshold()).isEqualTo(value);
    }

    @ParameterizedTest(name = "interval {0}, number {1}: \"{2}\"")
    @CsvSource(delimiter = '|', value = {"4||the minimum value of interval is 5",
            "soon||value must be a whole number; the minimum value of interval is 5",
            "|1|the minimum value of num-of-probe is 2",
            "|2.5|value must be a whole number; the minimum value of num-of-probe is 2",
            "99999999999||value must be a whole number", "60|2|total probe should be less than 120",
            "5|24|less than 120",
            "5|23|", "59|2|"})
    void intervalTimesNumberStaysBelowTwoMinutes(String interval, String number, String problem) {
        for (String of : new String[]{SERVICE, "port_80_health-probe_"}) {
            Optional<String> refusal = problem(
                    annotations(of + "interval", interval, of + "num-of-probe", number), PORTS);
            assertThat(refusal.isPresent()).isEqualTo(problem != null);
            refusal.ifPresent(message -> assertThat(message).contains(problem));
        }
    }

    @ParameterizedTest(name = "{0} means {1}")
    @CsvSource({"http,30080", "ADMIN,31080", "8080,31080", "80,30080", "10254,10254", "65535,65535"})
    void probePortIsAPortOfTheServiceByNameOrNumberOrAnyOtherNumber(String value, int port) {
        assertThat(probe(annotations("port_80_health-probe_port", value), PORTS).port()).isEqualTo(port);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ports: [{port: 80, protocol: TCP, nodePort: 30080}]",
            "ports: [{name: '', port: 80, protocol: TCP, nodePort: 30080}]",
            "externalTrafficPolicy: Local, healthCheckNodePort: 32000, ports: [{port: 80, protocol: TCP, nodePort: 30080}]"})
    void emptyProbePortIsTheOnlyPortWhichHasNoName(String ports) {
        assertThat(probe(annotations("port_80_health-probe_port", ""), ports).port()).isEqualTo(30080);
    }

    @ParameterizedTest(name = "{0}: \"{1}\"")
    @CsvSource(delimiter = '|', value = {"nowhere|port nowhere not found in service", "''|not found in service",
            "0|port 0 is out of range", "-1|port -1 is out of range", "65536|port 65536 is out of range",
            "99999999999999999999|is out of range"})
    void probePortThatNothingAnswersOnIsRefused(String value, String problem) {
        assertThat(problem(annotations("port_80_health-probe_port", value), PORTS).orElseThrow())
                .contains("failed to parse annotation " + PREFIX + "port_80_health-probe_port: ", problem);
    }

    @ParameterizedTest(name = "{0}: \"{1}\"")
    @CsvSource(delimiter = '|', value = {"a: b|has no node port", "port_80_health-probe_port: 10254|",
            "port_80_no_probe_rule: 'true'|", "port_80_no_lb_rule: 'true'|",
            "azure-disable-load-balancer-floating-ip: 'true'|sends to node ports",
            "port_80_health-probe_port: 80|has no node port"})
    void portWithoutANodePortIsRefusedOnlyWhereOneIsNeeded(String annotation, String problem) {
        Optional<String> refusal = problem("\"" + PREFIX + annotation.replaceFirst(":", "\":"),
                "allocateLoadBalancerNodePorts: false, ports: [{port: 80, protocol: TCP}]");
        assertThat(refusal.isPresent()).isEqualTo(problem != null);
        refusal.ifPresent(message -> assertThat(message).contains(problem, "port 80"));
    }

    @Test
    void localServiceWithoutNodePortsIsProbedOnItsHealthCheckPort() {
        assertThat(problem("", "externalTrafficPolicy: Local, healthCheckNodePort: 32000,"
                + " ports: [{port: 80, protocol: TCP}]")).isEmpty();
    }

    @Test
    void udpPortsNeedNoNodePort() {
        assertThat(problem("", "ports: [{port: 53, protocol: UDP}]")).isEmpty();
    }

    @Test
    void ruleForAllPortsWithoutAnyNodePortIsRefused() {
        String all = annotations("azure-load-balancer-internal", "true",
                "azure-load-balancer-enable-high-availability-ports", "true");
        assertThat(problem(all, "ports: [{port: 80, protocol: TCP}]").orElseThrow()).contains("nothing to probe");
        assertThat(problem(all, "ports: [{port: 80, protocol: TCP}, {port: 81, protocol: TCP, nodePort: 30081}]"))
                .isEmpty();
    }

    @ParameterizedTest(name = "port {0}: http {1}, interval {2}")
    @CsvSource(delimiter = '|', value = {"|32000|7", "8080|31080|9"})
    void localServiceHasAProbeOfAPortOnlyWhereItsPortAnnotationAsks(String value, int port,
            int interval) {
        ServiceSpec intent = parse(annotations("port_32000_health-probe_interval", "7", SERVICE + "interval", "9",
                "port_80_health-probe_port", value, "port_80_health-probe_protocol", "https"),
                "externalTrafficPolicy: Local, healthCheckNodePort: 32000, " + PORTS);
        ProbeSpec probe = intent.traffic()
                .ports()
                .getFirst()
                .ownProbe()
                .or(() -> intent.traffic().sharedProbe())
                .orElseThrow();
        assertThat(probe.port()).isEqualTo(port);
        assertThat(probe.intervalSeconds()).isEqualTo(interval);
    }

    private static ProbeSpec probe(String annotations, String spec) {
        ServiceSpec intent = parse(annotations, spec);
        assertThat(intent.mistake()).isEmpty();
        return intent.traffic().ports().getFirst().ownProbe().orElseThrow();
    }

    private static Optional<String> problem(String annotations, String spec) {
        return parse(annotations, spec).mistake().map(stop -> stop.refusal().message());
    }

    private static ServiceSpec parse(String annotations, String spec) {
        return new ServiceSpecParser(new SpecSettings(true, false, 10256, "/healthz",
                TenantPolicy.DEFAULT, LoadBalancerClass.NONE))
                .parse(service(annotations, spec), 1);
    }

    /** Alternating keys and values; a null value leaves its key out. */
    private static String annotations(String... pairs) {
        StringBuilder yaml = new StringBuilder();
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i + 1] != null) {
                yaml.append(yaml.isEmpty() ? "" : ", ").append(PREFIX + pairs[i] + ": \"" + pairs[i + 1] + "\"");
            }
        }
        return yaml.toString();
    }

    private static Service service(String annotations, String spec) {
        return Serialization.unmarshal(
                "---\n{apiVersion: v1, kind: Service, metadata: {name: web, namespace: shop, uid: u, annotations: {"
                        + annotations + "}}, spec: {type: LoadBalancer, " + spec + "}}",
                Service.class);
    }
}
