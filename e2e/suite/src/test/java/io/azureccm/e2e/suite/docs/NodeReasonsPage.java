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

                        The condition `azureccm.io/Initialized` (`False`, one of the reasons below) says why; `kubectl describe node NAME` shows it with the events. It becomes `True` with the reason `Initialized` after a problem.
                        Reasons that the next attempt may resolve are written once the Node has been known for two minutes, others at once.

                        | No condition and no event | Then |
                        |---|---|
                        | the node-controller does not run or does not lead, or the Node joined less than two minutes ago | its pod must tolerate the taint, as the chart does |
                        | plans say `WriteWithoutEffect` | a webhook or client undoes writes, which are repeated |
                        | the provider ID does not begin with `azure://` | the controller of its cloud has to initialise it |

                        """
                        + RULES.formatted("Initialized"),
                List.of(InitialisationReason.values()));
    }

    static String routed() {
        return page(
                """
                        # Why a Node has no route

                        The condition `azureccm.io/Routed` (`False`, one of the reasons below) says why a pod CIDR of the Node has no route, in the patch that writes [`NetworkUnavailable`](routes.md#condition-and-events).
                        It becomes `True` with the reason `RouteCreated` after a problem. Reasons are written at once; if the Node waits for its pod CIDR, its address or a readable table, five minutes after its creation.
                        Without the route-controller nothing sets `NetworkUnavailable` to `False`: another network plug-in must, or remove `--wait-routes`.

                        """
                        + RULES.formatted("Routed"),
                List.of(RouteReason.values()));
    }

    static String drained() {
        return page(
                """
                        # Why a Node gets no new connections

                        If [draining](../../guides/drain-nodes.md) is enabled, a Node whose addresses are down in pools has the condition `azureccm.io/LoadBalanced`: `False`, one of the reasons below, since when, and when it leaves its pools.

                        ```bash
                        kubectl get nodes -o custom-columns='NODE:.metadata.name,REASON:.status.conditions[?(@.type=="azureccm.io/LoadBalanced")].reason'
                        ```

                        The condition is written when Azure shows the state; it becomes `True`, reason `NotDrained`, with new connections, and stays on a Node that has left its pools. A Node that should be drained and has no
                        condition is the last one of its pools, or somebody else set its admin state. `--azureccm.conditions.enabled=false` switches conditions off.
                        """,
                List.of(DrainReason.values()));
    }

    private static final String RULES = """
            A Node that never had a problem does not have it. A reason that may differ with each attempt is replaced by another of that kind after ten minutes, by another error code of Azure after two, by Azure's first answer at once.
            `--azureccm.conditions.enabled=false` switches conditions off. To remove them:

            ```bash
            kubectl get nodes -o name | xargs -I NODE kubectl patch NODE --subresource=status --type=strategic -p '{"status":{"conditions":[{"$patch":"delete","type":"azureccm.io/%s"}]}}'
            ```
            """;

    private static String page(String head, List<? extends ProblemReason> reasons) {
        StringBuilder page = new StringBuilder(head).append("\n## Reasons\n");
        for (ProblemReason reason : reasons) {
            page.append("\n### ").append(reason.word()).append("\n\n").append(reason.meaning());
            page.append(" **Do:** ").append(reason.remedy()).append('\n');
        }
        return page.toString();
    }
}
