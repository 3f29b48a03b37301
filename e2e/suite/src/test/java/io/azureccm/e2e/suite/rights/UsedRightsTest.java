package io.azureccm.e2e.suite.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.azureccm.e2e.suite.rights.UsedRights.Actor;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * Comes last and looks at all requests of the run: what the controllers did is granted by the charts and by the role definitions,
 * and in a run of the whole suite nothing is granted that nobody used.
 */
@Order(Integer.MAX_VALUE)
@Isolated
class UsedRightsTest {
    /** Granted for what no scenario of that program shows, because it is seldom; the code is the same for all of them. */
    private static final Map<String, String> UNUSED_BY_DESIGN = Map.of("patch events", "an event that is told again",
            "get nodes", "a Node that changed while it was written",
            "get services", "a Service that changed while it was written",
            "Microsoft.Resources/subscriptions/resourceGroups/read", "asked for when Azure was not heard of for long");

    @ParameterizedTest
    @EnumSource
    void chartsGrantWhatWasUsed(Actor actor) throws IOException {
        Set<KubernetesRight> granted = GrantedRights.inKubernetes(actor);
        granted.addAll(GrantedRights.byRolesOfEveryCluster(actor));
        assertThat(UsedRights.inKubernetes(actor).entrySet().stream().filter(used -> !granted.contains(used.getKey())))
                .as("what the %s did without being granted it, with the first such request", actor.title())
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void chartsGrantNothingThatNobodyUsed(Actor actor) throws IOException {
        assumeWholeSuite();
        Set<KubernetesRight> unused = new TreeSet<>(GrantedRights.inKubernetes(actor));
        unused.removeAll(UsedRights.inKubernetes(actor).keySet());
        assertThat(unused).as("what the %s may do and never did", actor.title())
                .allMatch(right -> UNUSED_BY_DESIGN.containsKey(right.toString()));
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AGENT")
    void roleDefinitionsGrantWhatWasUsed(Actor actor) throws IOException {
        Set<String> granted = GrantedRights.inAzure(actor);
        assertThat(UsedRights.inAzure(actor).entrySet().stream().filter(used -> !granted.contains(used.getKey())))
                .as("what the %s did without being granted it, with the first such call", actor.title())
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AGENT")
    void roleDefinitionsGrantNothingThatNobodyUsed(Actor actor) throws IOException {
        assumeWholeSuite();
        assertThat(GrantedRights.inAzure(actor).stream().filter(right -> !UsedRights.inAzure(actor).containsKey(right)))
                .as("what the %s may do and never did", actor.title())
                .allMatch(UNUSED_BY_DESIGN::containsKey);
    }

    @ParameterizedTest
    @EnumSource(names = "AGENT")
    void theAgentNeedsNoRightsInAzure(Actor actor) {
        assertThat(UsedRights.inAzure(actor).keySet().stream().collect(Collectors.joining(", "))).isEmpty();
    }

    /** Maven says so for a run of the whole module on the embedded Kubernetes API. */
    private static void assumeWholeSuite() {
        assumeTrue(Boolean.getBoolean("suite.whole"), "only a run of the whole suite shows what is not used");
        assumeTrue(System.getProperty("cluster.kubeconfig", "").isEmpty(), "requests to a given API are not seen");
    }
}
