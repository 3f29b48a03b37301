package io.azureccm.service.plan.frontend;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Services that share an address: a named public IP, the address of one, or a private address. */
abstract class SharedFrontendFixture {
    static final String INTERNAL = "azure-load-balancer-internal";

    static final String MINE = """
            {"sku": {"name": "Standard"}, "properties": {"ipAddress": "20.9.0.1", "publicIPAddressVersion": "IPv4"}}""";

    final World world = new World(1);

    void share(String how, String name, int port, String age) {
        world.put(ArmTypes.PUBLIC_IP, "mine", MINE);
        Services service = Services.named(name).port("TCP", port).created("2026-01-01T00:00:" + age + "Z");
        world.service((switch (how) {
            case "named" -> service.annotation("azure-pip-name", "mine");
            case "by address" -> service.spec("loadBalancerIP: 20.9.0.1");
            default -> service.annotation(INTERNAL, "true").annotation("azure-load-balancer-ipv4", "10.240.9.9");
        }).yaml());
        if (how.equals("private"))
            world.resources().keySet().removeIf(id -> id.hasType(ArmTypes.PUBLIC_IP));
    }

    List<String> addresses(String service) {
        return world.plan().plannedServices().get(Services.uid(service)).addresses().orElseThrow();
    }

    List<String> frontends(String balancer) {
        return ArmJson.list(world.resource(ArmTypes.LOAD_BALANCER, balancer).orElseThrow(), "properties",
                "frontendIPConfigurations").stream().map(ArmJson::name).toList();
    }

    Set<String> publicIps() {
        return world.resources()
                .keySet()
                .stream()
                .filter(id -> id.hasType(ArmTypes.PUBLIC_IP))
                .map(id -> id.name())
                .collect(Collectors.toSet());
    }

    static String base(String service) {
        return ServiceNames.base(Services.uid(service));
    }
}
