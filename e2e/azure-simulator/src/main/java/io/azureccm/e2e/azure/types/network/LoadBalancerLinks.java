package io.azureccm.e2e.azure.types.network;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.wire.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which rules of a load balancer use which of its frontends, pools and probes. */
final class LoadBalancerLinks {
    private final String id;
    private final Map<String, List<String>> users = new HashMap<>();

    LoadBalancerLinks(Resource loadBalancer) {
        id = loadBalancer.id().text();
        for (String kind : List.of("loadBalancingRules", "outboundRules", "inboundNatRules")) {
            for (ObjectNode rule : Json.objects(loadBalancer.properties(), kind)) {
                ObjectNode of = Json.properties(rule);
                String ruleId = id + "/" + kind + "/" + Json.name(rule);
                LoadBalancerRuleChecks.targets(of).forEach(target -> add(kind, target, ruleId));
            }
        }
    }

    private void add(String kind, String target, String rule) {
        List<String> rules = users.computeIfAbsent(kind + " " + ResourceId.key(target), ignored -> new ArrayList<>());
        if (!rules.contains(rule))
            rules.add(rule);
    }

    void addTo(ObjectNode child, String segment, String... kinds) {
        String target = ResourceId.key(id + "/" + segment + "/" + Json.name(child));
        for (String kind : kinds) {
            List<String> rules = users.get(kind + " " + target);
            if (rules != null) {
                ArrayNode array = Json.properties(child).putArray(kind);
                rules.forEach(rule -> array.add(Json.idObject(rule)));
            }
        }
    }
}
