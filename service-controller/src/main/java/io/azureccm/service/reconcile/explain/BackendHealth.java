package io.azureccm.service.reconcile.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.CallPriority;
import io.azureccm.common.arm.CallReason;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.explain.Explanation.Line;
import io.azureccm.common.core.explain.Explanation.Section;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.Rule;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.model.machine.NetworkInterface;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.spec.ServiceSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Asks Azure, when a user wants to know, which backends of the rules of a Service are up: at most {@value #PER_MINUTE} rules in a minute; an
 * answer is shown again for half a minute. Thread-safe.
 */
public final class BackendHealth {
    /** The action of a load balancing rule. */
    private static final String ACTION = "health";
    private static final String RULES = "loadBalancingRules";
    private static final int PER_MINUTE = 20;
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration VALID = Duration.ofSeconds(30);
    private static final CallReason ASKED = new CallReason(CallPriority.BACKGROUND, "HealthAsked");

    private final ArmGateway gateway;
    private final InstantSource clock;
    private final Deque<Instant> asked = new ArrayDeque<>();
    private final Map<ArmId, Known> known = new HashMap<>();

    /** What Azure answered, or why it did not. */
    private record Known(Instant at, Optional<JsonNode> response, String problem) {}

    /** {@code readiness}: of a node by its name, "" if unknown; {@code running}: the nodes with ready pods, if known. */
    public record Nodes(List<NodeFacts> all, List<NetworkInterface> interfaces,
            Function<String, String> readiness, Optional<Set<String>> running) {}

    public BackendHealth(ArmGateway gateway, InstantSource clock) {
        this.gateway = gateway;
        this.clock = clock;
    }

    /** A line for each rule, and one for each of its backends. Blocks until Azure has answered. */
    public Section of(ServiceSpec spec, ObservedState azure, Nodes nodes) {
        List<Line> lines = new ArrayList<>();
        BackendNodes byBackend = new BackendNodes(nodes.all(), nodes.interfaces());
        for (LoadBalancer balancer : azure.loadBalancers())
            for (Rule rule : balancer.rules(Rule.Kind.LOAD_BALANCING))
                if (ServiceNames.owns(spec, rule.name()))
                    lines.addAll(balancer.isBasic()
                            ? List.of(new Line("rule", rule.name(), "Azure knows it for Standard load balancers only"))
                            : rule(balancer, rule, byBackend, nodes));
        if (lines.isEmpty())
            lines.add(new Line("rule", "none", "the Service has no rule in Azure"));
        return new Section("backends, as Azure sees them", lines);
    }

    private List<Line> rule(LoadBalancer balancer, Rule rule, BackendNodes byBackend, Nodes nodes) {
        Known response = ask(balancer.id().child(RULES, rule.name()));
        if (response.response().isEmpty())
            return List.of(new Line("rule", rule.name(), response.problem()));
        List<Line> lines = new ArrayList<>();
        JsonNode json = response.response().get();
        int up = json.path("up").asInt();
        lines.add(new Line("rule", rule.name(), up + " of " + (up + json.path("down").asInt()) + " up, asked at "
                + response.at().truncatedTo(ChronoUnit.SECONDS)));
        json.path("loadBalancerBackendAddresses").forEach(backend -> lines.add(backend(backend, byBackend, nodes)));
        return lines;
    }

    private static Line backend(JsonNode backend, BackendNodes byBackend, Nodes nodes) {
        String ip = backend.path("ipAddress").asText();
        JsonNode shown = backend.path("networkInterfaceIPConfigurationId");
        String configuration = (shown.isObject() ? shown.path("id") : shown).asText();
        Optional<String> node = byBackend.find(ip, configuration).map(NodeFacts::name);
        String readiness = node.map(nodes.readiness())
                .filter(text -> !text.isEmpty())
                .map(text -> "node " + text)
                .orElse("");
        String pods = node.flatMap(name -> nodes.running()
                .map(some -> some.contains(name) ? "has ready pods" : "has no ready pod"))
                .orElse("");
        List<String> notes = List.of(backend.path("reason").asText().replaceFirst("\\.$", ""), readiness, pods)
                .stream()
                .filter(text -> !text.isEmpty())
                .toList();
        return new Line("  " + node.map(name -> name + " (" + ip + ")").orElse(ip),
                backend.path("state").asText("unknown").toLowerCase(Locale.ROOT), String.join(", ", notes));
    }

    private Known ask(ArmId rule) {
        Instant now = clock.instant();
        synchronized (asked) {
            Known before = known.get(rule);
            if (before != null && before.at().plus(VALID).isAfter(now))
                return before;
            asked.removeIf(at -> !at.plus(MINUTE).isAfter(now));
            known.values().removeIf(each -> !each.at().plus(VALID).isAfter(now));
            if (asked.size() >= PER_MINUTE)
                return new Known(now, Optional.empty(), "not asked: Azure is asked about at most " + PER_MINUTE
                        + " rules in a minute; the next one at "
                        + asked.getFirst().plus(MINUTE).truncatedTo(ChronoUnit.SECONDS));
            asked.addLast(now);
        }
        Known response = answer(rule, now);
        synchronized (asked) {
            known.put(rule, response);
        }
        return response;
    }

    private Known answer(ArmId rule, Instant now) {
        try {
            Optional<JsonNode> response = ASKED
                    .within(() -> gateway.post(rule, ACTION, JsonNodeFactory.instance.objectNode()));
            return new Known(now, response, "Azure did not answer with the health of the rule");
        } catch (ArmException problem) {
            return new Known(now, Optional.empty(), problem.getMessage());
        }
    }
}
