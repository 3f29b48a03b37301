package io.azureccm.e2e.suite.conformance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One recorded case: what is in Azure and in Kubernetes, what happens, and the state to be reached. {@code azure} holds complete
 * ARM resources; {@code limits} are the calls that must not be exceeded until the last step has settled.
 */
record ConformanceCase(String name, ObjectNode cloudConfig, List<ObjectNode> azure, List<NodeSpec> nodes,
        List<Step> steps,
        Expectation expect, CallLimits limits) {

    ConformanceCase {
        azure = List.copyOf(azure);
        nodes = List.copyOf(nodes);
        steps = List.copyOf(steps);
    }

    /** A Kubernetes node that is up and has been initialised. */
    record NodeSpec(String name, String providerId, List<String> addresses, Map<String, String> labels) {}

    /** Something a user does; the next step comes when the controller is quiet. */
    sealed interface Step {
        /** Services to create or change, as manifests. */
        record Apply(List<ObjectNode> manifests) implements Step {}

        /** Services to delete, as {@code namespace/name}. */
        record Delete(List<String> services) implements Step {}

        /** Labels to set on nodes, by node name; a null value removes the label. */
        record LabelNodes(Map<String, Map<String, String>> labels) implements Step {}
    }

    /**
     * The state after the last step ({@code azure}, {@code services}) and after all Services are deleted, in normalised form;
     * {@code warnings} are pairs of Service name and reason of the warning events seen.
     */
    record Expectation(ObjectNode azure, ObjectNode services, Set<Warning> warnings, ObjectNode afterDelete) {}

    /** A warning event, reduced to what is stable. */
    record Warning(String service, String reason) {}

    /** ARM calls, long-running polls not counted. */
    record CallLimits(int reads, int writes) {}

    @Override
    public String toString() {
        return name;
    }
}
