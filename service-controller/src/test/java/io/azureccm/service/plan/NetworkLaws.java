package io.azureccm.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.model.Rule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Requests that Azure would reject: a plan applied to the {@link World} must never contain them. */
final class NetworkLaws {
    private static final List<String> UNCHANGEABLE = List.of("publicIPAddressVersion", "publicIPPrefix", "ipTags");

    private NetworkLaws() {}

    static void check(Map<ArmId, ObjectNode> resources, Operation operation) {
        ArmId id = operation.target();
        if (id.hasType(ArmTypes.PUBLIC_IP)) {
            if (operation.verb() == Operation.Verb.DELETE) {
                assertThat(users(resources, id)).as("frontends of %s, which is to be deleted", id.name()).isEmpty();
            } else {
                if (resources.containsKey(id))
                    unchanged(resources.get(id), operation);
                labelIsFree(resources, operation);
            }
        } else if (id.hasType(ArmTypes.LOAD_BALANCER) && operation.verb() == Operation.Verb.PUT) {
            references(resources, id, operation.body());
        }
    }

    private static void unchanged(ObjectNode before, Operation operation) {
        for (String property : UNCHANGEABLE) {
            if (before.path("properties").hasNonNull(property)) {
                assertThat(operation.body().at("/properties/" + property))
                        .as("%s of %s", property, operation.target().name())
                        .isEqualTo(before.at("/properties/" + property));
            }
        }
        assertThat(operation.body().path("zones")).isEqualTo(before.path("zones"));
    }

    private static void labelIsFree(Map<ArmId, ObjectNode> resources, Operation operation) {
        String label = ArmJson.text(operation.body(), "properties", "dnsSettings", "domainNameLabel");
        resources.forEach((id, body) -> {
            if (id.hasType(ArmTypes.PUBLIC_IP) && !id.equals(operation.target()) && !label.isEmpty()
                    && new PublicIp(null, body).family() == new PublicIp(null, operation.body()).family())
                assertThat(ArmJson.text(body, "properties", "dnsSettings", "domainNameLabel")).isNotEqualTo(label);
        });
    }

    private static void references(Map<ArmId, ObjectNode> resources, ArmId balancer, ObjectNode body) {
        Set<String> names = new HashSet<>();
        Set<ArmId> used = new TreeSet<>();
        Set<String> privateIps = new HashSet<>();
        for (ObjectNode frontend : ArmJson.list(body, "properties", "frontendIPConfigurations")) {
            assertThat(names.add(ArmJson.name(frontend))).as("one frontend %s", ArmJson.name(frontend)).isTrue();
            new Frontend(null, frontend).publicIp()
                    .filter(ip -> ip.hasType(ArmTypes.PUBLIC_IP))
                    .ifPresent(ip -> {
                        assertThat(resources).as("public IP of a frontend").containsKey(ip);
                        assertThat(used.add(ip)).as("one frontend of %s", ip.name()).isTrue();
                        assertThat(users(resources, ip)).allMatch(user -> user.startsWith(balancer.name() + "/"));
                    });
            String privateIp = new Frontend(null, frontend).privateIp();
            assertThat(privateIp.isEmpty() || privateIps.add(privateIp)).as("one frontend at %s", privateIp).isTrue();
        }
        for (String rules : List.of("loadBalancingRules", "outboundRules")) {
            for (ObjectNode rule : ArmJson.list(body, "properties", rules)) {
                assertThat(names.stream().map(name -> name.toLowerCase(java.util.Locale.ROOT)).toList())
                        .as("frontends of rule %s", ArmJson.name(rule))
                        .containsAll(new Rule(Rule.Kind.LOAD_BALANCING, rule).frontends());
            }
        }
    }

    private static List<String> users(Map<ArmId, ObjectNode> resources, ArmId ip) {
        List<String> users = new ArrayList<>();
        resources.forEach((id, body) -> ArmJson.list(body, "properties", "frontendIPConfigurations")
                .stream()
                .filter(frontend -> ip.matches(new Frontend(null, frontend).publicIpId()))
                .forEach(frontend -> users.add(id.name() + "/" + ArmJson.name(frontend))));
        return users;
    }
}
