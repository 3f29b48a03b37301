package io.azureccm.e2e.suite.docs;

import io.azureccm.common.core.condition.ProblemReason;
import io.azureccm.common.core.draining.DrainReason;
import io.azureccm.node.plan.InitialisationReason;
import io.azureccm.route.plan.RouteReason;
import java.util.List;

/** The pages of reasons in the conditions of Nodes, made from the catalogues that the controllers take them from. */
final class NodeReasonsPage {
    private NodeReasonsPage() {}

    static String initialised() {
        return page(
                """
                        # Why a Node is not initialised

                        A Node that cannot be initialised says why in the condition `azureccm.io/Initialized` of its status: `False`, one of the reasons
                        below, and a message that ends in a link to this page.

                        ```bash
                        kubectl describe node NAME
                        kubectl wait --for=condition=azureccm.io/Initialized node/NAME
                        ```

                        """
                        + RULES.formatted("is initialised",
                                "what the next attempt may end, once the Node has been known for two minutes; the rest at once",
                                "Initialized", "Initialized"),
                List.of(InitialisationReason.values()));
    }

    static String routed() {
        return page(
                """
                        # Why a Node has no route

                        A Node with a pod CIDR that has no route says why in the condition `azureccm.io/Routed` of its status: `False`, one of the reasons
                        below, and a message that ends in a link to this page. `NetworkUnavailable` says what
                        [it always said](routes.md#condition-and-events), in the same patch.

                        ```bash
                        kubectl describe node NAME
                        kubectl wait --for=condition=azureccm.io/Routed node/NAME
                        ```

                        """
                        + RULES.formatted("has its routes",
                                "at once; a Node that waits for its pod CIDR, its address or a table that can be read, five minutes after it was made",
                                "RouteCreated", "Routed"),
                List.of(RouteReason.values()));
    }

    static String drained() {
        return page(
                """
                        # Why a Node gets no new connections

                        Where [draining](../../guides/drain-nodes.md) is turned on, a Node whose addresses are down in pools of load balancers says so in the condition
                        `azureccm.io/LoadBalanced` of its status: `False`, one of the reasons below, since when, and when it leaves its pools if it does.

                        ```bash
                        kubectl get nodes -o custom-columns='NODE:.metadata.name,REASON:.status.conditions[?(@.type=="azureccm.io/LoadBalanced")].reason'
                        ```

                        * It is written when Azure shows the state, and not before. A Node that was never drained does not have the condition; one that was gets `True`,
                          reason `NotDrained`, when it gets new connections again. On a Node that has left its pools it stays.
                        * A Node that is to be drained and does not have the condition is the last one of its pools, or somebody else has set its admin state.
                        * A dry run, a shadow and a plan write none. `--azureccm.conditions.enabled=false` writes none at all.
                        """,
                List.of(DrainReason.values()));
    }

    private static final String RULES = """
            * A Node that never had a problem does not have the condition, so that none is written to for its sake. One that had gets
              `True`, reason `%3$s`, when it %1$s after all.
            * It is written %2$s.
            * What Azure says to one attempt after the other is written once; another reason of that kind replaces it after ten minutes.
              `lastTransitionTime` changes with the status alone.
            * A dry run, a shadow and a plan write none. `--azureccm.conditions.enabled=false` writes none at all.

            Off again, for example when another program takes over:

            ```bash
            kubectl get nodes -o name | xargs -I NODE kubectl patch NODE --subresource=status --type=strategic -p '{"status":{"conditions":[{"$patch":"delete","type":"azureccm.io/%4$s"}]}}'
            ```
            """;

    private static String page(String head, List<? extends ProblemReason> reasons) {
        StringBuilder page = new StringBuilder(head).append("\n## Reasons\n");
        for (ProblemReason reason : reasons) {
            page.append("\n### ").append(reason.word()).append("\n\n").append(reason.meaning());
            page.append("\n\n**What to do:** ").append(reason.remedy()).append('\n');
        }
        return page.toString();
    }
}
