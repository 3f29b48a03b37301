package io.azureccm.e2e.suite.scenario.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.azureccm.common.core.explain.Explanation;
import io.azureccm.common.core.explain.Explanation.State;
import io.azureccm.common.observe.metrics.ObjectStateMetrics;
import io.azureccm.e2e.azure.faults.Fault;
import io.azureccm.e2e.azure.faults.FaultAction;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.SteadyState.Observation;
import io.azureccm.e2e.suite.scenario.ScenarioSetup;
import io.azureccm.e2e.suite.scenario.ServiceScenario;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every reason for which a Service stays {@code <pending>} is made to happen, all at once in one cluster; a file has what conditions, events,
 * the console, the metric and the explanation say ({@code -Ddocs.write=true} rewrites it), and the page of reasons quotes it.
 */
class PendingServicesTest {
    private static final String PAGE = "e2e/suite/src/test/resources/pending-services.md";
    private static final String PREFIX = "service.beta.kubernetes.io/";

    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    private static final String HEAD = "# What is said about Services that stay pending\n";

    @TempDir
    private Path folder;

    /** A Service that stays without an address: its name, what is the matter, its annotations, spec, and what Azure answers to its public IP. */
    private record Case(String name, String title, String reason, String annotations, String spec, FaultAction answer) {
        static Case asked(String name, String title, String reason, String annotations, String spec) {
            return new Case(name, title, reason, annotations, spec, null);
        }

        static Case answered(String name, String title, String reason, int status, String code, String message) {
            return new Case(name, title, reason, "{}", "{}", new FaultAction.Refuse(status, code, message));
        }
    }

    private static final List<Case> CASES = List.of(
            Case.asked("bad-value", "An annotation has an invalid value", "InvalidAnnotation",
                    "{azure-load-balancer-tcp-idle-timeout: soon}", "{}"),
            Case.asked("two-ranges", "Source ranges are set twice", "ConflictingConfiguration",
                    "{azure-allowed-ip-ranges: 10.0.0.0/8}", "{loadBalancerSourceRanges: [10.0.0.0/8]}"),
            Case.asked("sctp", "A port has an unsupported protocol", "UnsupportedPort", "{}",
                    "{ports: [{name: s, port: 80, protocol: SCTP}]}"),
            Case.asked("no-public-ip", "The named public IP does not exist", "NotFound",
                    "{azure-pip-name: not-there}", "{}"),
            Case.asked("no-address", "No public IP has the requested address", "NotFound",
                    "{azure-load-balancer-ipv4: 20.1.2.3}", "{}"),
            Case.asked("no-subnet", "The named subnet does not exist", "NotFound",
                    "{azure-load-balancer-internal: 'true', azure-load-balancer-internal-subnet: not-there}", "{}"),
            Case.asked("port-taken", "Another Service uses the same address and port", "InUse",
                    "{azure-load-balancer-internal: 'true', azure-load-balancer-ipv4: 10.240.200.77}", "{}"),
            Case.asked("label-taken", "Another Service uses the DNS label", "InUse",
                    "{azure-dns-label-name: taken}", "{}"),
            Case.asked("no-node-port", "A port has no node port", "UnsupportedPort", "{}",
                    "{allocateLoadBalancerNodePorts: false}"),
            Case.asked("private-link", "A private link service is not possible for the Service",
                    "ConflictingConfiguration", "{azure-pls-create: 'true'}", "{}"),
            Case.asked("theirs", "The named public IP belongs to another cluster", "NotOwned",
                    "{azure-pip-name: theirs}", "{}"),
            Case.asked("six", "The named public IP has the wrong IP family", "ConflictingConfiguration",
                    "{azure-pip-name: six}", "{}"),
            Case.asked("many-ranges", "The source ranges exceed the limit of a security group", "LimitReached",
                    "{azure-allowed-ip-ranges: '" + ranges(4_001) + "'}", "{}"),
            Case.answered("forbidden", "The identity lacks a permission", "Forbidden", 403, "AuthorizationFailed",
                    "The client does not have authorization to perform action 'Microsoft.Network/publicIPAddresses/write'."),
            Case.answered("policy", "A policy denies the request", "DeniedByPolicy", 403, "RequestDisallowedByPolicy",
                    "Resource was disallowed by policy 'no-public-ips'."),
            Case.answered("locked", "A lock blocks the write", "Locked", 409, "ScopeLocked",
                    "The scope cannot perform write operation because the following scope(s) are locked: 'k8s'."),
            Case.answered("quota", "A quota is exhausted", "QuotaExceeded", 400, "PublicIPCountLimitReached",
                    "Cannot create more than 1000 public IP addresses for this subscription in this region."),
            Case.answered("rejected", "Azure rejects the request", "RejectedByAzure", 400, "InvalidRequestFormat",
                    "Cannot parse the request."),
            Case.answered("error", "Azure returns a server error", "OutcomeUnknown", 500, "InternalServerError",
                    "An error occurred."),
            Case.answered("in-turn", "Another operation is in progress", "ChangedMeanwhile", 409,
                    "AnotherOperationInProgress", "Another operation on this or dependent resource is in progress."),
            new Case("throttled", "Azure throttles the controller", "Throttled", "{}", "{}",
                    new FaultAction.Throttle("TooManyRequests", "3600")));

    /** That many addresses, no two of which make up a wider range. */
    private static String ranges(int count) {
        return IntStream.range(0, count)
                .mapToObj(each -> "20." + (each >> 15) + "." + (each >> 7 & 255) + "." + (each << 1 & 255) + "/32")
                .collect(Collectors.joining(","));
    }

    @Test
    void everyReasonForPendingIsSaidWherePeopleLook() throws IOException {
        try (ServiceScenario scenario = ServiceScenario.play(folder, ScenarioSetup.of(1))) {
            create(scenario, "holder",
                    "{azure-load-balancer-internal: 'true', azure-load-balancer-ipv4: 10.240.200.77}",
                    "{}");
            create(scenario, "labelled", "{azure-dns-label-name: taken}", "{}");
            scenario.awaitAddresses("holder", "labelled");
            seed(scenario, "theirs", "{k8s-azure-cluster-name: another, k8s-azure-service: default/web}", "IPv4");
            seed(scenario, "six", "{}", "IPv6");
            // It keeps back every other write of public IPs.
            Case throttled = CASES.getLast();
            StringBuilder sections = new StringBuilder(sections(scenario, CASES.subList(0, CASES.size() - 1)));
            sections.append(sections(scenario, List.of(throttled)));
            for (Case each : CASES) {
                assertThat(scenario.addresses(each.name())).as(each.name()).isEmpty();
            }
            checkMetric(scenario);
            Path page = Path.of("../..").resolve(PAGE);
            String text = HEAD + sections;
            if (Boolean.getBoolean("docs.write"))
                Files.writeString(page, text);
            assertThat(page).as("run with -Ddocs.write=true to rewrite it").hasContent(text);
        }
    }

    private static void awaitReasons(ServiceScenario scenario, List<Case> cases) {
        cases.forEach(each -> begin(scenario, each));
        scenario.steadyState(Duration.ofMillis(500)).await(SteadyState.BOUND, () -> {
            List<String> others = cases.stream()
                    .filter(each -> !says(scenario, each))
                    .map(each -> each.name() + " " + seen(scenario, each.name()))
                    .toList();
            return new Observation(others.isEmpty(), String.join("\n", others));
        });
    }

    private static boolean says(ServiceScenario scenario, Case each) {
        return conditions(scenario, each.name()).anyMatch(
                condition -> condition.path("reason").asText().equals(each.reason())
                        && !condition.path("status").asText().equals("True"))
                && failure(scenario, each.name()).isPresent();
    }

    private static void begin(ServiceScenario scenario, Case each) {
        if (each.answer() == null) {
            create(scenario, each.name(), each.annotations(), each.spec());
            return;
        }
        create(scenario, each.name(), each.annotations(), "{type: ClusterIP}");
        String uid = service(scenario, each.name()).at("/metadata/uid").asText().replace("-", "");
        scenario.azure()
                .faults()
                .add(Fault.on("PUT", "publicIPAddresses", each.answer()).target(".*" + uid.substring(0, 20) + ".*"));
        create(scenario, each.name(), each.annotations(), "{}");
    }

    private static void create(ServiceScenario scenario, String name, String annotations, String spec) {
        ObjectNode service = yaml("{apiVersion: v1, kind: Service, metadata: {name: " + name
                + ", namespace: default}, spec: {type: LoadBalancer, ports: [{name: http, port: 80, protocol: TCP}]}}");
        ObjectNode all = service.withObject("/metadata/annotations");
        yaml(annotations).properties().forEach(each -> all.set(PREFIX + each.getKey(), each.getValue()));
        service.withObject("/spec").setAll(yaml(spec));
        scenario.api().apply(service);
    }

    private static void seed(ServiceScenario scenario, String name, String tags, String version) {
        ObjectNode publicIp = yaml("{location: eastus, sku: {name: Standard}, tags: " + tags
                + ", properties: {publicIPAllocationMethod: Static, publicIPAddressVersion: " + version + "}}");
        scenario.azure()
                .seed(publicIp.arrayNode()
                        .add(publicIp.put("id", scenario.networkId("publicIPAddresses", name))
                                .put("name", name)
                                .put("type", "Microsoft.Network/publicIPAddresses")));
    }

    private static ObjectNode yaml(String text) {
        try {
            return (ObjectNode) YAML.readTree(text);
        } catch (IOException wrong) {
            throw new UncheckedIOException(text, wrong);
        }
    }

    private static String sections(ServiceScenario scenario, List<Case> cases) {
        awaitReasons(scenario, cases);
        StringBuilder page = new StringBuilder();
        for (Case each : cases) {
            page.append("\n## ").append(each.title()).append("\n\n```text\n");
            seen(scenario, each.name()).forEach(line -> page.append(line).append('\n'));
            page.append("```\n");
        }
        return page.toString();
    }

    private static List<String> seen(ServiceScenario scenario, String name) {
        List<String> lines = new ArrayList<>();
        conditions(scenario, name).forEach(each -> lines.add("condition    " + each.path("type").asText() + " "
                + each.path("status").asText() + " " + each.path("reason").asText() + ": "
                + each.path("message").asText()));
        lines.add("event        " + failure(scenario, name).orElse("none"));
        State state = state(scenario, name);
        lines.add("console      " + state + ", among those of /actuator/console?state=" + state);
        lines.add("metric       controller_objects{state=\"" + state.name().toLowerCase(Locale.ROOT) + "\"}");
        lines.add(
                "explanation  " + scenario.controller().explain("default/" + name).lines().findFirst().orElse("none"));
        String uid = service(scenario, name).at("/metadata/uid").asText();
        return lines.stream().map(line -> stable(line, uid)).toList();
    }

    private static State state(ServiceScenario scenario, String name) {
        return scenario.controller()
                .standing()
                .orElseThrow()
                .stream()
                .filter(each -> each.name().equals("default/" + name))
                .findFirst()
                .map(Explanation::state)
                .orElse(State.PENDING);
    }

    /** Of those that Azure refuses some are being tried again at any moment; what users have to change stands still. */
    private static void checkMetric(ServiceScenario scenario) {
        MeterRegistry registry = new SimpleMeterRegistry();
        ObjectStateMetrics metrics = new ObjectStateMetrics(scenario.controller()::standing, System::nanoTime);
        metrics.bindTo(registry);
        long refused = CASES.stream().filter(each -> state(scenario, each.name()) == State.REFUSED).count();
        assertThat(refused).isPositive();
        assertThat(registry.get("controller.objects").tag("state", "refused").gauge().value()).isEqualTo(refused);
        // Gauges hold what they measure by weak references.
        Reference.reachabilityFence(metrics);
    }

    private static Optional<String> failure(ServiceScenario scenario, String name) {
        return scenario.api()
                .list("events", "default")
                .stream()
                .filter(event -> event.at("/involvedObject/name").asText().equals(name)
                        && event.path("reason").asText().equals("SyncLoadBalancerFailed"))
                .map(event -> event.path("reason").asText() + ": " + event.path("message").asText())
                .findFirst();
    }

    /** What is another one in each run. */
    private static String stable(String line, String uid) {
        return line.replace(uid, "UID")
                .replace(uid.replace("-", "").substring(0, 31), "UID")
                .replaceAll("\\ba[0-9a-f]{31}\\b", "aUID")
                .replaceAll("20\\d\\d-\\d\\d-\\d\\dT[0-9:.]+Z", "TIME")
                .replaceAll("; until the Service is fixed or deleted, public IP [^ ]+ is kept for it and billed", "")
                .replaceAll("[0-9a-f]{8}-[0-9a-f]{4}-[1-9a-f][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}", "ID")
                .replaceAll(" +$", "");
    }

    private static Stream<JsonNode> conditions(ServiceScenario scenario, String name) {
        List<JsonNode> all = new ArrayList<>();
        service(scenario, name).at("/status/conditions").forEach(all::add);
        return all.stream();
    }

    private static ObjectNode service(ServiceScenario scenario, String name) {
        return scenario.api().get("services", "default", name).orElseThrow();
    }
}
