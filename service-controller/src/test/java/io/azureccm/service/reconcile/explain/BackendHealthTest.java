package io.azureccm.service.reconcile.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.arm.ArmException;
import io.azureccm.common.arm.ArmGateway;
import io.azureccm.common.arm.ArmList;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.explain.Explanation.Line;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The health of backends is asked for on demand, within a budget, and shown beside the readiness of nodes and pods. */
class BackendHealthTest {
    private static final String ANSWER = """
            {"up": 1, "down": 1, "loadBalancerBackendAddresses": [
            {"ipAddress": "10.240.0.10", "state": "Up", "reason": "ok."},
            {"ipAddress": "10.240.0.11", "state": "Down", "reason": "no answer"}]}""";

    private final World world = new World(2);
    private final Asked arm = new Asked();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final BackendHealth health = new BackendHealth(arm, () -> now);

    /** Answers with the health of a rule, or refuses. */
    private static final class Asked implements ArmGateway {
        private final List<String> calls = new ArrayList<>();
        private ArmException refusal;

        @Override
        public Optional<ObjectNode> get(ArmId id, Map<String, String> query) {
            throw new UnsupportedOperationException("get " + id);
        }

        @Override
        public ArmList list(ArmId collection, Map<String, String> query) {
            throw new UnsupportedOperationException("list " + collection);
        }

        @Override
        public PutResult put(ArmId id, ObjectNode body, String ifMatch) {
            throw new UnsupportedOperationException("put " + id);
        }

        @Override
        public boolean delete(ArmId id, String ifMatch) {
            throw new UnsupportedOperationException("delete " + id);
        }

        @Override
        public Optional<JsonNode> post(ArmId id, String action, JsonNode body) {
            calls.add(id.shortName() + "/" + action);
            if (refusal != null)
                throw refusal;
            return Optional.of(World.json(ANSWER));
        }
    }

    @Test
    void eachBackendIsShownWithItsNodeAndPods() {
        List<Line> lines = lines(80);

        assertThat(arm.calls).singleElement().asString().startsWith("loadBalancers/kubernetes/").endsWith("/health");
        assertThat(lines.getFirst().note()).isEqualTo("1 of 2 up, asked at 2026-01-01T00:00:00Z");
        assertThat(lines.subList(1, 3)).extracting(Line::what, Line::value, Line::note)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("  vmss-a000000 (10.240.0.10)", "up",
                                "ok, node ready, has ready pods"),
                        org.assertj.core.groups.Tuple.tuple("  vmss-a000001 (10.240.0.11)", "down",
                                "no answer, node ready, has no ready pod"));
    }

    @Test
    void answerIsShownAgainForHalfAMinute() {
        lines(80);
        now = now.plusSeconds(29);
        lines(80);
        assertThat(arm.calls).hasSize(1);
        now = now.plusSeconds(1);
        lines(80);
        assertThat(arm.calls).hasSize(2);
    }

    @Test
    void azureIsAskedAboutTwentyRulesInAMinute() {
        int[] ports = java.util.stream.IntStream.rangeClosed(1, 21).toArray();
        List<Line> lines = lines(ports);
        assertThat(arm.calls).hasSize(20);
        assertThat(lines.getLast().note()).isEqualTo("not asked: Azure is asked about at most 20 rules in a minute;"
                + " the next one at 2026-01-01T00:01:00Z");
        now = now.plusSeconds(60);
        lines(ports);
        assertThat(arm.calls).hasSize(40);
    }

    @Test
    void refusalOfAzureIsTheAnswer() {
        arm.refusal = new ArmException(ArmException.Kind.REJECTED, 403, "AuthorizationFailed", "no permission", "",
                null,
                null);
        assertThat(lines(80)).singleElement()
                .satisfies(line -> assertThat(line.note()).contains("no permission"));
    }

    private List<Line> lines(int... ports) {
        Services web = Services.named("web");
        for (int port : ports)
            web.port("TCP", port);
        var spec = world.service(web.yaml());
        world.converge();
        return health.of(spec, world.observedState(),
                new BackendHealth.Nodes(world.clusterState().nodes(), world.observedState().machines().interfaces(),
                        name -> "ready",
                        Optional.of(Set.of("vmss-a000000"))))
                .lines();
    }
}
