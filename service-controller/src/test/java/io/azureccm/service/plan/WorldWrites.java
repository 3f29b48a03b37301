package io.azureccm.service.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.service.model.ArmJson;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** ARM's behaviour for the operations of a plan: it replaces what they write, fills in addresses, and rejects what breaks its rules. */
final class WorldWrites {
    private final Map<ArmId, ObjectNode> resources;
    private final Map<ArmId, Optional<ObjectNode>> subnets;
    private int addresses = 4;

    WorldWrites(Map<ArmId, ObjectNode> resources, Map<ArmId, Optional<ObjectNode>> subnets) {
        this.resources = resources;
        this.subnets = subnets;
    }

    void apply(Operation operation) {
        ArmId id = operation.target();
        NetworkLaws.check(resources, operation);
        if (operation.verb() == Operation.Verb.DELETE) {
            resources.remove(id);
            return;
        }
        if (operation.verb() == Operation.Verb.POST) {
            WorldPools.migrate(resources, operation);
            return;
        }
        LimitLaws.check(resources, operation);
        ObjectNode body = operation.body().deepCopy();
        if (body.path("properties").isObject())
            ArmJson.properties(body).remove("provisioningState");
        if (id.hasType(ArmTypes.SECURITY_GROUP))
            SecurityGroupLaws.check(body);
        body.put("id", id.toString()).put("name", id.name()).put("etag", "W/\"2\"");
        if (id.hasType(ArmTypes.LOAD_BALANCER) && ArmJson.text(body, "sku", "name").isEmpty())
            body.withObject("/sku").put("name", "Basic");
        if (id.hasType(ArmTypes.PUBLIC_IP) && ArmJson.text(body, "properties", "ipAddress").isEmpty()) {
            boolean v6 = ArmJson.text(body, "properties", "publicIPAddressVersion").equals("IPv6");
            ArmJson.properties(body).put("ipAddress", (v6 ? "2603:1030::" : "20.0.0.") + ++addresses);
        }
        ArmJson.list(body, "properties", "frontendIPConfigurations").forEach(frontend -> {
            boolean internal = ArmJson.child(frontend, "properties", "subnet").isPresent();
            if (internal && ArmJson.text(frontend, "properties", "privateIPAddress").isEmpty()) {
                boolean v6 = ArmJson.text(frontend, "properties", "privateIPAddressVersion").equals("IPv6");
                ArmJson.properties(frontend).put("privateIPAddress", (v6 ? "fd00::" : "10.240.1.") + ++addresses);
            }
        });
        if (id.hasType(ArmTypes.SUBNET)) {
            subnets.put(id, Optional.of(body));
            resources.replace(id, body);
        } else if (id.type().endsWith("backendAddressPools")) {
            ObjectNode balancer = resources.get(id.parent().orElseThrow());
            List<ObjectNode> pools = ArmJson.list(balancer, "properties", "backendAddressPools");
            pools.replaceAll(pool -> ArmJson.name(pool).equalsIgnoreCase(id.name()) ? body : pool);
            ArmJson.properties(balancer).set("backendAddressPools", ArmJson.array(pools));
        } else {
            resources.put(id, body);
            checkAddresses();
        }
        WorldPools.check(resources);
    }

    /** Azure allows a public IP on one frontend only. */
    private void checkAddresses() {
        Set<String> used = new TreeSet<>();
        resources.values()
                .stream()
                .filter(body -> ArmId.parse(body.path("id").asText()).hasType(ArmTypes.LOAD_BALANCER))
                .forEach(balancer -> ArmJson.list(balancer, "properties", "frontendIPConfigurations")
                        .forEach(frontend -> {
                            String ip = ArmJson.text(frontend, "properties", "publicIPAddress", "id")
                                    .toLowerCase(Locale.ROOT);
                            if (!ip.isEmpty() && !used.add(ip))
                                throw new AssertionError("public IP on two frontends: " + ip);
                        }));
    }
}
