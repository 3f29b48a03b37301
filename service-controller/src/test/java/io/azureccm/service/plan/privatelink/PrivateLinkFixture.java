package io.azureccm.service.plan.privatelink;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.List;

/** Internal Services that request private link services, alone or at a shared address. */
abstract class PrivateLinkFixture {
    static final String WEB = ServiceNames.base(Services.uid("web"));
    static final String LINK = "pls-" + WEB;
    static final String SHARED = "10.240.9.9";

    final World world = new World(1);

    void serve(Services service) {
        world.service(service.yaml());
        world.converge();
    }

    static Services web() {
        return internal("web", 80).annotation("azure-pls-create", "true");
    }

    static Services plain(String name) {
        return internal(name, 80);
    }

    static Services internal(String name, int port) {
        return Services.named(name).port("TCP", port).annotation("azure-load-balancer-internal", "true");
    }

    static Services sharing(String name, int port) {
        return internal(name, port).annotation("azure-load-balancer-ipv4", SHARED);
    }

    /** A private link service that another client created at the frontend of "web". */
    void theirs(String tags) {
        world.put(ArmTypes.PRIVATE_LINK_SERVICE, "theirs", "{\"tags\": " + tags
                + ", \"properties\": {\"loadBalancerFrontendIpConfigurations\": [{\"id\": \""
                + ArmId.of(World.SUBSCRIPTION, "k8s", ArmTypes.LOAD_BALANCER, "kubernetes-internal")
                        .child("frontendIPConfigurations", WEB)
                + "\"}]}}");
    }

    ObjectNode link(String name) {
        return world.resource(ArmTypes.PRIVATE_LINK_SERVICE, name).orElseThrow();
    }

    List<String> names() {
        return world.resources()
                .keySet()
                .stream()
                .filter(id -> id.hasType(ArmTypes.PRIVATE_LINK_SERVICE))
                .map(ArmId::name)
                .toList();
    }
}
