package io.azureccm.e2e.cluster.rules;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.schema.ResourceType;

/**
 * The rules of each resource. Resources without a row get the default ones: status cleared on create, kept on update.
 */
public final class RulesTable {
    private static final KindRules PLAIN = new KindRules() {
    };
    private static final KindRules RBAC = new KindRules() {
        @Override
        public String nameProblem(String name) {
            return Names.segmentProblem(name);
        }
    };

    private final Map<String, KindRules> rows = new HashMap<>();

    /**
     * {@code services} returns the stored Services, which allocation must not collide with; see {@link NodeRules} for
     * taints.
     */
    public RulesTable(ServiceNetwork network, Supplier<List<ObjectNode>> services, RandomGenerator random,
            boolean taintsNewNodes) {
        rows.put("services", new ServiceRules(network, services, random));
        rows.put("nodes", new NodeRules(taintsNewNodes));
        rows.put("namespaces", new NamespaceRules());
        rows.put("events", new EventRules());
        rows.put("leases.coordination.k8s.io", new LeaseRules());
        rows.put("secrets", new SecretRules());
        rows.put("pods", new PodRules());
        rows.put("validatingadmissionpolicies.admissionregistration.k8s.io", new AdmissionPolicyRules());
        for (String workload : List.of("deployments.apps", "daemonsets.apps", "replicasets.apps",
                "statefulsets.apps"))
            rows.put(workload, new WorkloadRules(!workload.startsWith("daemonsets")));
        for (String rbac : List.of("roles", "rolebindings", "clusterroles", "clusterrolebindings"))
            rows.put(rbac + ".rbac.authorization.k8s.io", RBAC);
    }

    public KindRules of(ResourceType type) {
        return rows.getOrDefault(type.storage(), PLAIN);
    }
}
