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

                        The condition `azureccm.io/Initialized` in the status of a Node says why the Node cannot be initialised. It has the status `False`,
                        one of the reasons below, and a message that ends with a link to this page.

                        ```bash
                        kubectl describe node NAME
                        kubectl wait --for=condition=azureccm.io/Initialized node/NAME
                        ```

                        """
                        + RULES.formatted("is initialised",
                                "Reasons that the next attempt may resolve are written once the Node has been known for two minutes, all others at once",
                                "Initialized", "Initialized"),
                List.of(InitialisationReason.values()));
    }

    static String routed() {
        return page(
                """
                        # Why a Node has no route

                        The condition `azureccm.io/Routed` in the status of a Node says why a pod CIDR of the Node has no route. It has the status `False`,
                        one of the reasons below, and a message that ends with a link to this page. The same patch writes `NetworkUnavailable`, which
                        keeps [its meaning](routes.md#condition-and-events).

                        ```bash
                        kubectl describe node NAME
                        kubectl wait --for=condition=azureccm.io/Routed node/NAME
                        ```

                        """
                        + RULES.formatted("has its routes",
                                "Reasons are written at once; if the Node waits for its pod CIDR, its address or a readable table, five minutes after its creation",
                                "RouteCreated", "Routed"),
                List.of(RouteReason.values()));
    }

    static String drained() {
        return page(
                """
                        # Why a Node gets no new connections

                        If [draining](../../guides/drain-nodes.md) is enabled, a Node whose addresses are down in pools of load balancers has the condition
                        `azureccm.io/LoadBalanced` in its status: `False`, one of the reasons below, since when, and when the Node leaves its pools, if it does.

                        ```bash
                        kubectl get nodes -o custom-columns='NODE:.metadata.name,REASON:.status.conditions[?(@.type=="azureccm.io/LoadBalanced")].reason'
                        ```

                        * The condition is written when Azure shows the state, not before. A Node that was never drained does not have it. A drained Node gets `True`,
                          reason `NotDrained`, when it receives new connections again. On a Node that has left its pools the condition stays.
                        * If a Node should be drained and does not have the condition, it is the last one of its pools, or somebody else has set its admin state.
                        * A dry run, a shadow and a plan write no conditions. `--azureccm.conditions.enabled=false` switches them off.
                        """,
                List.of(DrainReason.values()));
    }

    private static final String RULES = """
            * A Node that never had a problem does not have the condition, so that healthy Nodes need no additional write. After a problem the
              condition becomes `True`, reason `%3$s`, when the Node %1$s.
            * %2$s.
            * A reason that may differ with each attempt, such as an answer of Azure, is written once; another reason of that kind replaces it
              after ten minutes, Azure's first answer at once. `lastTransitionTime` changes only with the status.
            * A dry run, a shadow and a plan write no conditions. `--azureccm.conditions.enabled=false` switches them off.

            To remove the condition, for example when another program takes over:

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
